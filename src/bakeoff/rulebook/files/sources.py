"""Rulebooks as files: found by name or path, joined with the rulebooks they build on, each key with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path as FilePath
from typing import Any

from bakeoff.data import Finding
from bakeoff.errors import BakeoffError, Place
from bakeoff.rulebook.files.aliases import canonical_keys
from bakeoff.rulebook.files.toml_lines import Path, key_lines
from bakeoff.rulebook.finding_codes import rulebook_finding
from bakeoff.rulebook.mistakes import nearest

MAX_BYTES = 1 << 20
"""The longest of the shipped ones has a fiftieth of that."""
_MAX_DEPTH = 8
_MAX_LEVELS = 16
"""The schema has five; without a limit a key of a thousand parts would take a thousand places."""
_MAX_DOTS = 1000
"""In a line."""
_TOML_WORDS = {
    "Cannot overwrite a value": ("a duplicate key", "each key once in a table"),
    "Invalid value": ("a value without quotes", "text in quotes, a number, a date, true, false or a list"),
}
"""What the parser says and what it means."""
_SHORT_TIME = re.compile(r"=\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d\s*(#|$)")
_LINE = re.compile(r"^(.*) \(at line (\d+), column \d+\)$")


class RulebookError(BakeoffError):
    """A rulebook has mistakes; `findings` names all of them."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self.findings = findings
        super().__init__(findings)

    def __str__(self) -> str:
        first, *others = self.findings
        sentence = str(first).partition("] ")[2]
        if not others:
            return sentence
        more = "another mistake" if len(others) == 1 else f"{len(others)} more mistakes"
        return f"{sentence} There {'is' if len(others) == 1 else 'are'} {more}; `bakeoff campaign validate` lists all."


@dataclass(frozen=True, slots=True)
class RawRulebook:
    """What a rulebook says, with those it builds on, before it is checked."""

    name: str
    content: Mapping[str, Any]
    places: Mapping[Path, Place]

    def place(self, path: Path) -> Place:
        """Where a key is, or the closest table around it."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path[:-1]
        return Place(self.name, 1)


@cache
def rulebook_files() -> Mapping[str, FilePath]:
    """The rulebooks known by name: our own and the ones that other distributions add (`bakeoff.rulebooks`)."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load

    own = sorted(FilePath(str(files("bakeoff.rulebook") / "library")).glob("*.toml"))
    known = {path.stem: path for path in own}
    for entry in entry_points(group="bakeoff.rulebooks"):
        known.setdefault(entry.name, FilePath(entry.load()))
    return known


def rulebook_names() -> tuple[str, ...]:
    """The names of the rulebooks that can be used without a path."""
    return tuple(rulebook_files())


def find_rulebook(name: str | FilePath) -> FilePath:
    """The file of a rulebook given by name or path."""
    if str(name) in rulebook_files():
        return rulebook_files()[str(name)]
    path = FilePath(name)
    if not path.is_file():
        known = ", ".join(rulebook_files())
        hint = nearest(str(name), rulebook_names())
        raise BakeoffError(f"there is no rulebook {str(name)!r}: expected a file or one of {known}. {hint}".strip())
    return path


def read_raw(name: str | FilePath) -> RawRulebook:
    """A rulebook and those it builds on (`extends`), as one."""
    return _read(find_rulebook(name), ())


def read_raw_text(text: str, name: str) -> RawRulebook:
    """The same from a text that came from elsewhere; it may build on rulebooks known by name only, not on files."""
    # Halves of characters, which JSON can hold, become bytes that are refused with their line.
    return _joined(text.encode(errors="surrogatepass"), name, None, ())


def _read(path: FilePath, through: tuple[FilePath, ...]) -> RawRulebook:
    shown = path.name if path in rulebook_files().values() else str(path)
    if path.resolve() in through or len(through) >= _MAX_DEPTH:
        raise _syntax(Place(shown, 1), f"{path.name} again", "a rulebook that does not build on itself")
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    return _joined(data, shown, path.parent, (*through, path.resolve()))


def _joined(data: bytes, shown: str, folder: FilePath | None, through: tuple[FilePath, ...]) -> RawRulebook:
    """A rulebook with the ones it builds on; `folder` holds the files next to it."""
    content, lines = canonical_keys(*_parsed(data, shown))
    places: dict[Path, Place] = {key: Place(shown, line) for key, line in lines.items()}
    base_name, without = content.pop("extends", None), content.pop("without", [])
    if base_name is None:
        return RawRulebook(shown, content, places)
    base = _read(_base(base_name, folder, places[("extends",)]), through)
    kept = _without(base.content, without, places.get(("without",), Place(shown)))
    return RawRulebook(shown, _merged(kept, content), {**base.places, **places})


def _parsed(data: bytes, shown: str) -> tuple[dict[str, Any], Mapping[Path, int]]:
    if len(data) > MAX_BYTES:
        raise _syntax(Place(shown), f"more than {MAX_BYTES:,} bytes", "a rulebook")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _syntax(Place(shown, line), f"the byte 0x{data[error.start]:02X}", "UTF-8 text") from None
    # The parser takes the square of the number of parts of a key.
    if any(line.count(".") > _MAX_DOTS for line in text.split("\n")):
        raise _too_deep(shown)
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(shown) from None
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        match = _LINE.match(str(error))
        line = int(match[2]) if match else text.count("\n") + 1
        found = match[1] if match else str(error).removesuffix(" (at end of document)")
        found, expected = _TOML_WORDS.get(found, (found, "well-formed TOML"))
        # Only LF counts, as for the parser; the end of the document may be an empty line after it.
        if _SHORT_TIME.search(text.split("\n")[line - 1]):  # allowed in TOML 1.1 only
            expected, found = "a time with seconds or in quotes", "one without"
        raise _syntax(Place(shown, line), found[:1].lower() + found[1:], expected) from None
    if _is_deeper(content, _MAX_LEVELS):
        raise _too_deep(shown)
    return content, key_lines(text)


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether tables and lists are nested deeper than that; never goes deeper itself."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_is_deeper(each, levels - 1) for each in inner) if levels else bool(inner)


def _too_deep(shown: str) -> RulebookError:
    return _syntax(
        Place(shown),
        "tables or lists nested deeper",
        f"at most {_MAX_LEVELS} levels",
        "Write each key under the table that the reference of rulebooks names.",
    )


def _base(name: Any, folder: FilePath | None, place: Place) -> FilePath:
    """The rulebook that another builds on: by name, or a file next to it."""
    if str(name) in rulebook_files():
        return rulebook_files()[str(name)]
    if folder is not None and _is_file(folder / str(name)):
        return folder / str(name)
    neighbour = "" if folder is None else "a file next to this one or "
    raise _syntax(place, repr(name), f"{neighbour}one of {', '.join(rulebook_files())}")


def _is_file(path: FilePath) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _without(content: Mapping[str, Any], names: Any, place: Place) -> dict[str, Any]:
    """The rules without some tables or keys, named by their path: `phases.dry-run`."""
    left = dict(content)
    for name in names if isinstance(names, list) else [names]:
        *way, last = _key_parts(name, place)
        table: Any = left
        for part in way:
            if isinstance(table.get(part), Mapping):
                table[part] = dict(table[part])
            table = table.get(part) if isinstance(table.get(part), dict) else {}
        if last not in table:
            expected = "a path in the rulebook that this one builds on"
            raise _syntax(place, repr(name), expected, nearest(last, tuple(table)))
        del table[last]
        if way == ["language_pairs"]:
            left["test_sets"] = _without_pair(left.get("test_sets", {}), last)
    return left


def _without_pair(test_sets: Any, pair: str) -> Any:
    """Test sets whose subsets and genres are no longer those of a language pair that was left out."""
    if isinstance(test_sets, Mapping):
        return {
            key: {part: [each for each in pairs if each != pair] for part, pairs in value.items()}
            if key in ("subset_pairs", "genre_pairs")
            else _without_pair(value, pair)
            for key, value in test_sets.items()
        }
    return test_sets


def _key_parts(name: Any, place: Place) -> list[str]:
    """The parts of a dotted key, quoted where TOML asks for it."""
    try:
        keys: Any = tomllib.loads(f"{name} = 0")
    except (ValueError, RecursionError):
        raise _syntax(place, repr(name), "a path such as phases.dry-run") from None
    parts = []
    while isinstance(keys, Mapping) and keys:
        parts.append(next(iter(keys)))
        keys = keys[parts[-1]]
    if not parts:
        raise _syntax(place, repr(name), "a path such as phases.dry-run")
    return parts


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are joined key by key; anything else replaces what the base says."""
    joined = dict(base)
    for key, value in own.items():
        under = joined.get(key)
        joined[key] = _merged(under, value) if isinstance(under, Mapping) and isinstance(value, Mapping) else value
    return joined


def _syntax(place: Place, found: str, expected: str, remedy: str = "") -> RulebookError:
    return RulebookError(
        (rulebook_finding("rulebook-syntax", place=place, found=found, expected=expected, remedy=remedy),)
    )
