"""Values of rulebooks and of the log on pages."""

from __future__ import annotations

import json
from typing import Protocol

from django import template

from bakeoff.rulebook import Rulebook

register = template.Library()


class Place(Protocol):
    """Where runs are ranked together."""

    track: str
    language_pair: str
    condition: str
    test_set: str


@register.filter
def written(value: object) -> str:
    """A value as people write it: texts as they are, lists and tables as in JSON."""
    if value is None or value == "":
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@register.filter
def is_unofficial(board: Place, rules: Rulebook) -> bool:
    """Whether the rulebook offers the language pair of a board, or its track, without its being official."""
    return rules.is_unofficial(board.track, board.language_pair)


@register.filter
def in_words(board: Place, rules: Rulebook) -> str:
    """A board by the titles of the rulebook; what that no longer names, by its id."""
    named = (
        (board.track, rules.tracks),
        (board.language_pair, rules.language_pairs),
        (board.condition, rules.conditions),
        (board.test_set, rules.test_sets),
    )
    return ", ".join(table[key].label if key in table else key for key, table in named if key)
