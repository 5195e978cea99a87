"""Rows of files of judgments: their names, duplicates, and every mistake in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Literal, NoReturn

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.sources import Source

EqualRows = Literal["refuse", "once", "keep"]
"""What becomes of a row that is the same as an earlier one in every cell: a mistake, counted once, counted again."""
_REMEDY = "Take it out, or say that equal rows are counted once or kept (--equal-rows once, --equal-rows keep)."


class Rows:
    """The rows of one file of judgments, or of several that are read together."""

    def __init__(self, equal: EqualRows = "refuse") -> None:
        self.equal = equal
        self._seen: dict[bytes, Place] = {}
        self._files: dict[bytes, Source] = {}
        self._ids: dict[str, Place] = {}
        self._names: dict[str, int] = {}
        self._label = ""
        self._left_out = self._kept = 0

    def start(self, source: Source) -> None:
        """The rows that come now are those of this file."""
        name = source.base_name
        self._names[name] = number = self._names.get(name, 0) + 1
        self._label = name if number == 1 else f"{name}({number})"
        self._left_out = self._kept = 0

    def check_file(self, source: Source, digest: bytes) -> None:
        """Refuses a file with the same bytes as one before."""
        if (first := self._files.setdefault(digest, source)) is not source:
            found = "it twice" if first.name == source.name else f"what is in {first.name}"
            raise FormatError(place=Place(source.name), expected="each file once", found=found, remedy="Name it once.")

    def id_of(self, place: Place) -> str:
        """The id of a judgment whose row has none: file and line. Files of the same name are numbered."""
        return f"{self._label}:{place.line}"

    def check_id(self, judgment: Judgment) -> None:
        """Refuses a judgment whose row has an id that another had before."""
        first = self._ids.setdefault(judgment.id, judgment.place)
        if first is not judgment.place:
            raise FormatError(
                place=judgment.place,
                expected="each judgment once",
                found=f"{judgment.id}, which {_said(first, judgment.place)} has already",
                remedy="Take it out, or give it another id if somebody answered twice.",
            )

    def is_new(self, row: Iterable[object], place: Place, *, sent_again: bool = False) -> bool:
        """Whether a row counts: it does where it differs from all before, and where equal rows are kept.

        Where they are refused, an equal row is a `FormatError`; not so with `sent_again`, where the time in the row
        says that both are one answer. Rows are held as digests of 16 bytes, which do not meet by chance.
        """
        first = self._seen.setdefault(blake2b(repr(tuple(row)).encode(), digest_size=16).digest(), place)
        if first is place:
            return True
        if self.equal == "refuse" and not sent_again:
            raise FormatError(
                place=place, expected="each row once", found=f"that of {_said(first, place)} again", remedy=_REMEDY
            )
        is_kept = self.equal == "keep" and not sent_again
        self._kept += is_kept
        self._left_out += not is_kept
        return is_kept

    def remarks(self, source: Source) -> list[str]:
        """Remarks on the file that was read."""
        counts = [(self._left_out, "count once"), (self._kept, "count again")]
        return [f"{source.name}: {count:,} rows that are the same as others {what}." for count, what in counts if count]


def _said(first: Place, place: Place) -> str:
    return f"line {first.line}" if first.file == place.file else str(first)


class Mistakes:
    """The mistakes of a file so far. What was read counts only once `check` has passed."""

    def __init__(self) -> None:
        self._found: list[InputError] = []

    def add(self, place: Place, *, expected: str, found: str, remedy: str = "") -> None:
        self._found.append(FormatError(place=place, expected=expected, found=found, remedy=remedy))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Notes the mistake that ends the block, and continues after the block."""
        try:
            yield
        except InputError as mistake:
            self._found.append(mistake)

    def check(self) -> None:
        """Raises all mistakes together, if there are any."""
        if self._found:
            raise MistakesError(self._found)


def json_in(cell: str) -> Any:
    """The value in a cell; None where it is no JSON, which has neither a key twice nor numbers that are none."""
    try:
        return strict_json(cell)
    except (RecursionError, ValueError):
        return None


def strict_json(text: str) -> Any:
    """The value of a text; a ValueError where a key occurs twice or a number is not a number."""
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key twice")
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name}, which is no number")
