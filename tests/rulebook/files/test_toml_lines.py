"""The line found for a key really holds it, for random TOML of every kind that the parser takes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.rulebook.files.toml_lines import Path, key_lines
from tests.depth import cases

STRINGS = (
    '"plain"',
    '"[not, a = {table}] # no comment"',
    '"\\"quoted\\" \\\\"',
    "'C:\\[folder]\\'",
    "''",
    '""',
    '"""one\n[two]\nkey = "three" # four\n"""',
    '"""\nends with quotes\\"""""',
    '"""a \\\n  b"""',
    "'''\n[[x]]\nkey = 'y'\n'''",
    "''''two at the ends'''''",
    '"""""\n"""',
)
OTHERS = ("1", "-0.5e3", "true", "2012-04-06", "2012-04-06T11:59:00", "2012-04-06 11:59:00+02:00", "0xf")
KEYS = ("key", "a-b", "'literal.key'", '"quoted key"', '"with \\"marks\\" = and ["', "'#'", '"\\u00e9"', "12")


class Writer:
    """Writes TOML and notes on which line every path is first named."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.text = ""
        self.lines: dict[Path, int] = {}
        self.count = 0

    def note(self, path: Path) -> None:
        line = self.text.count("\n") + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def key(self) -> tuple[str, str]:
        """A key as it is written and as it is read, never the same twice."""
        self.count += 1
        written = self.draw(st.sampled_from(KEYS))
        if written[0] in "\"'":
            written = f"{written[:-1]}{self.count}{written[-1]}"
        else:
            written += str(self.count)
        (read,) = tomllib.loads(f"{written} = 0")
        return written, read

    def dotted(self) -> tuple[str, Path]:
        keys = [self.key() for _ in range(self.draw(st.integers(1, 3)))]
        dot = self.draw(st.sampled_from([".", " . "]))
        return dot.join(written for written, _ in keys), tuple(read for _, read in keys)

    def pair(self, table: Path, depth: int) -> None:
        written, read = self.dotted()
        self.note((*table, *read))
        self.text += written + self.draw(st.sampled_from([" = ", "=", "\t=  "]))
        self.value((*table, *read), depth)

    def value(self, path: Path, depth: int) -> None:
        kind = self.draw(st.sampled_from(["string", "other"] + ["array", "inline"] * (depth > 0)))
        if kind == "string":
            self.text += self.draw(st.sampled_from(STRINGS))
        elif kind == "other":
            self.text += self.draw(st.sampled_from(OTHERS))
        elif kind == "array":
            self.array(path, depth - 1)
        else:
            self.inline(path, depth - 1)

    def array(self, path: Path, depth: int) -> None:
        self.text += "["
        for number in range(self.draw(st.integers(0, 3))):
            self.text += self.draw(st.sampled_from(["", " ", "\n  ", " # ], 'not\n", "\n\n# }\n"]))
            self.note((*path, number))
            self.value((*path, number), depth)
            self.text += self.draw(st.sampled_from([",", " ,", "\n,"]))
        self.text += self.draw(st.sampled_from(["", "\n", " # end ]\n"])) + "]"

    def inline(self, path: Path, depth: int) -> None:
        self.text += "{ "
        for number in range(self.draw(st.integers(0, 2))):
            self.text += ", " if number else ""
            self.pair(path, depth)
        self.text += " }"

    def end(self) -> None:
        self.text += self.draw(st.sampled_from(["\n", " # comment [x] = 'y\n", "\n\n", "\n# [no.table]\n"]))

    def pairs(self, table: Path) -> None:
        for _ in range(self.draw(st.integers(0, 3))):
            self.pair(table, 2)
            self.end()

    def tables(self) -> None:
        for _ in range(self.draw(st.integers(0, 3))):
            written, read = self.dotted()
            self.note(read)
            self.text += f"[{written}]"
            self.end()
            self.pairs(read)

    def arrays_of_tables(self) -> None:
        if not self.draw(st.booleans()):
            return
        written, read = self.dotted()
        under, name = self.key()
        for number in range(self.draw(st.integers(1, 3))):
            self.note((*read, number))
            self.text += f"[[ {written} ]]"
            self.end()
            self.pairs((*read, number))
            for inner in range(self.draw(st.integers(0, 2))):
                self.note((*read, number, name, inner))
                self.text += f"[[{written}.{under}]]"
                self.end()
                self.pairs((*read, number, name, inner))


@st.composite
def documents(draw: Any) -> tuple[str, dict[Path, int]]:
    writer = Writer(draw)
    writer.pairs(())
    writer.tables()
    writer.arrays_of_tables()
    return writer.text, writer.lines


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


@settings(max_examples=cases(200))
@given(documents())
def test_every_key_is_found_on_the_line_where_it_is_first_named(document: tuple[str, dict[Path, int]]) -> None:
    text, lines = document
    assert set(paths(tomllib.loads(text))) == set(lines)  # the writer wrote what it noted
    assert key_lines(text) == lines


@settings(max_examples=cases(30))
@given(documents())
def test_line_ends_of_other_systems_do_not_matter(document: tuple[str, dict[Path, int]]) -> None:
    text, lines = document
    assert key_lines(text.replace("\n", "\r\n")) == lines


def test_tables_that_are_named_twice_have_their_first_line() -> None:
    text = "[a.b]\nx = 1\n[a]\ny = 2\n[a.c]\n"
    assert key_lines(text) == {("a",): 1, ("a", "b"): 1, ("a", "b", "x"): 2, ("a", "y"): 4, ("a", "c"): 5}
