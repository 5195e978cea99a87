"""Text before scoring: tokenisers, normalisers and the specifications that compose them."""

from bakeoff.text.languages import language_code
from bakeoff.text.normalizers import Step, parse_step, step_names
from bakeoff.text.specifications import Specification, find_specification, specification_names
from bakeoff.text.streams import WordStream, WordUnit, word_stream
from bakeoff.text.taggers import Tagger, tagger_names
from bakeoff.text.tags import TagSource
from bakeoff.text.tokenizers import tokenize_lines, tokenizer_names
from bakeoff.text.words import word_spans
from bakeoff.text.workspace import Text, Workspace

__all__ = [
    "Specification",
    "Step",
    "TagSource",
    "Tagger",
    "Text",
    "WordStream",
    "WordUnit",
    "Workspace",
    "find_specification",
    "language_code",
    "parse_step",
    "specification_names",
    "step_names",
    "tagger_names",
    "tokenize_lines",
    "tokenizer_names",
    "word_spans",
    "word_stream",
]
