"""What teams owe to human evaluations, what was assigned to their judges and what these have done."""

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

    @property
    def sentence(self) -> str:
        """What was done of what is owed: `120 of 300 screens`."""
        return f"{_amount(self.done, self.unit)} of {_amount(self.owed, self.unit)} {self.unit}"


@dataclass(frozen=True, slots=True)
class Work:
    """What judges of a team did in an evaluation."""

    screens: int = 0
    hours: float = 0.0


@dataclass(frozen=True, slots=True)
class TeamShare:
    """What a team owes of evaluations that are judged together: screens, hours, or some of each."""

    team: str
    shares: tuple[OwedShare, ...]

    @property
    def is_complete(self) -> bool:
        return not any(share.missing for share in self.shares)

    @property
    def progress(self) -> float:
        """The share that is done, from 0 to 1, of whatever is furthest behind."""
        return min((min(1.0, share.done / share.owed) for share in self.shares if share.owed), default=1.0)

    @property
    def sentence(self) -> str:
        """What was done of what is owed, in words."""
        return " and ".join(share.sentence for share in self.shares)


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

    Shares are rounded up, so that together they are enough.

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
    hold; hours are those from shown to sent, without screens that took longer than `longest_minutes`. None owed: no
    shares.
    """
    owed = parse_owed(rules.owed)
    names = tuple(dict.fromkeys(teams.values()))
    if owed is None or not names:
        return ()
    longest = 60 * rules.longest_minutes if rules.longest_minutes else math.inf
    work = dict.fromkeys(names, Work())
    for judge, screens in _screens(answered).items():
        if judge in teams:
            before = work[teams[judge]]
            hours = sum(seconds for seconds in screens.values() if seconds <= longest) / 3600
            work[teams[judge]] = Work(before.screens + len(screens), before.hours + hours)
    total = sum(map(len, _screens(answered if planned is None else planned).values()))
    return _shares(owed, work, screens=total, systems=systems)


def shares_of_task(
    owed: Mapping[str, str], work: Mapping[str, Mapping[str, Work]], *, screens: Mapping[str, int], instead: str = ""
) -> tuple[TeamShare, ...]:
    """What each team owes of evaluations that are judged in one sequence, and what of it is done.

    `owed` is what the rules of each evaluation say, `work` what the judges of each team did in it, `screens` how many
    the evaluation needs. What is owed in the same unit is added up. `instead` is owed of all evaluations together, in
    place of what the rules say. Nothing owed: no shares.

    >>> done = {"A": {"fluency": Work(screens=12)}, "B": {}}
    >>> [each.sentence for each in shares_of_task({"fluency": "some assessments"}, done, screens={"fluency": 60})]
    ['12 of 30 screens', '0 of 30 screens']
    """
    parts: dict[tuple[Unit, bool], list[tuple[Owed, list[str]]]] = {}
    said = [(instead, list(owed))] if instead.strip() else [(text, [code]) for code, text in owed.items()]
    for text, codes in said:
        if (each := parse_owed(text)) is not None:
            parts.setdefault((each.unit, each.number is None), []).append((each, codes))
    shares: dict[str, list[OwedShare]] = {team: [] for team in work}
    for same in parts.values() if work else ():
        codes = [code for _, some in same for code in some]
        numbers = [each.number for each, _ in same if each.number is not None]
        together = Owed(sum(numbers) if numbers else None, same[0][0].unit)
        own = {team: _together([of_team.get(code, Work()) for code in codes]) for team, of_team in work.items()}
        for share in _shares(together, own, screens=sum(screens[code] for code in codes)):
            shares[share.team].append(share)
    return tuple(TeamShare(team, tuple(own)) for team, own in shares.items() if own)


def _shares(
    owed: Owed, work: Mapping[str, Work], *, screens: int, systems: Mapping[str, int] | None = None
) -> tuple[OwedShare, ...]:
    if owed.number is None:
        return owed_shares(screens, work, {team: each.screens for team, each in work.items()}, systems=systems)
    return tuple(
        OwedShare(team, owed.number, each.hours if owed.unit == "hours" else each.screens, owed.unit)
        for team, each in work.items()
    )


def _together(parts: Sequence[Work]) -> Work:
    return Work(sum(each.screens for each in parts), sum(each.hours for each in parts))


def _screens(judgments: Sequence[Judgment]) -> dict[str, dict[str, float]]:
    """The screens of each judge with their seconds."""
    screens: dict[str, dict[str, float]] = {}
    for judgment in judgments:
        screens.setdefault(judgment.judge, {})[judgment.screen or judgment.id] = judgment.seconds or 0.0
    return screens


def _amount(number: float, unit: Unit) -> str:
    """Hours to one decimal, rounded down: 7.96 of 8 hours are not done."""
    return f"{math.floor(number * 10) / 10:g}" if unit == "hours" else f"{number:,.0f}"
