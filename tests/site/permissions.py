"""Who may open what: a row for every address of the site, which a test holds against the list of addresses.

A new page needs a row here. The campaign is not listed, so that a page which forgets to ask shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team

Role = Literal["visitor", "stranger", "rival", "team_mate", "owner", "judge", "observer", "organiser", "administrator"]
"""`visitor` has not signed in; the others are the people of `conftest.py`."""
Outcome = Literal["shown", "redirected", "sign in", "forbidden", "not found", "refused"]
"""200; 302 to somewhere; 302 to the sign-in page; 403; 404; 400 or 405."""
ROLES: tuple[Role, ...] = Role.__args__  # type: ignore[attr-defined]
TEAM: tuple[Role, ...] = ("team_mate", "owner")
MEMBERS: tuple[Role, ...] = ("rival", *TEAM, "judge", "observer", "organiser", "administrator")
"""All who have a part in the campaign, or in everything."""


@dataclass(frozen=True)
class World:
    """What rows may take arguments from."""

    campaign: Campaign
    team: Team
    people: Mapping[Role, User]


@dataclass(frozen=True, kw_only=True)
class Row:
    """What happens when each of them asks for an address."""

    name: str
    """The address by its name; several rows may speak of one, such as one for each method."""
    outcomes: Mapping[Role, Outcome]
    arguments: Callable[[World], Mapping[str, object]] = lambda world: {}
    method: Literal["get", "post"] = "get"
    data: Callable[[World], Mapping[str, object]] = lambda world: {}

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


def everyone(outcome: Outcome) -> dict[Role, Outcome]:
    return dict.fromkeys(ROLES, outcome)


def only(
    roles: tuple[Role, ...], outcome: Outcome, *, others: Outcome, visitor: Outcome | None = None
) -> dict[Role, Outcome]:
    """One outcome for some, another for all others; `visitor` where those who have not signed in get a third."""
    return {**everyone(others), "visitor": visitor or others, **dict.fromkeys(roles, outcome)}


def of_campaign(world: World) -> dict[str, object]:
    return {"slug": world.campaign.slug}


ROWS = (
    Row(name="core:health", outcomes=everyone("shown")),
    Row(name="core:health", method="post", outcomes=everyone("refused")),
    Row(name="accounts:sign-in", outcomes=everyone("shown")),
    Row(name="accounts:sign-out", outcomes=everyone("refused")),
    Row(name="accounts:sign-out", method="post", outcomes=everyone("redirected")),
    Row(
        name="accounts:set-password",
        arguments=lambda world: {"uidb64": "MQ", "token": "a-dead-link"},
        outcomes=everyone("shown"),
    ),
    Row(name="campaigns:list", outcomes=everyone("shown")),
    Row(name="campaigns:campaign", arguments=of_campaign, outcomes=only(MEMBERS, "shown", others="not found")),
)
