"""The text of a rulebook that is to say something else: keys change where they are written, comments stay."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from bakeoff.rulebook.files.sources import RulebookError, read_raw_text
from bakeoff.rulebook.files.toml_layout import mark_comments, space_chapters
from bakeoff.rulebook.files.toml_writer import quoted_key, toml_text, write_toml

_KEPT_SHORT = frozenset(("language_pairs", "resources", "systems"))
"""Chapters whose tables are a line each."""
_NAME = "rulebook.toml"
_WITHOUT_COMMENTS = (
    "# Written again from its content: the comments and the layout of the earlier text could not be kept.\n"
)

_Path = tuple[str, ...]


def rewrite_content(text: str, target: Mapping[str, Any]) -> str:
    """A text without mistakes that says `target`, with those that it builds on joined in.

    What stays the same is not touched. Where the text is written in a way that cannot be edited, it is written again
    without its comments, and says so.
    """
    marked = mark_comments(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    try:
        edited = _edited(marked.text, target)
    except (TOMLKitError, KeyError, IndexError, TypeError, ValueError, AttributeError):
        edited = ""
    for rewritten in (space_chapters(edited, like=marked.text), edited):
        restored = marked.restored(rewritten)
        if _says(restored, target):
            return restored
    return _WITHOUT_COMMENTS + write_toml(target)


def _says(text: str, target: Mapping[str, Any]) -> bool:
    try:
        return read_raw_text(text, _NAME).content == target
    except RulebookError:
        return False


def _edited(text: str, target: Mapping[str, Any]) -> str:
    document = tomlkit.parse(text)
    before = read_raw_text(text, _NAME).content
    inherited = _base(text)
    left_out = []
    for path, value in _differences(before, target, ()):
        if value is None:
            _delete(document, path)
            if _is_in(inherited, path):
                left_out.append(".".join(map(quoted_key, path)))
        else:
            _set(document, path, value)
    if left_out:
        document["without"] = [*document.get("without", []), *left_out]
    return tomlkit.dumps(document)


def _base(text: str) -> Mapping[str, Any]:
    """What the rulebooks say that a text builds on, as far as it takes it over."""
    own = tomllib.loads(text)
    lines = [f"{key} = {toml_text(own[key])}" for key in ("extends", "without") if key in own]
    return read_raw_text("\n".join(lines), _NAME).content if "extends" in own else {}


def _differences(before: Mapping[str, Any], after: Mapping[str, Any], way: _Path) -> Iterator[tuple[_Path, Any]]:
    """Every path with another value, in the order of what comes after; None where it is gone.

    What is gone comes last: a table whose last inner table was removed takes no new one.
    """
    for key, value in after.items():
        earlier = before.get(key)
        if isinstance(earlier, Mapping) and isinstance(value, Mapping):
            yield from _differences(earlier, value, (*way, key))
        elif key not in before or type(earlier) is not type(value) or earlier != value:
            yield (*way, key), value
    for key in before:
        if key not in after:
            yield (*way, key), None


def _is_in(content: Any, path: _Path) -> bool:
    for part in path:
        if not isinstance(content, Mapping) or part not in content:
            return False
        content = content[part]
    return True


def _delete(document: Any, path: _Path) -> None:
    if _is_in(document, path):
        for part in path[:-1]:
            document = document[part]
        del document[path[-1]]


def _set(document: Any, path: _Path, value: Any) -> None:
    table = document
    for number, part in enumerate(path[:-1]):
        if part not in table:
            is_inline = isinstance(table, InlineTable)
            table[part] = tomlkit.inline_table() if is_inline else tomlkit.table(is_super_table=number == 0)
        table = table[part]
    key = path[-1]
    if isinstance(value, list | tuple) and key in table and isinstance(table[key], Array):
        _edit_array(table[key], list(value))
    elif isinstance(value, Mapping):
        table[key] = _table_item(table, path, value)
    else:
        table[key] = _list_of_tables(value) if _is_list_of_tables(value) else value


def _edit_array(array: Array, wanted: Sequence[Any]) -> None:
    """Changes an array element by element where that is possible, so that its layout stays."""
    for number in range(len(array) - 1, -1, -1):
        if array[number] not in wanted:
            del array[number]
    present = list(array.unwrap())
    if present == list(wanted[: len(present)]):
        for value in wanted[len(present) :]:
            array.append(value)
    elif present != list(wanted):
        array.clear()
        array.extend(wanted)


def _table_item(parent: Any, path: _Path, value: Mapping[str, Any]) -> Item:
    """A table in the manner of its siblings: under a header, or in braces on one line."""
    if len(path) > 1 and _is_line(parent, path):
        return tomlkit.value(toml_text(value))
    table = tomlkit.table()
    for key, each in value.items():
        is_below = len(path) == 1 and isinstance(each, Mapping)
        table[key] = _table_item(table, (*path, key), each) if is_below else tomlkit.value(toml_text(each))
    return table


def _is_line(parent: Any, path: _Path) -> bool:
    if isinstance(parent, InlineTable):
        return True
    siblings = [each for each in parent.values() if isinstance(each, Table | InlineTable)]
    if any(isinstance(each, Table) for each in siblings):
        return False
    return bool(siblings) or len(path) > 2 or path[0] in _KEPT_SHORT


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _list_of_tables(entries: Sequence[Mapping[str, Any]]) -> AoT:
    tables = tomlkit.aot()
    for entry in entries:
        table = tomlkit.table()
        for key, value in entry.items():
            table[key] = tomlkit.value(toml_text(value))
        tables.append(table)
    return tables
