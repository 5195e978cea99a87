"""Who may open what and when: a row for every address of the site, which a test holds against the list of addresses.

A new page needs a row here. The campaign is not listed, so that a page which forgets to ask shows it. What there is to
open is in `world.py`; every row is held against every role at every moment. What pages show to those who may open them
is held in `secrets_kept.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from django.core.files.uploadedfile import SimpleUploadedFile

from bakeoff_site.results.selectors.naming import anonymous_key
from tests.site.texts import run_xml
from tests.site.world import (
    LINK,
    MOMENTS,
    ORGANISERS,
    PAIR,
    RECEIPTS,
    ROLES,
    SIGNED_IN,
    TAKING_PART,
    TEAM,
    TEXTS,
    Moment,
    Role,
    World,
)

Outcome = Literal["shown", "redirected", "sign in", "forbidden", "not found", "gone", "refused"]
"""200 or 201; 302 to somewhere; 302 to the sign-in page; 403; 404; 410; 400, 405 or 409."""
METHODS: tuple[Literal["get", "post"], ...] = ("get", "post")


@dataclass(frozen=True, kw_only=True)
class Row:
    """What happens when each of them asks for an address."""

    name: str
    """The address by its name; several rows may speak of one, such as one for each method."""
    outcomes: Mapping[Role, Outcome]
    """At every moment of which `in_phase` says nothing else."""
    in_phase: Mapping[Moment, Mapping[Role, Outcome]] = field(default_factory=dict)
    arguments: Callable[[World], Mapping[str, object]] = lambda world: {}
    method: Literal["get", "post"] = "get"
    data: Callable[[World], Mapping[str, object]] = lambda world: {}
    about: str = ""
    """Which of the things at an address, where several rows speak of it."""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.method, self.name, self.about]))

    def at(self, moment: Moment) -> Mapping[Role, Outcome]:
        return self.in_phase.get(moment, self.outcomes)


def everyone(outcome: Outcome) -> dict[Role, Outcome]:
    return dict.fromkeys(ROLES, outcome)


def only(
    roles: tuple[Role, ...], outcome: Outcome, *, others: Outcome, visitor: Outcome | None = None
) -> dict[Role, Outcome]:
    """One outcome for some, another for all others; `visitor` where those who have not signed in get a third."""
    return {**everyone(others), "visitor": visitor or others, **dict.fromkeys(roles, outcome)}


CONTACTS: tuple[Role, ...] = ("owner", *ORGANISERS)


def signed_in(outcome: Outcome) -> dict[Role, Outcome]:
    """For everyone who has an account."""
    return only(SIGNED_IN, outcome, others="sign in")


def of(roles: tuple[Role, ...], outcome: Outcome) -> dict[Role, Outcome]:
    """For some; the others have no business there."""
    return only(roles, outcome, others="forbidden", visitor="sign in")


Said = TypeVar("Said")


def since(moment: Moment, outcomes: Said) -> dict[Moment, Said]:
    """From a moment on."""
    return dict.fromkeys(MOMENTS[MOMENTS.index(moment) :], outcomes)


def during(outcomes: Said, *moments: Moment) -> dict[Moment, Said]:
    return dict.fromkeys(moments, outcomes)


WHILE_REGISTRATION_IS_OPEN: tuple[Moment, ...] = ("registration", "dry-run")


def in_campaign(world: World) -> dict[str, object]:
    return {"slug": world.campaign.slug}


def in_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": world.team.pk}


def in_no_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": 0}


def in_withdrawn_team(world: World) -> dict[str, object]:
    return {**in_campaign(world), "team_id": world.gone.pk}


def by_dead_link(world: World) -> dict[str, object]:
    return {"token": "a-dead-link"}


def by_link(world: World) -> dict[str, object]:
    return {"token": LINK}


def with_agreement(world: World) -> dict[str, object]:
    return {**in_team(world), "agreement": "ldc-licence"}


def with_member(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.team.members.get(user=world.people["owner"]).pk}


def with_rival(world: World) -> dict[str, object]:
    return {**in_team(world), "member_id": world.rivals.members.get().pk}


def with_membership(world: World) -> dict[str, object]:
    return {**in_campaign(world), "membership_id": world.campaign.memberships.get(user=world.people["judge"]).pk}


def with_invitation(world: World) -> dict[str, object]:
    return {**in_campaign(world), "invitation_id": world.campaign.invitations.get(team=None).pk}


def with_team_invitation(world: World) -> dict[str, object]:
    return {**in_team(world), "invitation_id": world.team.invitations.get().pk}


def with_upload(world: World) -> dict[str, object]:
    return {**in_team(world), "upload_id": world.uploads["TESTS"].pk}


def with_upload_of_rivals(world: World) -> dict[str, object]:
    return {**in_team(world), "upload_id": world.uploads["RIVAL"].pk}


def with_receipt(world: World) -> dict[str, object]:
    return {**in_team(world), "number": RECEIPTS["TESTS"]}


def with_receipt_of_rivals(world: World) -> dict[str, object]:
    """Below the address of the team."""
    return {**in_team(world), "number": RECEIPTS["RIVAL"]}


def with_package(site: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "number": RECEIPTS.get(site, 0)}


def with_trial(world: World) -> dict[str, object]:
    return {**in_campaign(world), "trial_id": world.trial.pk}


def with_job(world: World) -> dict[str, object]:
    return {**in_campaign(world), "job_id": world.job.pk}


def with_token(world: World) -> dict[str, object]:
    return {"token_id": world.token_id}


def with_no_file(world: World) -> dict[str, object]:
    return {**in_campaign(world), "file_id": 0}


def with_file(kind: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "file_id": world.files[kind].pk}


with_source = with_file("source")


def with_system(world: World) -> dict[str, object]:
    return {**in_campaign(world), "system_id": world.campaign.anonymous_systems.get().pk}


def on_board(world: World) -> dict[str, object]:
    return {**in_campaign(world), "board_id": world.board.pk}


def on_no_board(world: World) -> dict[str, object]:
    return {**in_campaign(world), "board_id": 0}


def with_run(site: str) -> Callable[[World], dict[str, object]]:
    """By its number, as those address it who may know whose it is."""
    return lambda world: {**in_campaign(world), "key": str(world.runs[site].pk)}


def nameless(world: World, site: str) -> str:
    """What a run is called in addresses before names are released."""
    return anonymous_key(world.board.pk, world.runs[site].pk)


def with_nameless_run(site: str) -> Callable[[World], dict[str, object]]:
    return lambda world: {**in_campaign(world), "key": nameless(world, site)}


def both_runs(world: World) -> dict[str, object]:
    """The team's by number, the rivals' without a name: as the page of the team's run lets compare."""
    return {"first": str(world.runs["TESTS"].pk), "second": nameless(world, "RIVAL"), "better": "second"}


def a_text(world: World) -> SimpleUploadedFile:
    return SimpleUploadedFile("try.xml", run_xml([TEXTS["TESTS"]] * 3, system="try"))


def with_verdict(world: World) -> dict[str, object]:
    return {f"decision-{world.correction.pk}": "refused", f"reason-{world.correction.pk}": "it is right as it is"}


def acts(
    name: str,
    outcomes: Mapping[Role, Outcome],
    arguments: Callable[[World], Mapping[str, object]],
    *,
    about: str = "",
    data: Callable[[World], Mapping[str, object]] = lambda world: {},
) -> list[Row]:
    """An address that only changes something."""
    return [
        Row(name=name, about=about, arguments=arguments, outcomes=everyone("refused")),
        Row(name=name, about=about, arguments=arguments, method="post", data=data, outcomes=outcomes),
    ]


def handed_to(*roles: Role) -> dict[Role, Outcome]:
    """A file, beside organisers."""
    return of((*roles, *ORGANISERS), "shown")


def unless_known(*roles: Role) -> dict[Role, Outcome]:
    """Of which others must not know that it is there."""
    return only((*roles, *ORGANISERS), "shown", others="not found")


SCORES_RELEASED: dict[Moment, Mapping[Role, Outcome]] = {
    **since("preliminary", unless_known(*TAKING_PART)),
    "public": everyone("shown"),
}
"""To participants first, then to everybody."""

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
    *acts("accounts:revoke-token", {**signed_in("not found"), "owner": "redirected"}, with_token),
    # Campaigns: who knows the address of one that is not listed sees its rules
    Row(name="campaigns:list", outcomes=everyone("shown")),
    Row(name="campaigns:create", outcomes=of(("administrator",), "shown")),
    Row(name="campaigns:invitation", about="dead", arguments=by_dead_link, outcomes=everyone("not found")),
    # Who has the link may look at it; nobody is in two teams
    Row(name="campaigns:invitation", arguments=by_link, outcomes=everyone("shown")),
    Row(
        name="campaigns:invitation",
        arguments=by_link,
        method="post",
        outcomes={
            **signed_in("redirected"),
            **dict.fromkeys((*TAKING_PART, "withdrawn"), "refused"),
        },
    ),
    Row(name="campaigns:campaign", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="campaigns:rules", arguments=in_campaign, outcomes=everyone("shown")),
    # Those who have a team are led to it; visitors are told to sign in
    Row(
        name="campaigns:register",
        arguments=in_campaign,
        outcomes=only((*TAKING_PART, "withdrawn"), "redirected", others="forbidden"),
        in_phase=during(
            {
                **only((*TAKING_PART, "withdrawn"), "redirected", others="shown"),
                "visitor": "forbidden",
            },
            *WHILE_REGISTRATION_IS_OPEN,
        ),
    ),
    # Teams
    Row(name="campaigns:team", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    # How many teams there are is for organisers alone to know
    Row(name="campaigns:team", about="not there", arguments=in_no_team, outcomes=of(ORGANISERS, "not found")),
    Row(
        name="campaigns:team",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(("withdrawn", *ORGANISERS), "shown"),
    ),
    Row(
        name="campaigns:registration",
        arguments=in_team,
        outcomes=of(ORGANISERS, "shown"),
        in_phase=during(of(CONTACTS, "shown"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Row(
        name="campaigns:registration",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(ORGANISERS, "shown"),
    ),
    Row(name="campaigns:agreement", arguments=with_agreement, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="campaigns:agreement", arguments=with_agreement, method="post", outcomes=of(("owner",), "shown")),
    *acts("campaigns:invite", of(CONTACTS, "redirected"), in_team),
    *acts("campaigns:invite", of(ORGANISERS, "redirected"), in_withdrawn_team, about="withdrawn"),
    *acts("campaigns:withdraw-team-invitation", of(CONTACTS, "redirected"), with_team_invitation),
    *acts("campaigns:contact", of(CONTACTS, "redirected"), with_member),
    *acts("campaigns:remove-member", of(CONTACTS, "redirected"), with_member),
    *acts(
        "campaigns:remove-member",
        of((*TEAM, *ORGANISERS), "not found"),
        with_rival,
        about="of rivals",
    ),
    *acts("campaigns:site-id", of(ORGANISERS, "redirected"), in_team),
    *acts("campaigns:extend", of(ORGANISERS, "redirected"), in_team),
    *acts("campaigns:take-part", of(ORGANISERS, "redirected"), in_team),
    # Data: only participants are handed any, and a withdrawn team is none
    Row(name="datasets:list", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="datasets:download", about="not there", arguments=with_no_file, outcomes=everyone("not found")),
    Row(name="datasets:download", arguments=with_no_file, method="post", outcomes=everyone("refused")),
    Row(
        name="datasets:download",
        about="training",
        arguments=with_file("training"),
        outcomes=handed_to(),
        in_phase=since("dry-run", handed_to(*TAKING_PART)),
    ),
    Row(
        name="datasets:download",
        about="source",
        arguments=with_source,
        outcomes=handed_to(),
        in_phase=since("evaluation", handed_to(*TAKING_PART)),
    ),
    Row(
        name="datasets:download",
        about="outputs",
        arguments=with_file("outputs"),
        outcomes=handed_to(),
        in_phase=since("combination", handed_to(*TAKING_PART)),
    ),
    Row(
        name="datasets:download",
        about="reference",
        arguments=with_file("reference"),
        outcomes=handed_to(),
        in_phase=since("preliminary", handed_to(*TAKING_PART)),
    ),
    Row(name="datasets:manage", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:add", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:add", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:downloads", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="datasets:history", arguments=with_source, outcomes=of(ORGANISERS, "shown")),
    *acts("datasets:remove", of(ORGANISERS, "redirected"), with_source),
    # System combination
    Row(name="combination:outputs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("combination:pack", of(ORGANISERS, "redirected"), in_campaign),
    *acts("combination:clear", of(ORGANISERS, "redirected"), with_system),
    # Submissions: whatever comes is taken; the check says what was too late or too early
    Row(name="submissions:list", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(
        name="submissions:list",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(("withdrawn", *ORGANISERS), "shown"),
    ),
    Row(name="submissions:submit", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Row(name="submissions:submit", arguments=in_team, method="post", outcomes=of(TEAM, "shown")),
    Row(
        name="submissions:submit",
        about="withdrawn",
        arguments=in_withdrawn_team,
        method="post",
        outcomes=of((), "shown"),
    ),
    *acts("submissions:begin", of(TEAM, "shown"), in_team, data=lambda world: {"name": "a.tgz", "size": 1}),
    *acts("submissions:begin", of((), "shown"), in_withdrawn_team, about="withdrawn"),
    Row(name="submissions:piece", arguments=with_upload, outcomes=of(TEAM, "shown")),
    # Without saying where the piece begins
    Row(name="submissions:piece", arguments=with_upload, method="post", outcomes=of(TEAM, "refused")),
    Row(
        name="submissions:piece",
        about="of rivals",
        arguments=with_upload_of_rivals,
        outcomes=of(TEAM, "not found"),
    ),
    Row(
        name="submissions:piece",
        about="of rivals",
        arguments=with_upload_of_rivals,
        method="post",
        outcomes=of(TEAM, "not found"),
    ),
    # Nothing of it has come yet
    *acts("submissions:finish", of(TEAM, "refused"), with_upload),
    *acts("submissions:finish", of(TEAM, "not found"), with_upload_of_rivals, about="of rivals"),
    *(
        Row(name=f"submissions:{name}", arguments=with_receipt, outcomes=of((*TEAM, *ORGANISERS), "shown"))
        for name in ("receipt", "findings", "withdraw")
    ),
    *(
        Row(
            name=f"submissions:{name}",
            about="of rivals",
            arguments=with_receipt_of_rivals,
            outcomes=of((*TEAM, *ORGANISERS), "not found"),
        )
        for name in ("receipt", "findings", "withdraw")
    ),
    Row(
        name="submissions:withdraw",
        arguments=with_receipt,
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of((*TEAM, *ORGANISERS), "redirected"),
    ),
    Row(
        name="submissions:withdraw",
        about="of rivals",
        arguments=with_receipt_of_rivals,
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of((*TEAM, *ORGANISERS), "not found"),
    ),
    Row(name="submissions:describe", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    # Refused on the page itself as long as descriptions are not taken; late ones are
    Row(
        name="submissions:describe",
        arguments=in_team,
        method="post",
        data=lambda world: {"text": "Site: TESTS"},
        outcomes=of(TEAM, "shown"),
        in_phase=since("evaluation", of(TEAM, "redirected")),
    ),
    Row(
        name="submissions:describe",
        about="withdrawn",
        arguments=in_withdrawn_team,
        method="post",
        data=lambda world: {"text": "Site: GONE"},
        outcomes=of((), "shown"),
    ),
    # Which receipts there are is nobody's business
    Row(name="submissions:package", about="not there", arguments=with_package("none"), outcomes=of((), "shown")),
    Row(name="submissions:package", arguments=with_package("TESTS"), outcomes=handed_to(*TEAM)),
    Row(name="submissions:package", about="of rivals", arguments=with_package("RIVAL"), outcomes=handed_to("rival")),
    Row(name="submissions:package", about="entered", arguments=with_package("BASE"), outcomes=handed_to()),
    Row(name="submissions:package", about="withdrawn", arguments=with_package("GONE"), outcomes=handed_to("withdrawn")),
    Row(name="submissions:all", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="submissions:enter", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="submissions:enter", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    # Scoring
    Row(name="scoring:trials", arguments=in_campaign, outcomes=of((*TAKING_PART, *ORGANISERS), "shown")),
    # On the test set, where scores would tell what nobody is to know before they are released
    Row(
        name="scoring:trials",
        arguments=in_campaign,
        method="post",
        data=lambda world: {"slot": f"single/{PAIR}/current", "file": a_text(world)},
        outcomes={**of(TAKING_PART, "shown"), **dict.fromkeys(ORGANISERS, "redirected")},
        in_phase=since("preliminary", of((*TAKING_PART, *ORGANISERS), "redirected")),
    ),
    # Of one's own
    Row(
        name="scoring:trial",
        arguments=with_trial,
        outcomes={**of((*TAKING_PART, *ORGANISERS), "not found"), "owner": "shown"},
    ),
    Row(name="scoring:jobs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("scoring:retry", of(ORGANISERS, "redirected"), with_job),
    *acts("scoring:anew", of(ORGANISERS, "redirected"), in_campaign),
    *acts(
        "scoring:anew",
        of(ORGANISERS, "not found"),
        in_campaign,
        about="board that is not there",
        data=lambda world: {"board": 0},
    ),
    # Adjudication: no phase opens it to participants; organisers may correct until the scores are public
    Row(name="adjudication:list", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="adjudication:proposals", about="not there", arguments=with_no_file, outcomes=everyone("not found")),
    Row(
        name="adjudication:proposals",
        arguments=with_file("reference"),
        outcomes=handed_to(),
        in_phase=since("preliminary", handed_to(*TAKING_PART)),
    ),
    *(
        Row(
            name=f"adjudication:{name}",
            arguments=with_file("reference"),
            method=method,
            outcomes=of(ORGANISERS, outcome),
            in_phase={"public": of((), "shown")},
        )
        # Suggestions are made for transcripts
        for name, outcome in (("propose", "shown"), ("upload", "shown"), ("suggestions", "not found"))
        for method in METHODS
    ),
    Row(
        name="adjudication:decide",
        about="not there",
        arguments=with_no_file,
        outcomes=of(ORGANISERS, "not found"),
    ),
    Row(name="adjudication:decide", arguments=with_file("reference"), outcomes=of(ORGANISERS, "shown")),
    # Refused on the page itself once the scores are public
    Row(
        name="adjudication:decide",
        arguments=with_file("reference"),
        method="post",
        data=with_verdict,
        outcomes=of(ORGANISERS, "redirected"),
        in_phase={"public": of(ORGANISERS, "shown")},
    ),
    *acts("adjudication:apply", of(ORGANISERS, "redirected"), with_file("reference")),
    Row(
        name="adjudication:scores",
        arguments=with_file("reference"),
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    # Organisers
    Row(name="campaigns:dashboard", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:teams", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:people", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:log", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Row(name="campaigns:edit-rulebook", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("campaigns:end-role", of(ORGANISERS, "redirected"), with_membership),
    *acts("campaigns:withdraw-role-invitation", of(ORGANISERS, "redirected"), with_invitation),
    *acts("campaigns:listing", of(ORGANISERS, "redirected"), in_campaign),
    # Results: that there is a board or a run tells that somebody handed in
    Row(name="results:boards", arguments=in_campaign, outcomes=everyone("shown")),
    Row(name="results:board", about="not there", arguments=on_no_board, outcomes=everyone("not found")),
    Row(name="results:board", arguments=on_board, outcomes=unless_known(), in_phase=SCORES_RELEASED),
    Row(
        name="results:download",
        arguments=lambda world: {**on_board(world), "ending": "csv"},
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    # By its number, which tells whose it is: to its own team, and to others once names are released
    Row(
        name="results:run",
        arguments=with_run("TESTS"),
        outcomes=unless_known(*TEAM),
        in_phase={"public": everyone("shown")},
    ),
    Row(
        name="results:run",
        about="of rivals",
        arguments=with_run("RIVAL"),
        outcomes=unless_known("rival"),
        in_phase={"public": everyone("shown")},
    ),
    Row(
        name="results:run",
        about="of rivals without a name",
        arguments=with_nameless_run("RIVAL"),
        outcomes=unless_known("rival"),
        in_phase=SCORES_RELEASED,
    ),
    Row(
        name="results:run",
        about="entered",
        arguments=with_run("BASE"),
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    Row(name="results:compare", about="nothing", arguments=in_campaign, outcomes=everyone("not found")),
    Row(
        name="results:compare",
        arguments=in_campaign,
        data=both_runs,
        outcomes=unless_known(),
        in_phase={**since("preliminary", unless_known(*TEAM)), "public": everyone("shown")},
    ),
)
