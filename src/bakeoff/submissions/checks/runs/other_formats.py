"""Files that are no segments of text: recognised speech, scores of a metrics task. Readers are loaded when needed."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
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
    """Scores of a metric: what it declares, every system and segment once, finite numbers."""
    if check.format == "scores":
        from bakeoff.submissions.checks.runs.metric_scores import score_findings  # noqa: PLC0415

        yield from score_findings(check)
