"""Published scores added to the text of a rulebook, or removed from it; the rest of the text stays as it is."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.files.toml_lines import key_lines

_KEY = "published_scores"

Entry = Mapping[str, Any]


def entry_id(entry: Entry) -> str:
    """Identifies an entry by what it says.

    >>> entry_id({"system": "A"}) == entry_id({"system": "A"}) != entry_id({"system": "B"})
    True
    """
    return hashlib.sha256(json.dumps(entry, sort_keys=True, default=str).encode()).hexdigest()[:12]


def add_entry(text: str, content: Mapping[str, Any], entry: Entry) -> str:
    """A rulebook with one more table of published scores at its end.

    `content` is what the rulebook says with those that it builds on: entries of these are copied, since a list of
    the text takes the place of theirs.
    """
    own = tomllib.loads(text).get(_KEY)
    inherited = content.get(_KEY, []) if own is None else []
    return _checked(_with_tables(text, [*inherited, entry]), [*(own or []), *inherited, entry])


def remove_entry(text: str, content: Mapping[str, Any], identity: str) -> str:
    """A rulebook without the published scores of that id; a `KeyError` where it has none."""
    own = tomllib.loads(text).get(_KEY)
    entries = content.get(_KEY, []) if own is None else own
    number = next((n for n, entry in enumerate(entries) if entry_id(entry) == identity), None)
    if number is None:
        raise KeyError(identity)
    left = [entry for n, entry in enumerate(entries) if n != number]
    if own is None:
        return _checked(_with_tables(text, left) if left else f"{_KEY} = []\n{text}", left)
    return _checked(_without_table(text, number), left)


def _with_tables(text: str, entries: Sequence[Entry]) -> str:
    return text.rstrip("\n") + "\n" + "".join(f"\n[[{_KEY}]]\n{_pairs(entry)}" for entry in entries)


def _pairs(entry: Entry) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in entry.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_text(key)} = {_value(each)}" for key, each in value.items()) + " }"
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _text(str(value))


def _text(text: str) -> str:
    """TOML reads what JSON writes."""
    return json.dumps(text, ensure_ascii=False)


def _without_table(text: str, number: int) -> str:
    lines = [line for path, line in key_lines(text).items() if path[:2] == (_KEY, number)]
    written = text.splitlines(keepends=True)
    start, end = min(lines) - 1, max(lines)
    if start and not written[start - 1].strip():
        start -= 1  # the blank line before it
    return "".join(written[:start] + written[end:])


def _checked(text: str, expected: Sequence[Entry]) -> str:
    """Refuses what did not become what it was to be: the rulebook is written in a way that is not edited here."""
    try:
        is_right = tomllib.loads(text).get(_KEY, []) == list(expected)
    except tomllib.TOMLDecodeError:
        is_right = False
    if not is_right:
        raise BakeoffError(
            "The published scores of this rulebook could not be changed, because of the way they are written. Write "
            "each entry as a table [[published_scores]] with a line for each key, or change the rulebook itself."
        )
    return text
