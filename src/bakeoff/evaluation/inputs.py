"""What the verbs of evaluation ask of their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bakeoff.data import Run
from bakeoff.errors import InputError


def check_names(runs: Sequence[Run]) -> None:
    seen: dict[str, Run] = {}
    for run in runs:
        if run.system in seen:
            files = " and ".join(str(other.file) for other in (seen[run.system], run))
            raise InputError(
                expected="a different name for every system",
                found=f"{run.system!r} twice ({files})",
                remedy="Rename one: files name their system by sysid (NIST) or system (WMT), or else are its name.",
            )
        seen[run.system] = run


def check_some_references(references: Sequence[object]) -> None:
    if not references:
        raise InputError(expected="at least one reference", found="none")


def segments_of(column: Iterable[object], name: str) -> list[str]:
    """The segments of a text that was given as Python strings."""
    if isinstance(column, str):
        raise InputError(expected=f"a list of segments for {name}", found="one string", remedy="Put it into a list.")
    segments = []
    for number, segment in enumerate(column, start=1):
        if not isinstance(segment, str):
            raise InputError(expected=f"strings in {name}", found=f"{type(segment).__name__} as segment {number}")
        segments.append(segment)
    return segments


def reference_columns(
    references: Iterable[Iterable[object]],
) -> tuple[list[list[str]], tuple[frozenset[int], ...]]:
    """References given as Python strings, and which segments (from 0) each of them lacks (None in its list)."""
    columns, missing = [], []
    for number, column in enumerate(references, start=1):
        given = column if isinstance(column, str) else list(column)
        missing.append(frozenset(place for place, segment in enumerate(given) if segment is None))
        columns.append(
            segments_of(given if isinstance(given, str) else ["" if each is None else each for each in given],
                        f"reference {number}")
        )  # fmt: skip
    return columns, tuple(missing)


def check_lengths(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    check_some_references(references)
    if not hypotheses:
        raise InputError(expected="at least one segment", found="none")
    for number, column in enumerate(references, start=1):
        if len(column) != len(hypotheses):
            raise InputError(
                expected=f"{len(hypotheses)} segments in reference {number}, as in the hypotheses",
                found=str(len(column)),
                remedy="Give one sequence of segments for each reference.",
            )
