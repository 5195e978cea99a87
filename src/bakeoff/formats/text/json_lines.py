"""JSON Lines: an object for each segment, with `text` and, where known, `document` and `segment`.

Every other key is an attribute: of the document where all its objects have the same value, else of the segments. Ids
and attributes are strings or whole numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.data import TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.text.rows import RESERVED, Row, documents_of, rows_of
from bakeoff.formats.text.text_file import Role, only_set, text_set

_KINDS = {
    dict: "an object",
    list: "a list",
    float: "a fraction",
    bool: "true or false",
    int: "a number",
    str: "a string",
}


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:
    """One set; without the keys `document` and `segment` its segments are counted as in plain text."""
    rows = (_row(line, Place(source.name, number)) for number, line in enumerate(source.lines(), start=1))
    documents = documents_of(rows, source.name)
    return (text_set(role, source.base_name, documents=documents, file=source.name),)


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """One object a line; the ids are left out where the segments were only counted off."""
    for row in rows_of(only_set(sets, "JSON Lines"), "JSON Lines"):
        ids = {} if row.document is None else {"document": row.document, "segment": row.segment}
        yield json.dumps({**ids, **row.attributes, "text": row.text}, ensure_ascii=False) + "\n"


def _row(line: str, place: Place) -> Row:
    values = _object(line, place)
    text = values.get("text")
    if not isinstance(text, str):
        found = "no such key" if text is None else _KINDS.get(type(text), "something else")
        raise FormatError(place=place, expected="a string under the key text", found=found)
    return Row(
        place.line or 0,
        _named(values, "document", place),
        _named(values, "segment", place),
        text,
        {key: _value(key, value, place) for key, value in values.items() if key not in RESERVED and value is not None},
    )


def _object(line: str, place: Place) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        found = "an empty line" if not line.strip() else f"something else at character {error.pos + 1}"
        raise FormatError(place=place, expected="a JSON object", found=found) from None
    except (RecursionError, ValueError):  # nested too deeply; a number of thousands of digits
        raise FormatError(place=place, expected="a flat JSON object", found="a monstrous value") from None
    if not isinstance(value, _Pairs):
        found = _KINDS.get(type(value), "null")
        raise FormatError(place=place, expected="a JSON object", found=found)
    values = dict(value)
    if len(values) != len(value):
        raise FormatError(place=place, expected="each key once", found="a key twice")
    if "\\u" in line:
        _check_surrogates(values, place)
    return values


class _Pairs(list[tuple[str, Any]]):
    """An object before its keys are known to be different."""


def _check_surrogates(values: dict[str, Any], place: Place) -> None:
    try:
        "".join(part for pair in values.items() for part in pair if isinstance(part, str)).encode()
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise FormatError(place=place, expected="characters", found=f"half a character (\\u{code:04x})") from None


def _named(values: dict[str, Any], key: str, place: Place) -> str | None:
    value = values.get(key)
    if value is None:
        return None
    text = _value(key, value, place)
    if not text:
        raise FormatError(place=place, expected=f"an id under the key {key}", found="an empty string")
    return text


def _value(key: str, value: object, place: Place) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    kind = "an object" if isinstance(value, _Pairs) else _KINDS.get(type(value), "something else")
    raise FormatError(place=place, expected=f"a string or a whole number under the key {key}", found=kind)
