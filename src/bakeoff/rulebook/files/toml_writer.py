"""What a rulebook says, written as TOML: for downloads, and where no text of it exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DATE_KEYS = frozenset(("start", "end", "from_day"))
"""Keys of days, which are stored as texts."""
_LONGEST_LINE = 120


def write_toml(content: Mapping[str, Any]) -> str:
    """A TOML text that says what the content says, in its order.

    >>> print(write_toml({"campaign": {"id": "a"}, "language_pairs": {"de-en": {"source": "de", "target": "en"}}}))
    [campaign]
    id = "a"
    <BLANKLINE>
    [language_pairs]
    de-en = { source = "de", target = "en" }
    <BLANKLINE>
    """
    return "\n".join(_table(_with_days(content), ())).strip("\n") + "\n"


def _with_days(content: Mapping[str, Any]) -> dict[str, Any]:
    """What a rulebook says with its days as days, which are texts where it was stored."""
    return {key: _with_day(key, value) for key, value in content.items()}


def _with_day(key: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return _with_days(value)
    is_day = key in _DATE_KEYS and isinstance(value, str) and _DAY.fullmatch(value)
    try:
        return date.fromisoformat(value) if is_day else value
    except ValueError:
        return value


def _table(content: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its own pairs, then the tables below it."""
    # TOML would read a pair after the header of a table as one of that table.
    has_headers = any(isinstance(value, Mapping) and _needs_header(value, path) for value in content.values())
    below = {
        key: value
        for key, value in content.items()
        if (has_headers and isinstance(value, Mapping)) or (not path and _is_list_of_tables(value))
    }
    own = {key: value for key, value in content.items() if key not in below}
    if path and (own or not below):
        yield from ("", f"[{_dotted(path)}]")
    yield from _pairs(own)
    for key, value in below.items():
        if isinstance(value, Mapping):
            yield from _table(value, (*path, key))
        else:
            for entry in value:
                yield from ("", f"[[{quoted_key(key)}]]", *_pairs(entry))


def _pairs(content: Mapping[str, Any]) -> Iterator[str]:
    return (f"{quoted_key(key)} = {toml_text(value)}" for key, value in content.items())


def _needs_header(value: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    return not path or len(toml_text(value)) > _LONGEST_LINE


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(each, Mapping) for each in value)


def toml_text(value: Any) -> str:
    """A value as TOML writes it, in one line.

    >>> toml_text({"public": ["scores"], "official": True})
    '{ public = ["scores"], official = true }'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{quoted_key(name)} = {toml_text(each)}" for name, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(toml_text, value))}]"
    return quoted(str(value))


def quoted(text: str) -> str:
    """A text as TOML quotes it: as JSON does, but for one control character that TOML refuses."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def quoted_key(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if _BARE_KEY.fullmatch(name) else quoted(name)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(map(quoted_key, path))
