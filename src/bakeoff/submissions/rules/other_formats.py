"""Files that are neither text nor recognised speech: score files of a metrics task."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.errors import InputError
from bakeoff.submissions.context import FileCheck


def score_file(check: FileCheck) -> Iterator[Finding]:
    """A score file that can be read."""
    if check.format != "scores":
        return
    from bakeoff.formats import read_scores  # noqa: PLC0415 - seldom needed

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
