"""Which part of a results table a run is in, and which types of systems are compared there."""

from __future__ import annotations

from typing import Literal

from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.schema.submission import SystemType

Part = Literal["official", "unofficial", "named"]
"""`official`: ranked. `unofficial`: scored apart from the ranking. `named`: listed as a participant."""


def part_of_table(*, official: bool, late: bool, debugged: bool) -> Part:
    """The part of a run: of runs that do not count, late and debugged ones are only named, others scored apart.

    >>> part_of_table(official=False, late=True, debugged=False)
    'named'
    >>> part_of_table(official=True, late=True, debugged=False)
    'official'
    """
    if official:
        return "official"
    return "named" if late or debugged else "unofficial"


def compared_types(rulebook: Rulebook) -> tuple[SystemType, ...]:
    """The types of systems that are compared across teams; empty where the rulebook marks none: then all are."""
    return tuple(each for each in rulebook.submission.system_types.values() if each.compared)
