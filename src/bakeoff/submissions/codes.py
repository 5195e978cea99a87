"""Every code that a finding may have: how bad it is and what it means. `docs/reference/findings.md` explains each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bakeoff.data import Code, Finding
from bakeoff.errors import Place
from bakeoff.rulebook.codes import RULEBOOK_CODES
from bakeoff.submissions.archive_codes import ARCHIVE_CODES
from bakeoff.submissions.check_codes import CHECK_CODES

_CODES = (
    # The archive
    Code("archive-name", "error", "the archive's name does not follow the rulebook"),
    *ARCHIVE_CODES,
    # The rulebook
    *RULEBOOK_CODES,
    # The rules of the campaign
    *CHECK_CODES,
)

_DESCRIPTION = (
    Code("description-unreadable", "error", "the system description is not text"),
    Code("description-file-name", "error", "the system description's name does not follow the rulebook"),
    Code("description-field-missing", "error", "a field of the template is missing"),
    Code("description-field-empty", "error", "a field of the template is empty"),
    Code("description-field-unknown", "warning", "a field that the template does not have"),
    Code("description-value", "error", "a language pair, condition or track that the campaign does not have"),
    Code("description-epoch", "error", "the time of a resource's texts cannot be read"),
    Code("resource-unknown", "error", "a resource that the campaign does not list, without the class it belongs to"),
    Code("resource-forbidden", "error", "a resource that the condition does not permit"),
    Code("resource-off-limits-epoch", "error", "a resource with texts from the epoch of the test set"),
    Code("resource-off-limits-document", "error", "a resource with documents that are off limits"),
    Code("resource-after-cut-off", "error", "a resource with texts from after the cut-off date"),
)

_TEXT = (
    Code("text-empty", "warning", "segments without text"),
    Code("text-doubled", "warning", "segments that repeat the one before"),
    Code("text-looping", "warning", "segments that repeat themselves or are far too long"),
    Code("text-entities", "warning", "entities such as &quot; in plain text"),
    Code("text-unknown-words", "warning", "marks for unknown words"),
    Code("text-subwords", "warning", "pieces of words that were not joined"),
    Code("text-control-characters", "warning", "control characters, or characters lost in decoding"),
    Code("text-untranslated", "warning", "segments equal to the source"),
    Code("text-copied", "warning", "segments equal to another system's"),
    Code("text-wrong-script", "warning", "text in another script than the target language's"),
    Code("text-wrong-language", "warning", "text in another language than the target"),
    Code("text-shifted", "warning", "segments that fit a neighbouring segment of the source better"),
    Code("text-shuffled", "warning", "segments that do not fit the source's order"),
)

CODES: Mapping[str, Code] = MappingProxyType({code.name: code for code in (*_CODES, *_DESCRIPTION, *_TEXT)})


def finding(code: str, *, found: str, expected: str, remedy: str = "", place: Place | None = None) -> Finding:
    """A finding with the severity that its code has."""
    return Finding(
        code=code,
        severity=CODES[code].severity,
        found=found,
        expected=expected,
        remedy=remedy,
        place=place or Place(),
    )
