"""What teams owe to a human evaluation, what was assigned to their judges and what these have done."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.rulebook.schema.human import HumanEvaluation

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
    amount = _AMOUNT.search(text)
    if amount is None:
        return Owed(None, "screens")
    return Owed(float(amount["number"]), "hours" if amount["unit"].startswith("hour") else "screens")


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


def shares_of_teams(
    rules: HumanEvaluation,
    teams: Mapping[str, str],
    *,
    answered: Sequence[Judgment] = (),
    planned: Sequence[Judgment] | None = None,
    systems: Mapping[str, int] | None = None,
) -> tuple[OwedShare, ...]:
    """The share of every team, by what the rules say in `owed`; `teams` names that of each judge.

    Where the rules name no amount, all screens of the plan (without one, all that were answered) are divided among the
    teams, evenly or by the number of their `systems` that are judged. Screens count once however many answers they
    hold; hours are those from shown to sent. None owed: no shares.
    """
    owed = parse_owed(rules.owed)
    names = tuple(dict.fromkeys(teams.values()))
    if owed is None or not names:
        return ()
    done = dict.fromkeys(names, 0.0)
    for judge, screens in _screens(answered).items():
        if judge in teams:
            done[teams[judge]] += sum(screens.values()) / 3600 if owed.unit == "hours" else len(screens)
    if owed.number is not None:
        return tuple(OwedShare(team, owed.number, done[team], owed.unit) for team in names)
    total = sum(map(len, _screens(answered if planned is None else planned).values()))
    counted = {team: int(number) for team, number in done.items()}
    return owed_shares(total, names, counted, systems=systems)


def _screens(judgments: Sequence[Judgment]) -> dict[str, dict[str, float]]:
    """The screens of each judge with their seconds."""
    screens: dict[str, dict[str, float]] = {}
    for judgment in judgments:
        screens.setdefault(judgment.judge, {})[judgment.screen or judgment.id] = judgment.seconds or 0.0
    return screens
