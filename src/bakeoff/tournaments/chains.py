"""Two tournaments after each other.

Source: I12, section 5.1: as eight runs were submitted for English–French, the first tournament found the top four of
2012, which were ranked jointly with the top four of 2011 in the second one; what the first had judged was taken over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bakeoff.errors import InputError
from bakeoff.tournaments.plan import Plan
from bakeoff.tournaments.seeds import by_score


def joined_players(
    first: Plan,
    qualifiers: int,
    *,
    scores: Mapping[str, float],
    joining: Mapping[str, float],
    best: Literal["highest", "lowest"] = "highest",
) -> tuple[str, ...] | None:
    """The players of the second tournament from the best seed on: the qualifiers of the first one and who joins them.

    `scores` seeded the first tournament, `joining` are those of the others on the same scale. None while it is not
    known who qualifies.
    """
    both = sorted(scores.keys() & joining.keys())
    if both:
        raise InputError(expected="systems that are not in the first tournament", found=", ".join(both))
    qualified = first.top(qualifiers)
    if qualified is None:
        return None
    return by_score({**{system: scores[system] for system in qualified}, **joining}, best=best)
