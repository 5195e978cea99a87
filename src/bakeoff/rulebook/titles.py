"""What people call the parts of a campaign: titles instead of ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from bakeoff.rulebook.schema import InputType, Rulebook
from bakeoff.rulebook.schema.base import Named

INPUT_TITLES: Mapping[InputType, str] = {
    "text": "text",
    "audio": "audio",
    "one-best": "1-best",
    "n-best": "n-best lists",
    "lattice": "lattices",
    "released-runs": "released ASR runs",
}
"""What systems start from, as tables and menus call it."""


class RankedTogether(Protocol):
    """The ids of a board: runs with the same ones are ranked together."""

    @property
    def track(self) -> str: ...
    @property
    def language_pair(self) -> str: ...
    @property
    def condition(self) -> str: ...
    @property
    def test_set(self) -> str: ...


def title_of(key: str, table: Mapping[str, Named]) -> str:
    """The title of what the rulebook names; the id where it no longer does."""
    return table[key].label if key in table else key


def input_title(named: str) -> str:
    """What people call an input; itself where no schema has it."""
    return next((title for key, title in INPUT_TITLES.items() if key == named), named)


def titles_of(ids: Iterable[str], table: Mapping[str, Named]) -> str:
    """Several titles in one line."""
    return ", ".join(title_of(each, table) for each in ids)


def board_title(rulebook: Rulebook, board: RankedTogether) -> str:
    """Track, language pair, condition and test set by their titles."""
    named = (
        (board.track, rulebook.tracks),
        (board.language_pair, rulebook.language_pairs),
        (board.condition, rulebook.conditions),
        (board.test_set, rulebook.test_sets),
    )
    return ", ".join(title_of(key, table) for key, table in named if key)
