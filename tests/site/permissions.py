"""Who may open what: a row for every address of the site, which a test holds against the list of addresses.

A new page needs a row here. The campaign is not listed, so that a page which forgets to ask shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.services import add_data_file
from tests.site.texts import source_xml

Role = Literal["visitor", "stranger", "rival", "team_mate", "owner", "judge", "observer", "organiser", "administrator"]
"""`visitor` has not signed in; the others are the people of `conftest.py`."""
Outcome = Literal["shown", "redirected", "sign in", "forbidden", "not found", "gone", "refused"]
"""200; 302 to somewhere; 302 to the sign-in page; 403; 404; 410; 400 or 405."""
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


SIGNED_IN: tuple[Role, ...] = tuple(role for role in ROLES if role != "visitor")
ORGANISERS: tuple[Role, ...] = ("organiser", "administrator")
CONTACTS: tuple[Role, ...] = ("owner", *ORGANISERS)


def signed_in(outcome: Outcome) -> dict[Role, Outcome]:
    """For everyone who has an account."""
    return only(SIGNED_IN, outcome, others="sign in")


def of(roles: tuple[Role, ...], outcome: Outcome) -> dict[Role, Outcome]:
    """For some; the others have no business there."""
    return only(roles, outcome, others="forbidden", visitor="sign in")


def in_campaign(world: World) -> dict[str, object]:
    return {"slug": world.campaign.slug}


def in_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": world.team.pk}


def by_dead_link(world: World) -> dict[str, object]:
    return {"token": "a-dead-link"}


def with_agreement(world: World) -> dict[str, object]:
    return {**in_team(world), "agreement": "ldc-licence"}


def with_member(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.team.members.get(user=world.people["owner"]).pk}


def with_membership(world: World) -> dict[str, object]:
    return {**in_campaign(world), "membership_id": world.campaign.memberships.get(user=world.people["judge"]).pk}


def with_no_invitation(world: World) -> dict[str, object]:
    return {**in_campaign(world), "invitation_id": 0}


def with_no_team_invitation(world: World) -> dict[str, object]:
    return {**in_team(world), "invitation_id": 0}


def with_no_upload(world: World) -> dict[str, object]:
    return {**in_team(world), "upload_id": UUID(int=0)}


def with_no_receipt(world: World) -> dict[str, object]:
    return {**in_team(world), "number": 0}


def with_no_package(world: World) -> dict[str, object]:
    return {**in_campaign(world), "number": 0}


def with_no_trial(world: World) -> dict[str, object]:
    return {**in_campaign(world), "trial_id": 0}


def with_no_job(world: World) -> dict[str, object]:
    return {**in_campaign(world), "job_id": 0}


def with_no_token(world: World) -> dict[str, object]:
    return {"token_id": 0}


def with_no_file(world: World) -> dict[str, object]:
    return {**in_campaign(world), "file_id": 0}


def with_source(world: World) -> dict[str, object]:
    where = {"kind": DataKind.SOURCE, "test_set": "current", "language_pair": "ara2eng"}
    file = world.campaign.data_files.filter(**where).first() or add_data_file(
        world.campaign, name="src.xml", chunks=[source_xml()], by=None, **where
    )
    return {**in_campaign(world), "file_id": file.pk}


def with_no_system(world: World) -> dict[str, object]:
    return {**in_campaign(world), "system_id": 0}


def acts(name: str, outcomes: Mapping[Role, Outcome], arguments: Callable[[World], Mapping[str, object]]) -> list[Row]:
    """An address that only changes something."""
    return [
        Row(name=name, arguments=arguments, outcomes=everyone("refused")),
        Row(name=name, arguments=arguments, method="post", outcomes=outcomes),
    ]


def on_no_board(world: World) -> dict[str, object]:
    return {**in_campaign(world), "board_id": 0}


ROWS = (
    Row(name="core:health", outcomes=everyone("shown")),
    Row(name="core:health", method="post", outcomes=everyone("refused")),
    # Accounts
    Row(name="accounts:sign-up", outcomes=only(SIGNED_IN, "redirected", others="shown")),
    Row(name="accounts:sign-in", outcomes=only(SIGNED_IN, "redirected", others="shown")),
    Row(name="accounts:code", outcomes=everyone("sign in")),
    Row(name="accounts:mail-sent", outcomes=everyone("shown")),
    Row(name="accounts:reset", outcomes=everyone("shown")),
    Row(name="accounts:verify", outcomes=signed_in("redirected")),
    Row(name="accounts:verify-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Row(name="accounts:reset-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Row(name="accounts:address-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Row(name="accounts:profile", outcomes=signed_in("shown")),
    Row(name="accounts:address", outcomes=signed_in("shown")),
    Row(name="accounts:password", outcomes=signed_in("shown")),
    Row(name="accounts:second-factor", outcomes=signed_in("shown")),
    Row(name="accounts:second-factor-off", outcomes=signed_in("redirected")),
    Row(name="accounts:recovery-codes", outcomes=signed_in("redirected")),
    Row(name="accounts:new-token", outcomes=signed_in("shown")),
    *acts("accounts:sign-out", everyone("redirected"), lambda world: {}),
    *acts("accounts:sign-out-everywhere", everyone("sign in"), lambda world: {}),
    *acts("accounts:revoke-token", signed_in("not found"), with_no_token),
    # Campaigns: who knows the address of one that is not listed sees its rules
    Row(name="campaigns:list", outcomes=everyone("shown")),
    Row(name="campaigns:create", outcomes=of(("administrator",), "shown")),
    Row(name="campaigns:invitation", arguments=by_dead_link, outcomes=everyone("not found")),
    Row(name="campaigns:campaign", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="campaigns:rules", arguments=in_campaign, outcomes=everyone("shown")),
    # Registration is over; those who have a team are led to it
    Row(
        name="campaigns:register",
        arguments=in_campaign,
        outcomes=only(("rival", *TEAM), "redirected", others="forbidden"),
    ),
    # Teams
    Row(name="campaigns:team", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="campaigns:registration", arguments=in_team, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:agreement", arguments=with_agreement, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="campaigns:agreement", arguments=with_agreement, method="post", outcomes=of(("owner",), "shown")),
    *acts("campaigns:invite", of(CONTACTS, "redirected"), in_team),
    *acts("campaigns:withdraw-team-invitation", of(CONTACTS, "not found"), with_no_team_invitation),
    *acts("campaigns:contact", of(CONTACTS, "redirected"), with_member),
    *acts("campaigns:remove-member", of(CONTACTS, "redirected"), with_member),
    *acts("campaigns:site-id", of(ORGANISERS, "redirected"), in_team),
    *acts("campaigns:extend", of(ORGANISERS, "redirected"), in_team),
    *acts("campaigns:take-part", of(ORGANISERS, "redirected"), in_team),
    # Data
    Row(name="datasets:list", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="datasets:download", arguments=with_no_file, outcomes=everyone("not found")),
    Row(name="datasets:download", arguments=with_no_file, method="post", outcomes=everyone("refused")),
    # The source of the test set is not signed for, and its phase is over
    Row(name="datasets:download", arguments=with_source, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:manage", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:add", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:add", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:downloads", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:history", arguments=with_source, outcomes=of(ORGANISERS, "shown")),
    *acts("datasets:remove", of(ORGANISERS, "redirected"), with_source),
    # System combination
    Row(name="combination:outputs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("combination:pack", of(ORGANISERS, "redirected"), in_campaign),
    *acts("combination:clear", of(ORGANISERS, "not found"), with_no_system),
    # Submissions: the team has handed in nothing, and its phases are over
    Row(name="submissions:list", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="submissions:submit", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="submissions:submit", arguments=in_team, method="post", outcomes=of(TEAM, "shown")),
    *acts("submissions:begin", of(TEAM, "refused"), in_team),
    Row(name="submissions:piece", arguments=with_no_upload, outcomes=of(TEAM, "not found")),
    Row(name="submissions:piece", arguments=with_no_upload, method="post", outcomes=of(TEAM, "not found")),
    *acts("submissions:finish", of(TEAM, "not found"), with_no_upload),
    Row(name="submissions:receipt", arguments=with_no_receipt, outcomes=of((*TEAM, *ORGANISERS), "not found")),
    Row(name="submissions:findings", arguments=with_no_receipt, outcomes=of((*TEAM, *ORGANISERS), "not found")),
    Row(name="submissions:withdraw", arguments=with_no_receipt, outcomes=of((*TEAM, *ORGANISERS), "not found")),
    Row(
        name="submissions:withdraw",
        arguments=with_no_receipt,
        method="post",
        outcomes=of((*TEAM, *ORGANISERS), "not found"),
    ),
    Row(name="submissions:describe", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="submissions:describe", arguments=in_team, method="post", outcomes=of(TEAM, "shown")),
    # Which receipts there are is nobody's business
    Row(name="submissions:package", arguments=with_no_package, outcomes=of((), "shown")),
    Row(name="submissions:all", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="submissions:enter", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="submissions:enter", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    # Scoring
    Row(name="scoring:trials", arguments=in_campaign, outcomes=of(("rival", *TEAM, *ORGANISERS), "shown")),
    Row(name="scoring:trial", arguments=with_no_trial, outcomes=signed_in("not found")),
    Row(name="scoring:jobs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("scoring:retry", of(ORGANISERS, "not found"), with_no_job),
    # Organisers
    Row(name="campaigns:dashboard", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:teams", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:people", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:log", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:edit-rulebook", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("campaigns:end-role", of(ORGANISERS, "redirected"), with_membership),
    *acts("campaigns:withdraw-role-invitation", of(ORGANISERS, "not found"), with_no_invitation),
    *acts("campaigns:listing", of(ORGANISERS, "redirected"), in_campaign),
    # Results: what is seen of a board, run or comparison that exists is held in tests/site/results/test_visibility.py
    Row(name="results:boards", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="results:board", arguments=on_no_board, outcomes=everyone("not found")),
    Row(
        name="results:download",
        arguments=lambda world: {**on_no_board(world), "ending": "csv"},
        outcomes=everyone("not found"),
    ),
    Row(name="results:run", arguments=lambda world: {**in_campaign(world), "key": "0"}, outcomes=everyone("not found")),
    Row(name="results:compare", arguments=in_campaign, outcomes=everyone("not found")),
)
