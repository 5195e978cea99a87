"""Findings and their codes."""

from __future__ import annotations

from bakeoff.data import Code, Finding
from bakeoff.errors import Place

CODE = Code("file-stray", "error", "a file that is no run", "Leave it out of the archive.")


def test_a_finding_without_a_remedy_of_its_own_has_that_of_its_code() -> None:
    assert CODE.finding(found="a.pdf", expected="only runs", place=Place("a.tgz")) == Finding(
        code="file-stray",
        severity="error",
        found="a.pdf",
        expected="only runs",
        remedy="Leave it out of the archive.",
        place=Place("a.tgz"),
    )


def test_a_more_precise_remedy_counts_before_that_of_the_code() -> None:
    finding = CODE.finding(found="a.pdf", expected="only runs", remedy="Put it into papers/.")
    assert str(finding) == "error [file-stray] expected only runs, found a.pdf. Put it into papers/."
