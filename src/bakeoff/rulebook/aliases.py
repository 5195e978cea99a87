"""Other names for keys and fields, as campaign documents print them. OpenMT12 calls a team a site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.rulebook.toml_lines import Path

_KEYS: Mapping[Path, str] = {("registration", "site_id"): "team_code", ("submission", "fields", "site"): "team"}
_FIELDS = {"site": "team"}


def canonical_field(name: str) -> str:
    """The name of a field of file names.

    >>> canonical_field("site"), canonical_field("date")
    ('team', 'date')
    """
    return _FIELDS.get(name, name)


def canonical_keys(content: dict[str, Any], lines: Mapping[Path, int]) -> tuple[dict[str, Any], dict[Path, int]]:
    """What a rulebook says, and where, under our own names of its keys.

    Where a file has both names, the alias stays, to be reported as an unknown key.
    """
    renamed: dict[Path, Path] = {}
    for path, name in _KEYS.items():
        table: Any = content
        for part in path[:-1]:
            table = table.get(part) if isinstance(table, dict) else None
        if isinstance(table, dict) and path[-1] in table and name not in table:
            table[name] = table.pop(path[-1])
            renamed[path] = (*path[:-1], name)
    return content, {_renamed(path, renamed): line for path, line in lines.items()}


def _renamed(path: Path, renamed: Mapping[Path, Path]) -> Path:
    for old, new in renamed.items():
        if path[: len(old)] == old:
            return (*new, *path[len(old) :])
    return path
