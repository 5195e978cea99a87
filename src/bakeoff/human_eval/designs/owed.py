"""Shares of the work that teams owe, and how far they are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from bakeoff.errors import InputError

Unit = Literal["screens", "hours"]
_AMOUNT = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s+(?P<unit>screens?|hours?)")


@dataclass(frozen=True, slots=True)
class Owed:
    """What each team owes; without a number, an even share of all screens."""

    number: float | None
    unit: Unit


@dataclass(frozen=True, slots=True)
class OwedShare:
    """What a team owes of a human evaluation, and what its judges have done, in screens or hours."""

    team: str
    owed: float
    done: float
    unit: Unit = "screens"

    @property
    def missing(self) -> float:
        return max(0, self.owed - self.done)


def parse_owed(text: str) -> Owed | None:
    """What a rulebook says that each team owes: `120 screens`, `8 hours`; None where it says nothing.

    Other words name a duty without an amount (`some assessments`): all screens are then divided evenly.

    >>> parse_owed("8 hours")
    Owed(number=8.0, unit='hours')
    >>> parse_owed("some assessments")
    Owed(number=None, unit='screens')
    """
    if not text.strip():
        return None
    found = _AMOUNT.search(text)
    if found is None:
        return Owed(None, "screens")
    return Owed(float(found["number"]), "hours" if found["unit"].startswith("hour") else "screens")


def owed_shares(
    screens: int, teams: Iterable[str], done: Mapping[str, int], *, systems: Mapping[str, int] | None = None
) -> tuple[OwedShare, ...]:
    """The screens of an evaluation divided among teams, evenly or by the number of their systems that are judged.

    Shares are rounded up, so that together they suffice.

    >>> [(share.team, share.owed, share.missing) for share in owed_shares(100, ["A", "B", "C"], {"A": 40})]
    [('A', 34, 0), ('B', 34, 34), ('C', 34, 34)]
    """
    names = tuple(dict.fromkeys(teams))
    weights = {team: 1 if systems is None else systems.get(team, 0) for team in names}
    if not names or not sum(weights.values()):
        raise InputError(expected="a team that takes part in the judging", found="none")
    share = screens / sum(weights.values())
    return tuple(OwedShare(team, math.ceil(share * weights[team]), done.get(team, 0)) for team in names)
