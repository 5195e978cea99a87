"""Writing elements: escapes, attributes, and what a file with markup cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bakeoff.data import Document, Segment, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.text.text_file import place_in

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*|xml:[a-z]+")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)


def attributes(values: Iterable[tuple[str, str]]) -> str:
    """Attributes of an XML element, each after a blank."""
    return "".join(f' {name}="{value.translate(_VALUE)}"' for name, value in values)


def escaped(text: str) -> str:
    """Text between tags."""
    return text.translate(_TEXT)


def check_characters(value: str, place: Place) -> None:
    """XML 1.0 has no way to write some characters, not even by number."""
    illegal = _ILLEGAL.search(value)
    if illegal:
        raise FormatError(
            place=place,
            expected="characters that markup can hold",
            found=f"U+{ord(illegal[0]):04X}",
            remedy="Remove it.",
        )


def check_attributes(
    values: Mapping[str, str], place: Place, *, taken: Iterable[str] = (), names: re.Pattern[str] = _NAME
) -> None:
    """Names must be fit for markup and must not be `taken` by what the format itself writes there."""
    for name, value in values.items():
        if not names.fullmatch(name) or name in taken:
            raise FormatError(
                place=place,
                expected="attributes with names that the format can hold",
                found=repr(name),
                remedy="Rename the attribute.",
            )
        check_characters(value, place)


def check_wrapper(kind: str, place: Place, *, taken: Iterable[str]) -> None:
    """The kind of a block becomes the name of an element."""
    if not _NAME.fullmatch(kind) or kind in taken:
        raise FormatError(
            place=place,
            expected="wrappers of segments with names that elements can have",
            found=repr(kind),
            remedy="Rename it.",
        )


def needed(value: str | None, what: str, remedy: str, place: Place) -> str:
    """A value that the format cannot do without."""
    if not value:
        raise FormatError(place=place, expected=what, found="none", remedy=remedy)
    check_characters(value, place)
    return value


def segment_element(segment: Segment, document: Document, text: TextSet) -> str:
    """A `seg` of XML on a line of its own."""
    place = place_in(text, document, segment)
    needed(segment.id, "an id for each segment", "", place)
    check_characters(segment.text, place)
    if segment.attributes:
        check_attributes(segment.attributes, place, taken=("id",))
    own = attributes([("id", segment.id), *segment.attributes.items()])
    return f"<seg{own}>{escaped(segment.text)}</seg>\n"
