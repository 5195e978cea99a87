"""Plain text: one segment a line, nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.data import Document, Segment, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.text.text_file import Role, only_set, place_in, text_set


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:
    """One set of one document whose segments are counted from 1. A last line need not end in LF."""
    if source.head.decode(source.encoding, errors="replace").startswith("\ufeff"):
        source.remarks.append(
            f"{source.name} starts with a byte order mark, which is not part of the text. "
            "sacreBLEU's command line counts it as part of the first word."
        )
    segments = tuple(Segment(str(number), line) for number, line in enumerate(source.lines(), start=1))
    document = Document("1", segments, numbered=True)
    return (text_set(role, source.base_name, documents=(document,), file=source.name),)


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """The segments' texts, a line each."""
    text = only_set(sets, "plain text")
    first = True
    for document in text.documents:
        for segment in document.segments:
            line = segment.text
            if "\n" in line or "\r" in line or "\0" in line:
                raise _not_one_line(line, place_in(text, document, segment))
            if first and line.startswith("\ufeff"):
                yield "\ufeff"  # a reader takes the first one for a byte order mark
            first = False
            yield line
            yield "\n"


def _not_one_line(line: str, place: Place) -> FormatError:
    if "\0" in line:
        return FormatError(place=place, expected="text", found="a NUL character", remedy="Remove it.")
    return FormatError(
        place=place,
        expected="a segment of one line",
        found="a line break",
        remedy="Replace line breaks by blanks (--join-lines).",
    )
