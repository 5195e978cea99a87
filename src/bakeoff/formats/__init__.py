"""Files of text in all formats that campaigns use, read into and written from the types of `bakeoff.data`."""

from bakeoff.formats.corrections import (
    CorrectionFile,
    SegmentCorrection,
    read_corrections,
    write_corrections,
)
from bakeoff.formats.hypothesis_files import (
    HYPOTHESIS_FORMATS,
    HypothesisFormat,
    HypothesisKind,
    read_hypotheses,
    recognise_hypotheses,
)
from bakeoff.formats.reading import read, read_references, read_runs, read_source
from bakeoff.formats.recognition import recognise
from bakeoff.formats.registry import Format, format_named, formats
from bakeoff.formats.score_file import ScoreFile, ScoreRow, read_scores
from bakeoff.formats.speech_files import (
    SPEECH_FORMATS,
    SpeechFormat,
    parse_speech,
    read_lines,
    read_regions,
    read_rules,
    read_segments,
    read_speech,
    read_transcript,
    read_words,
    recognise_speech,
    write_speech,
)
from bakeoff.formats.text_file import ROLES, Role, TextFile, label_of, name_apart, role_of
from bakeoff.formats.utterances import Utterances, read_utterances
from bakeoff.formats.validation import validate
from bakeoff.formats.writing import format_for, write

__all__ = [
    "HYPOTHESIS_FORMATS",
    "ROLES",
    "SPEECH_FORMATS",
    "CorrectionFile",
    "Format",
    "HypothesisFormat",
    "HypothesisKind",
    "Role",
    "ScoreFile",
    "ScoreRow",
    "SegmentCorrection",
    "SpeechFormat",
    "TextFile",
    "Utterances",
    "format_for",
    "format_named",
    "formats",
    "label_of",
    "name_apart",
    "parse_speech",
    "read",
    "read_corrections",
    "read_hypotheses",
    "read_lines",
    "read_references",
    "read_regions",
    "read_rules",
    "read_runs",
    "read_scores",
    "read_segments",
    "read_source",
    "read_speech",
    "read_transcript",
    "read_utterances",
    "read_words",
    "recognise",
    "recognise_hypotheses",
    "recognise_speech",
    "role_of",
    "validate",
    "write",
    "write_corrections",
    "write_speech",
]
