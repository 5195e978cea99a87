"""Reading files of judgments, whatever their format."""

from __future__ import annotations

from pathlib import Path

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.judgments.registry import JudgmentFormat, judgment_format_named, judgment_formats, recognised
from bakeoff.formats.sources import MAX_BYTES, Source, open_source


def read_judgments(path: str | Path, *, format: str | None = None, max_bytes: int = MAX_BYTES) -> tuple[Judgment, ...]:
    """All judgments of a file (`-`: standard input), gzipped or not; the format is recognised unless given.

    A file with mistakes is read to its end and refused with a `MistakesError` that names them all: nothing is imported
    by halves.
    """
    given = judgment_format_named(format) if format else None
    with open_source(path, max_bytes=max_bytes) as source:
        kind = given or _recognise(source)
        try:
            judgments = kind.load().read(source)
        except InputError as mistake:
            raise MistakesError([mistake]) from None
        if not judgments:
            raise FormatError(place=Place(source.name), expected="at least one judgment", found="none")
        return judgments


def _recognise(source: Source) -> JudgmentFormat:
    head = source.head.decode("utf-8", errors="replace").removeprefix("\ufeff")
    found = next(recognised(head), None)
    if found is None:
        titles = ", ".join(f"{each.title} ({name})" for name, each in judgment_formats().items())
        raise FormatError(
            place=Place(source.name, 1),
            expected=f"a file of judgments: {titles}",
            found=repr(head.partition("\n")[0][:80]) if head else "an empty file",
            remedy="Name the format if it is one of them.",
        )
    return found
