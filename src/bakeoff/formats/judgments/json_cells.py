"""JSON without duplicate keys and without numbers that are none, in a cell or a line."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def json_in(cell: str) -> Any:
    """The value in a cell; None where it is no JSON, which has neither a key twice nor numbers that are none."""
    try:
        return strict_json(cell)
    except (RecursionError, ValueError):
        return None


def strict_json(text: str) -> Any:
    """The value of a text; a ValueError where a key stands twice or a number is none."""
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key twice")
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name}, which is no number")
