"""Reading files of text, whatever their format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bakeoff.data import ReferenceSet, Run, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.recognition import recognise
from bakeoff.formats.registry import format_named
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.text.text_file import Role, TextFile, said

T = TypeVar("T", bound=TextSet)
OnRemark = Callable[[str], None]


def read(
    path: str | Path,
    *,
    format: str | None = None,
    role: Role | None = None,
    max_bytes: int = MAX_BYTES,
) -> TextFile:
    """All texts of a file (`-`: standard input), gzipped or not; the format is recognised unless given.

    `role` says what the text is where the format does not (plain text, TSV, JSON Lines); without it, a run. Such texts
    are named after the file. More than `max_bytes` of text are refused.
    """
    given = format_named(format) if format else None
    with open_source(path, max_bytes=max_bytes) as source:
        kind = given or recognise(source.head, source.name)
        sets = kind.load().read(source, role=role or "run")
        return TextFile(sets, kind.name, tuple(source.remarks))


def read_source(path: str | Path, *, on_remark: OnRemark | None = None) -> TestSet:
    """The source of a test set. `on_remark` gets what the reader passed over; likewise below."""
    sets = _of_kind(TestSet, path, "source", "the source text", on_remark)
    if len(sets) > 1:
        raise FormatError(place=Place(str(path)), expected="one source", found=str(len(sets)))
    return sets[0]


def read_references(path: str | Path, *, on_remark: OnRemark | None = None) -> tuple[ReferenceSet, ...]:
    """The references in a file: one or several."""
    return _of_kind(ReferenceSet, path, "reference", "a reference translation", on_remark)


def read_runs(path: str | Path, *, on_remark: OnRemark | None = None) -> tuple[Run, ...]:
    """The runs in a file: one or several."""
    return _of_kind(Run, path, "run", "the system's output", on_remark)


def _of_kind(kind: type[T], path: str | Path, role: Role, words: str, on_remark: OnRemark | None) -> tuple[T, ...]:
    text_file = read(path, role=role)
    if on_remark is not None:
        for remark in text_file.remarks:
            on_remark(remark)
    sets = tuple(text for text in text_file.sets if isinstance(text, kind))
    if not sets:
        raise FormatError(
            place=Place(str(path)),
            expected=f"a {role}",
            found=said(text_file.sets),
            remedy=f"Give {words} here.",
        )
    return sets
