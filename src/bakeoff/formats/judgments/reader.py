"""Reading files of judgments, whatever their format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import get_args

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, FormatError, InputError, MistakesError, Place
from bakeoff.formats.judgments.registry import JudgmentFormat, judgment_format_named, judgment_formats, recognised
from bakeoff.formats.judgments.rows import EqualRows, Rows
from bakeoff.formats.sources import MAX_BYTES, Source, open_source

OnRemark = Callable[[str], None]


def read_judgments(
    path: str | Path,
    *,
    format: str | None = None,
    equal_rows: EqualRows = "refuse",
    max_bytes: int = MAX_BYTES,
    on_remark: OnRemark | None = None,
) -> tuple[Judgment, ...]:
    """All judgments of a file (`-`: standard input), gzipped or not; the format is recognised unless given.

    A file with mistakes is read to its end and refused with a `MistakesError` that names them all: nothing is imported
    by halves. A row that is the same as another in every cell is one of them, unless `equal_rows` says otherwise.
    `on_remark` gets what was passed over.
    """
    return read_judgment_files([path], format=format, equal_rows=equal_rows, max_bytes=max_bytes, on_remark=on_remark)


def read_judgment_files(
    paths: Sequence[str | Path],
    *,
    format: str | None = None,
    equal_rows: EqualRows = "refuse",
    max_bytes: int = MAX_BYTES,
    on_remark: OnRemark | None = None,
) -> tuple[Judgment, ...]:
    """The judgments of several files, one file after the other; mistakes of all files are named together.

    A row of one file that is in another, too, is a mistake like one that is in the same file; and so is a file
    that is given twice.
    """
    if equal_rows not in get_args(EqualRows):
        raise ExpressionError(f"equal rows are {', '.join(get_args(EqualRows))}; found {equal_rows!r}.")
    given = judgment_format_named(format) if format else None
    rows = Rows(equal_rows)
    judgments: list[Judgment] = []
    mistakes: list[InputError] = []
    for path in paths:
        try:
            judgments += _read(path, given, rows, max_bytes, on_remark)
        except MistakesError as found:
            mistakes += found.mistakes
        except InputError as mistake:
            if len(paths) == 1:
                raise
            mistakes.append(mistake)
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(judgments)


def _read(
    path: str | Path,
    given: JudgmentFormat | None,
    rows: Rows,
    max_bytes: int,
    on_remark: OnRemark | None,
) -> tuple[Judgment, ...]:
    with open_source(path, max_bytes=max_bytes) as source:
        kind = given or _recognise(source)
        digest = sha256()
        source.watch(digest.update)
        rows.start(source)
        try:
            judgments = kind.load().read(source, rows)
        except InputError as mistake:
            raise MistakesError([_with_remedy(mistake)]) from None
        except MistakesError as found:
            # Of a file that was read already, every row would be named.
            rows.check_file(source, digest.digest())
            raise MistakesError([_with_remedy(mistake) for mistake in found.mistakes]) from None
        rows.check_file(source, digest.digest())
        if not judgments:
            raise FormatError(
                place=Place(source.name), expected="at least one judgment", found="none", remedy="Export it again."
            )
        if on_remark is not None:
            for remark in (*source.remarks, *rows.remarks(source)):
                on_remark(remark)
        return judgments


def _with_remedy(mistake: InputError) -> InputError:
    """The same mistake, with what to do where its format does not know anything better."""
    if mistake.remedy:
        return mistake
    remedy = "Export it again." if mistake.place.line is None else "Export it again, or correct the line."
    return type(mistake)(place=mistake.place, expected=mistake.expected, found=mistake.found, remedy=remedy)


def recognise_judgments(path: str | Path) -> JudgmentFormat | None:
    """The format of a file of judgments; None where it is none of them."""
    with open_source(path) as source:
        return next(recognised(_head(source)), None)


def _head(source: Source) -> str:
    return source.head.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _recognise(source: Source) -> JudgmentFormat:
    head = _head(source)
    judgment_format = next(recognised(head), None)
    if judgment_format is None:
        titles = ", ".join(f"{each.title} ({name})" for name, each in judgment_formats().items())
        raise FormatError(
            place=Place(source.name, 1),
            expected=f"a file of judgments: {titles}",
            found=repr(head.partition("\n")[0][:80]) if head else "an empty file",
            remedy="Name the format if it is one of them.",
        )
    return judgment_format
