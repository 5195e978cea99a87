"""Shares of the work that sites owe, and how far they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bakeoff.errors import InputError


@dataclass(frozen=True, slots=True)
class OwedShare:
    """What a site owes of a human evaluation, and what its judges have done."""

    site: str
    owed: int
    done: int

    @property
    def missing(self) -> int:
        return max(0, self.owed - self.done)


def owed_shares(
    screens: int, sites: Iterable[str], done: Mapping[str, int], *, systems: Mapping[str, int] | None = None
) -> tuple[OwedShare, ...]:
    """The screens of an evaluation divided among sites, evenly or by the number of their systems that are judged.

    Shares are rounded up, so that together they suffice.

    >>> owed_shares(100, ["A", "B", "C"], {"A": 40})
    (OwedShare(site='A', owed=34, done=40), OwedShare(site='B', owed=34, done=0), OwedShare(site='C', owed=34, done=0))
    """
    names = tuple(dict.fromkeys(sites))
    weights = {site: 1 if systems is None else systems.get(site, 0) for site in names}
    if not names or not sum(weights.values()):
        raise InputError(expected="a site that takes part in the judging", found="none")
    share = screens / sum(weights.values())
    return tuple(OwedShare(site, math.ceil(share * weights[site]), done.get(site, 0)) for site in names)
