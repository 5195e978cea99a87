# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .languages import language_code as language_code
from .normalizers import Step as Step
from .normalizers import parse_step as parse_step
from .normalizers import step_names as step_names
from .specifications import Specification as Specification
from .specifications import find_specification as find_specification
from .specifications import specification_names as specification_names
from .streams import WordStream as WordStream
from .streams import WordUnit as WordUnit
from .streams import word_stream as word_stream
from .taggers import Tagger as Tagger
from .taggers import tagger_names as tagger_names
from .tags import TagSource as TagSource
from .tokenizers import tokenize_lines as tokenize_lines
from .tokenizers import tokenizer_names as tokenizer_names
from .words import word_spans as word_spans
from .words import words_of as words_of
from .workspace import Text as Text
from .workspace import Workspace as Workspace

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
    "words_of",
]
