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
    """What each site owes; without a number, an even share of all screens."""

    number: float | None
    unit: Unit


@dataclass(frozen=True, slots=True)
class OwedShare:
    """What a site owes of a human evaluation, and what its judges have done, in screens or hours."""

    site: str
    owed: float
    done: float
    unit: Unit = "screens"

    @property
    def missing(self) -> float:
        return max(0, self.owed - self.done)


def parse_owed(text: str) -> Owed | None:
    """What a rulebook says that each site owes: `120 screens`, `8 hours`; None where it says nothing.

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
    screens: int, sites: Iterable[str], done: Mapping[str, int], *, systems: Mapping[str, int] | None = None
) -> tuple[OwedShare, ...]:
    """The screens of an evaluation divided among sites, evenly or by the number of their systems that are judged.

    Shares are rounded up, so that together they suffice.

    >>> [(share.site, share.owed, share.missing) for share in owed_shares(100, ["A", "B", "C"], {"A": 40})]
    [('A', 34, 0), ('B', 34, 34), ('C', 34, 34)]
    """
    names = tuple(dict.fromkeys(sites))
    weights = {site: 1 if systems is None else systems.get(site, 0) for site in names}
    if not names or not sum(weights.values()):
        raise InputError(expected="a site that takes part in the judging", found="none")
    share = screens / sum(weights.values())
    return tuple(OwedShare(site, math.ceil(share * weights[site]), done.get(site, 0)) for site in names)


def shares_of_sites(
    rules: HumanEvaluation,
    sites: Mapping[str, str],
    *,
    answered: Sequence[Judgment] = (),
    planned: Sequence[Judgment] | None = None,
    systems: Mapping[str, int] | None = None,
) -> tuple[OwedShare, ...]:
    """The share of every site, by what the rules say in `owed`; `sites` names that of each judge.

    Where the rules name no amount, all screens of the plan (without one, all that were answered) are divided among the
    sites, evenly or by the number of their `systems` that are judged. Screens count once however many answers they
    hold; hours are those from shown to sent. None owed: no shares.
    """
    owed = parse_owed(rules.owed)
    names = tuple(dict.fromkeys(sites.values()))
    if owed is None or not names:
        return ()
    done = dict.fromkeys(names, 0.0)
    for judge, screens in _screens(answered).items():
        if judge in sites:
            done[sites[judge]] += sum(screens.values()) / 3600 if owed.unit == "hours" else len(screens)
    if owed.number is not None:
        return tuple(OwedShare(site, owed.number, done[site], owed.unit) for site in names)
    whole = sum(map(len, _screens(answered if planned is None else planned).values()))
    counted = {site: int(number) for site, number in done.items()}
    return owed_shares(whole, names, counted, systems=systems)


def _screens(judgments: Sequence[Judgment]) -> dict[str, dict[str, float]]:
    """The screens of each judge with their seconds."""
    found: dict[str, dict[str, float]] = {}
    for judgment in judgments:
        found.setdefault(judgment.judge, {})[judgment.screen or judgment.id] = judgment.seconds or 0.0
    return found
