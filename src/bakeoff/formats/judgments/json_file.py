"""Files that are one JSON value, whose mistakes are named with the line of the element that they are in."""

from __future__ import annotations

import json
from bisect import bisect
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import strict_json
from bakeoff.formats.sources import open_source

ElementPath = tuple[str | int, ...]
"""The keys of objects and the numbers of elements of lists, from the outside in."""
_SPACE = " \t\r\n"
_DEPTH = 4
"""How deep lines are known: items are in lists of documents of people under a key."""


@dataclass(frozen=True)
class JsonFile:
    """The value of a file, and where in the file its elements start."""

    value: Any
    name: str
    text: str

    def place(self, *path: str | int) -> Place:
        """The line of an element, or of the innermost known one that it is in."""
        known = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in self._starts)
        return Place(self.name, 1 + bisect(self._ends, self._starts[known]))

    @cached_property
    def _ends(self) -> list[int]:
        """Where each line ends."""
        return list(accumulate(len(line) + 1 for line in self.text.split("\n")))

    @cached_property
    def _starts(self) -> dict[ElementPath, int]:
        starts: dict[ElementPath, int] = {}
        _walk(self.text, _after_space(self.text, 0), (), starts)
        return starts


def json_file(path: str | Path, expected: str, *, remedy: str = "Copy the file again.") -> JsonFile:
    """The value of a JSON file, gzipped or not; a mistake has its line."""
    with open_source(path) as source:
        text = source.text()
        try:
            return JsonFile(strict_json(text), source.name, text)
        except json.JSONDecodeError as error:
            found = f"{error.msg} at character {error.colno}" if text.strip() else "an empty file"
            is_cut = error.pos >= len(text.rstrip())
            todo = "The file may be cut off: copy it again." if is_cut else remedy
            place = Place(source.name, error.lineno)
            raise FormatError(place=place, expected=expected, found=found, remedy=todo) from None
        except (RecursionError, ValueError) as error:
            raise FormatError(
                place=Place(source.name), expected=expected, found=str(error)[:80], remedy=remedy
            ) from None


def _walk(text: str, at: int, path: ElementPath, starts: dict[ElementPath, int]) -> int:
    """Notes where an element and those in it start; the place after it. The text is known to be JSON."""
    starts[path] = at
    if len(path) == _DEPTH or text[at] not in "[{":
        return _DECODER.raw_decode(text, at)[1]
    is_object = text[at] == "{"
    at = _after_space(text, at + 1)
    number = 0
    while text[at] not in "]}":
        key: str | int = number
        number += 1
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        at = _after_space(text, _walk(text, at, (*path, key), starts))
        if text[at] == ",":
            at = _after_space(text, at + 1)
    return at + 1


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


_DECODER = json.JSONDecoder()
