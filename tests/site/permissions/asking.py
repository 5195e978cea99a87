"""Who gets which answer of the API: ways to say it for all roles at once."""

from __future__ import annotations

from collections.abc import Mapping

from tests.site.permissions.rows import Answered, since
from tests.site.world import ORGANISERS, ROLES, SIGNED_IN, TAKING_PART, TEAM, Moment, Role


def everybody(outcome: Answered) -> dict[Role, Answered]:
    return dict.fromkeys(ROLES, outcome)


def by_token(roles: tuple[Role, ...], outcome: Answered, *, others: Answered = "forbidden") -> dict[Role, Answered]:
    """One outcome for some, another for the others who have a token."""
    return {**dict.fromkeys(SIGNED_IN, others), "visitor": "token", **dict.fromkeys(roles, outcome)}


def shown_to(*roles: Role, others: Answered = "not found") -> dict[Role, Answered]:
    """What needs no token where it is released to everybody."""
    return {**everybody(others), **dict.fromkeys((*roles, *ORGANISERS), "done")}


def fetched_by(*roles: Role) -> dict[Role, Answered]:
    return shown_to(*roles, others="forbidden")


TEAM_AND_ORGANISERS: tuple[Role, ...] = (*TEAM, *ORGANISERS)
ENTRANTS: tuple[Role, ...] = (*TAKING_PART, *ORGANISERS)
SCORES_ANSWERED: dict[Moment, Mapping[Role, Answered]] = {
    **since("preliminary", shown_to(*TAKING_PART)),
    "public": everybody("done"),
}
"""To participants first, then to everybody."""
