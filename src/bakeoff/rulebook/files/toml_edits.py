"""Values of a TOML text changed where they are written, so that comments, order and layout stay."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.files.toml_lines import Path, key_lines

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_VALUE = (
    r'("""(?:\\.|(?!""").)*"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|[^\s,}\]#](?:[^,}\]#\n]*[^\s,}\]#])?)"
)


def rewrite_values(text: str, rewritten: Mapping[Path, Callable[[str], str]]) -> str:
    r"""A well-formed TOML text with other values under some of its keys; each function gets the value as written.

    >>> rewrite_values("[a]\nb = 1  # one\n", {("a", "b"): lambda written: "2"})
    '[a]\nb = 2  # one\n'
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    places: dict[tuple[int, str], list[Path]] = defaultdict(list)
    for path, line in key_lines(text).items():
        if isinstance(path[-1], str):
            places[line, path[-1]].append(path)
    changes = []
    for (line, key), paths in places.items():
        if rewritten.keys().isdisjoint(paths):
            continue
        # Pairs of an inline table share a line: they come in the order in which they were found.
        for path, match in zip(paths, _pairs_from(text, starts[line - 1], key), strict=False):
            if path in rewritten:
                changes.append((match.start(1), match.end(1), rewritten[path](match[1])))
    for start, end, value in sorted(changes, reverse=True):
        text = text[:start] + value + text[end:]
    return text


def _pairs_from(text: str, start: int, key: str) -> Sequence[re.Match[str]]:
    """The pairs with a key that start on a line."""
    pattern = re.compile(rf"""(?<![\w"'-])["']?{re.escape(key)}["']?[ \t]*=[ \t]*{_VALUE}""", re.DOTALL)
    end = text.find("\n", start)
    last = len(text) if end < 0 else end
    return [match for match in pattern.finditer(text, start) if match.start() < last]


def add_values(text: str, added: Mapping[Path, str]) -> str:
    r"""A well-formed TOML text with values, as TOML writes them, under keys that it does not have yet.

    >>> add_values("[a]\nb = 1\n", {("a", "c"): "2", ("d", "e"): "3"})
    '[a]\nc = 2\nb = 1\n\n[d]\ne = 3\n'
    """
    tables: dict[Path, list[str]] = defaultdict(list)
    for path, value in added.items():
        tables[path[:-1]].append(f"{_key(str(path[-1]))} = {value}")
    lines = text.rstrip("\n").split("\n")
    headers = {_header(line): number for number, line in enumerate(lines) if line.lstrip().startswith("[")}
    for table, pairs in sorted(tables.items(), key=lambda item: -headers.get(item[0], len(lines))):
        if table in headers:
            lines[headers[table] + 1 : headers[table] + 1] = pairs
    for table, pairs in tables.items():
        if table not in headers:
            lines += ["", f"[{'.'.join(_key(str(part)) for part in table)}]", *pairs]
    return "\n".join(lines) + "\n"


def check_content(text: str, expected: Mapping[str, Any]) -> None:
    """Refuses a text that does not say what it was to say: it was written in a way that could not be edited."""
    try:
        is_right = tomllib.loads(text) == expected
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise BakeoffError(
            "The dates of this rulebook could not be moved, because of the way its tables are written. Write each "
            "phase as a separate table, such as [phases.evaluation], with start and end on separate lines."
        )


def _header(line: str) -> Path:
    """The path of a table by its header; nothing for an element of an array of tables or a line of another kind."""
    try:
        content: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    path: Path = ()
    while isinstance(content, dict) and len(content) == 1:
        ((key, content),) = content.items()
        path = (*path, key)
    return path if content == {} else ()


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)
