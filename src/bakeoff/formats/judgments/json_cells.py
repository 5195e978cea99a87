"""JSON in a cell of a table."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def json_in(cell: str) -> Any:
    """The value in a cell; None where it is no JSON, which has neither a key twice nor numbers that are none."""
    try:
        return json.loads(cell, object_pairs_hook=_once, parse_constant=_no_number)
    except (RecursionError, ValueError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key twice")
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
