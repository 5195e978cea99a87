"""Files that are no segments of text: recognised speech, scores of a metrics task. Readers are loaded when needed."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.errors import InputError
from bakeoff.submissions.context import FileCheck


def words(check: FileCheck) -> Iterator[Finding]:
    """Words with times (CTM): order, channels, confidences, recordings of the test set."""
    if check.format == "ctm":
        from bakeoff.submissions.checks.runs.speech import word_findings  # noqa: PLC0415

        yield from word_findings(check)


def utterances(check: FileCheck) -> Iterator[Finding]:
    """Utterances (TRN): each once, all utterances of the test set, no others."""
    if check.format == "trn":
        from bakeoff.submissions.checks.runs.speech import utterance_findings  # noqa: PLC0415

        yield from utterance_findings(check)


def score_file(check: FileCheck) -> Iterator[Finding]:
    """A score file that can be read."""
    if check.format != "scores":
        return
    from bakeoff.formats import read_scores  # noqa: PLC0415

    try:
        read_scores(str(check.named.file.path))
    except InputError as error:
        yield check.finding(
            "format-invalid",
            line=error.place.line,
            found=error.found,
            expected=error.expected,
            remedy=error.remedy,
        )
