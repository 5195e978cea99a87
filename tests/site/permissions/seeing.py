"""Who gets which page: ways to say it for all roles at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tests.site.permissions.rows import Arguments, Page, Seen, nothing, since
from tests.site.world import ORGANISERS, ROLES, SIGNED_IN, TAKING_PART, Moment, Role

METHODS: tuple[Literal["get", "post"], ...] = ("get", "post")
CONTACTS: tuple[Role, ...] = ("owner", *ORGANISERS)


def everyone(outcome: Seen) -> dict[Role, Seen]:
    return dict.fromkeys(ROLES, outcome)


def only(roles: tuple[Role, ...], outcome: Seen, *, others: Seen, visitor: Seen | None = None) -> dict[Role, Seen]:
    """One outcome for some, another for all others; `visitor` where those who have not signed in get a third."""
    return {**everyone(others), "visitor": visitor or others, **dict.fromkeys(roles, outcome)}


def signed_in(outcome: Seen) -> dict[Role, Seen]:
    """For everyone who has an account."""
    return only(SIGNED_IN, outcome, others="sign in")


def of(roles: tuple[Role, ...], outcome: Seen) -> dict[Role, Seen]:
    """For some; the others have no business there."""
    return only(roles, outcome, others="forbidden", visitor="sign in")


def acts(
    name: str,
    outcomes: Mapping[Role, Seen],
    arguments: Arguments,
    *,
    about: str = "",
    data: Arguments = nothing,
) -> list[Page]:
    """An address that only changes something."""
    return [
        Page(name=name, about=about, arguments=arguments, outcomes=everyone("refused")),
        Page(name=name, about=about, arguments=arguments, method="post", data=data, outcomes=outcomes),
    ]


def handed_to(*roles: Role) -> dict[Role, Seen]:
    """A file, beside organisers."""
    return of((*roles, *ORGANISERS), "shown")


def unless_known(*roles: Role) -> dict[Role, Seen]:
    """Of which others must not know that it is there."""
    return only((*roles, *ORGANISERS), "shown", others="not found")


SCORES_RELEASED: dict[Moment, Mapping[Role, Seen]] = {
    **since("preliminary", unless_known(*TAKING_PART)),
    "public": everyone("shown"),
}
"""To participants first, then to everybody."""
