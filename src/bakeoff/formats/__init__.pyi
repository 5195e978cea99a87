# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .hypotheses.hypothesis_files import (
    HYPOTHESIS_FORMATS as HYPOTHESIS_FORMATS,
)
from .hypotheses.hypothesis_files import (
    HypothesisFormat as HypothesisFormat,
)
from .hypotheses.hypothesis_files import (
    HypothesisKind as HypothesisKind,
)
from .hypotheses.hypothesis_files import (
    read_hypotheses as read_hypotheses,
)
from .hypotheses.hypothesis_files import (
    recognise_hypotheses as recognise_hypotheses,
)
from .reader import (
    read as read,
)
from .reader import (
    read_references as read_references,
)
from .reader import (
    read_runs as read_runs,
)
from .reader import (
    read_source as read_source,
)
from .recognition import (
    recognise as recognise,
)
from .registry import (
    Format as Format,
)
from .registry import (
    format_named as format_named,
)
from .registry import (
    formats as formats,
)
from .scores.score_file import (
    read_scores as read_scores,
)
from .scores.score_rows import (
    ScoreFile as ScoreFile,
)
from .scores.score_rows import (
    ScoreRow as ScoreRow,
)
from .speech.speech_files import (
    SPEECH_FORMATS as SPEECH_FORMATS,
)
from .speech.speech_files import (
    SpeechFormat as SpeechFormat,
)
from .speech.speech_files import (
    parse_speech as parse_speech,
)
from .speech.speech_files import (
    read_lines as read_lines,
)
from .speech.speech_files import (
    read_regions as read_regions,
)
from .speech.speech_files import (
    read_rules as read_rules,
)
from .speech.speech_files import (
    read_segments as read_segments,
)
from .speech.speech_files import (
    read_speech as read_speech,
)
from .speech.speech_files import (
    recognise_speech as recognise_speech,
)
from .speech.speech_files import (
    write_speech as write_speech,
)
from .speech.utterances import (
    Utterances as Utterances,
)
from .speech.utterances import (
    read_utterances as read_utterances,
)
from .tables.corrections import (
    CorrectionFile as CorrectionFile,
)
from .tables.corrections import (
    SegmentCorrection as SegmentCorrection,
)
from .tables.corrections import (
    read_corrections as read_corrections,
)
from .tables.corrections import (
    write_corrections as write_corrections,
)
from .tables.entrant_file import (
    read_entrants as read_entrants,
)
from .tables.head_to_head import (
    WinShares as WinShares,
)
from .tables.head_to_head import (
    read_head_to_head as read_head_to_head,
)
from .tables.match_file import (
    read_matches as read_matches,
)
from .text.text_file import (
    ROLES as ROLES,
)
from .text.text_file import (
    Role as Role,
)
from .text.text_file import (
    TextFile as TextFile,
)
from .text.text_file import (
    label_of as label_of,
)
from .text.text_file import (
    name_apart as name_apart,
)
from .text.text_file import (
    role_of as role_of,
)
from .text.validation import (
    validate as validate,
)
from .writer import (
    format_for as format_for,
)
from .writer import (
    write as write,
)

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
    "WinShares",
    "format_for",
    "format_named",
    "formats",
    "label_of",
    "name_apart",
    "parse_speech",
    "read",
    "read_corrections",
    "read_entrants",
    "read_head_to_head",
    "read_hypotheses",
    "read_lines",
    "read_matches",
    "read_references",
    "read_regions",
    "read_rules",
    "read_runs",
    "read_scores",
    "read_segments",
    "read_source",
    "read_speech",
    "read_utterances",
    "recognise",
    "recognise_hypotheses",
    "recognise_speech",
    "role_of",
    "validate",
    "write",
    "write_corrections",
    "write_speech",
]
