"""The line of each key of a TOML text, which the parser of the standard library does not report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_OTHER_VALUE = re.compile(r"[^,\]}\n#]*")
_STRINGS = (
    (re.compile(r'"""(?:\\.|(?!""").)*"""+', re.DOTALL), '"""'),
    (re.compile(r"'''.*?'''+", re.DOTALL), "'''"),
    (re.compile(r'"(?:\\.|[^"\\])*"'), '"'),
    (re.compile(r"'[^']*'"), "'"),
)


def key_lines(text: str) -> Mapping[Path, int]:
    r"""The line (from 1) of every table, key and array element of a TOML text that is known to be well formed.

    >>> key_lines('[a.b]\nc = [1,\n 2]')[("a", "b", "c", 1)]
    3
    """
    return _Scanner(text).lines()


def _unquoted(key: str) -> str:
    if key.startswith("'") or "\\" not in key:
        return key[1:-1]
    return str(tomllib.loads(f"key = {key}")["key"])


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._arrays: dict[Path, int] = {}
        self._line, self._counted = 1, 0

    def lines(self) -> Mapping[Path, int]:
        table: Path = ()
        while self._skip(_SPACE):
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)
        return self._lines

    def _skip(self, what: re.Pattern[str]) -> bool:
        """Whether anything is left after it."""
        if match := what.match(self._text, self._at):
            self._at = match.end()
        return self._at < len(self._text)

    def _note(self, path: Path) -> None:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        for length in range(1, len(path) + 1):
            self._lines.setdefault(path[:length], self._line)

    def _header(self) -> Path:
        double = self._text.startswith("[[", self._at)
        start = self._at
        self._at += 2 if double else 1
        path = self._inside_arrays(self._key())
        if double:
            number = self._arrays.get(path, -1) + 1
            self._arrays[path] = number
            path = (*path, number)
        after, self._at = self._at, start
        self._note(path)
        self._at = after + (2 if double else 1)
        return path

    def _inside_arrays(self, key: tuple[str, ...]) -> Path:
        """The path with the number of the last table of each array of tables on the way."""
        path: Path = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self._arrays:
                path = (*path, self._arrays[path])
        return (*path, key[-1])

    def _pair(self, table: Path) -> None:
        start = self._at
        path = (*table, *self._key())
        after, self._at = self._at, start
        self._note(path)
        self._at = after + 1  # the sign of equality
        self._skip(_BLANK)
        self._value(path)

    def _key(self) -> tuple[str, ...]:
        parts = []
        while True:
            self._skip(_BLANK)
            if self._text[self._at] in "\"'":
                parts.append(_unquoted(self._string()))
            elif match := _BARE.match(self._text, self._at):
                parts.append(match.group())
                self._at = match.end()
            self._skip(_BLANK)
            if not self._text.startswith(".", self._at):
                return tuple(parts)
            self._at += 1

    def _string(self) -> str:
        for pattern, quote in _STRINGS:
            if self._text.startswith(quote, self._at) and (match := pattern.match(self._text, self._at)):
                self._at = match.end()
                return match.group()
        return ""

    def _value(self, path: Path) -> None:
        opened = self._text[self._at]
        if opened in "\"'":
            self._string()
        elif opened == "[":
            self._listed(path, "]")
        elif opened == "{":
            self._listed(path, "}")
        else:
            self._skip(_OTHER_VALUE)

    def _listed(self, path: Path, end: str) -> None:
        """The elements of an array or the pairs of an inline table."""
        self._at += 1
        number = 0
        while self._skip(_SPACE) and not self._text.startswith(end, self._at):
            if self._text.startswith(",", self._at):
                self._at += 1
            elif end == "}":
                self._pair(path)
            else:
                self._note((*path, number))
                self._value((*path, number))
                number += 1
        self._at += 1
