"""Who may do what by the API and when: rows for every operation, which a test holds against the list of operations.

A new operation needs a row here. Everybody has a token with all scopes, but for the visitor, who has none. What they
are about is in `tests/site/world.py`; what answers tell is held in `tests/site/secrets_kept.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tests.site.permissions import WHILE_REGISTRATION_IS_OPEN, during, nameless, since
from tests.site.texts import run_xml
from tests.site.world import LINK, ORGANISERS, PAIR, RECEIPTS, ROLES, SIGNED_IN, TEAM, TEXTS, Moment, Role, World
from tests.site.world import TAKING_PART as PARTICIPANTS

Outcome = Literal["done", "token", "forbidden", "not found", "refused", "invalid"]
"""200, 201 or 204; 401; 403; 404; 409; 422."""
OUTCOMES: dict[int, Outcome] = {
    200: "done",
    201: "done",
    204: "done",
    401: "token",
    403: "forbidden",
    404: "not found",
    409: "refused",
    422: "invalid",
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """What happens when each of them asks for an operation."""

    name: str
    """The operation; several rows may speak of one."""
    outcomes: Mapping[Role, Outcome]
    """At every moment of which `in_phase` says nothing else."""
    in_phase: Mapping[Moment, Mapping[Role, Outcome]] = field(default_factory=dict)
    arguments: Callable[[World], Mapping[str, object]] = lambda world: {}
    """Of the path, beside the campaign and the team."""
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    about: str = ""
    """Which of the things that an operation is about, where several rows speak of it."""

    def __str__(self) -> str:
        return f"{self.name} {self.about}".strip()

    def at(self, moment: Moment) -> Mapping[Role, Outcome]:
        return self.in_phase.get(moment, self.outcomes)


def everybody(outcome: Outcome) -> dict[Role, Outcome]:
    return dict.fromkeys(ROLES, outcome)


def with_token(roles: tuple[Role, ...], outcome: Outcome, *, others: Outcome = "forbidden") -> dict[Role, Outcome]:
    """One outcome for some, another for the others who have a token."""
    return {**dict.fromkeys(SIGNED_IN, others), "visitor": "token", **dict.fromkeys(roles, outcome)}


def shown_to(*roles: Role, others: Outcome = "not found") -> dict[Role, Outcome]:
    """What needs no token where it is released to everybody."""
    return {**everybody(others), **dict.fromkeys((*roles, *ORGANISERS), "done")}


def handed_to(*roles: Role) -> dict[Role, Outcome]:
    return shown_to(*roles, others="forbidden")


def file(kind: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"file_id": world.files[kind].pk}


def receipt(site: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"number": RECEIPTS[site]}


def upload(site: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"upload_id": world.uploads[site].pk}


def run(site: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"key": world.runs[site].pk}


def nameless_run(site: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"key": nameless(world, site)}


def no_team(world: World) -> Mapping[str, object]:
    return {"team_id": 0}


def withdrawn_team(world: World) -> Mapping[str, object]:
    return {"team_id": world.gone.pk}


def own_team(world: World) -> Mapping[str, object]:
    return {}


def member(role: Role) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"member_id": world.people[role].team_memberships.get().pk}


def invitation(name: str) -> Callable[[World], Mapping[str, object]]:
    return lambda world: {"invitation_id": world.campaign.invitations.get(email=f"{name}@example.org").pk}


TEAM_AND_ORGANISERS = (*TEAM, *ORGANISERS)
TAKING_PART: tuple[Role, ...] = (*PARTICIPANTS, *ORGANISERS)
WITHOUT_A_TEAM: tuple[Role, ...] = ("stranger", "judge", "observer", *ORGANISERS)
NEW_TEAM = {"name": "New", "language_pairs": [PAIR], "attendee": "Nora New"}
SLOT = {"track": "single", "language_pair": PAIR, "test_set": "current", "name": "a.xml"}
TEXT = run_xml([TEXTS["TESTS"]] * 3, system="try")
SCORES_RELEASED: dict[Moment, Mapping[Role, Outcome]] = {
    **since("preliminary", shown_to(*PARTICIPANTS)),
    "public": everybody("done"),
}

ROWS = (
    Row(name="me", outcomes=with_token(SIGNED_IN, "done")),
    # Campaigns: who knows the address of one that is not listed sees its rules
    Row(name="list_campaigns", outcomes=everybody("done")),
    Row(name="add_campaign", body={"rulebook": "="}, outcomes=with_token(("administrator",), "invalid")),
    Row(name="show_campaign", outcomes=everybody("done")),
    Row(name="show_schedule", outcomes=everybody("done")),
    Row(name="change_listing", body={"listed": True}, outcomes=with_token(ORGANISERS, "done")),
    # Rulebooks
    Row(name="show_rulebook", outcomes=everybody("done")),
    Row(name="show_rulebook_text", outcomes=with_token(ORGANISERS, "done")),
    Row(name="check_rulebook", body={"rulebook": "="}, outcomes=with_token(ORGANISERS, "invalid")),
    Row(name="replace_rulebook", body={"rulebook": "=", "version": ""}, outcomes=with_token(ORGANISERS, "invalid")),
    # Teams
    Row(name="show_standing", outcomes=with_token(SIGNED_IN, "done")),
    Row(name="list_teams", outcomes=with_token(ORGANISERS, "done")),
    Row(
        name="add_team",
        body=NEW_TEAM,
        outcomes=with_token((), "done"),
        in_phase=during(with_token(WITHOUT_A_TEAM, "done"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Row(name="show_team", outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    Row(name="show_team", about="not there", arguments=no_team, outcomes=with_token(ORGANISERS, "not found")),
    Row(
        name="show_team",
        about="withdrawn",
        arguments=withdrawn_team,
        outcomes=with_token(("withdrawn", *ORGANISERS), "done"),
    ),
    Row(
        name="change_team",
        body={"name": ""},
        outcomes=with_token(ORGANISERS, "invalid"),
        in_phase=during(with_token(("owner", *ORGANISERS), "invalid"), *WHILE_REGISTRATION_IS_OPEN),
    ),
    Row(
        name="sign",
        arguments=lambda world: {"agreement": "ldc-licence"},
        # It is signed already
        outcomes=with_token(("owner",), "done"),
    ),
    Row(name="set_site_id", body={"site_id": "NEW"}, outcomes=with_token(ORGANISERS, "done")),
    # There is no such phase
    Row(
        name="extend_phase",
        arguments=lambda world: {"phase": "none"},
        body={"until": "2030-01-01T00:00Z", "reason": "a storm"},
        outcomes=with_token(ORGANISERS, "refused"),
    ),
    *(
        Row(name=name, about=about, arguments=team_id, body={"reason": "asked"}, outcomes=with_token(ORGANISERS, got))
        for name, about, team_id, got in (
            ("take_out", "", own_team, "done"),
            ("take_out", "withdrawn", withdrawn_team, "refused"),
            ("take_back", "", own_team, "refused"),
            ("take_back", "withdrawn", withdrawn_team, "done"),
        )
    ),
    *(
        row
        for name in ("list_members", "list_team_invitations")
        for row in (
            Row(name=name, outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
            Row(
                name=name,
                about="withdrawn",
                arguments=withdrawn_team,
                outcomes=with_token(("withdrawn", *ORGANISERS), "done"),
            ),
        )
    ),
    Row(
        name="change_member",
        arguments=member("team_mate"),
        body={"is_contact": True},
        outcomes=with_token(("owner", *ORGANISERS), "done"),
    ),
    Row(
        name="change_member",
        about="of rivals",
        arguments=member("rival"),
        body={"is_contact": True},
        outcomes=with_token(("owner", *ORGANISERS), "not found"),
    ),
    # Everyone may leave
    Row(name="delete_member", arguments=member("team_mate"), outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    # The only contact person
    Row(
        name="delete_member",
        about="contact",
        arguments=member("owner"),
        outcomes=with_token(("owner", *ORGANISERS), "refused"),
    ),
    Row(
        name="delete_member",
        about="of rivals",
        arguments=member("rival"),
        outcomes=with_token(TEAM_AND_ORGANISERS, "not found"),
    ),
    Row(
        name="invite_member",
        body={"email": "new@example.org"},
        outcomes=with_token(("owner", *ORGANISERS), "done"),
    ),
    Row(
        name="invite_member",
        about="withdrawn",
        arguments=withdrawn_team,
        body={"email": "new@example.org"},
        outcomes=with_token(ORGANISERS, "done"),
    ),
    Row(
        name="delete_team_invitation",
        arguments=invitation("into.the.team"),
        outcomes=with_token(("owner", *ORGANISERS), "done"),
    ),
    Row(
        name="delete_team_invitation",
        about="into a role",
        arguments=invitation("into.a.role"),
        outcomes=with_token(("owner", *ORGANISERS), "not found"),
    ),
    # People
    Row(name="list_people", outcomes=with_token(ORGANISERS, "done")),
    Row(
        name="end_role",
        arguments=lambda world: {"membership_id": world.campaign.memberships.get(role="judge").pk},
        outcomes=with_token(ORGANISERS, "done"),
    ),
    Row(name="list_invitations", outcomes=with_token(ORGANISERS, "done")),
    Row(
        name="invite_person",
        body={"email": "new@example.org", "role": "judge"},
        outcomes=with_token(ORGANISERS, "done"),
    ),
    Row(
        name="delete_invitation",
        arguments=invitation("into.a.role"),
        outcomes=with_token(ORGANISERS, "done"),
    ),
    Row(
        name="delete_invitation",
        about="into a team",
        arguments=invitation("into.the.team"),
        outcomes=with_token(ORGANISERS, "not found"),
    ),
    Row(name="accept", body={"token": "of-no-link"}, outcomes=with_token(SIGNED_IN, "not found")),
    # A link into the team, for those who are in none
    Row(
        name="accept",
        about="into a team",
        body={"token": LINK},
        outcomes=with_token(WITHOUT_A_TEAM, "done", others="refused"),
    ),
    # Data: only participants are handed any, and a withdrawn team is none
    Row(name="list_data", outcomes=everybody("done")),
    Row(
        name="add_data",
        query={"kind": "source", "name": "a.xml", "test_set": "none"},
        body=b"x",
        outcomes=with_token(ORGANISERS, "refused"),
    ),
    Row(
        name="fetch_data",
        arguments=file("source"),
        outcomes=handed_to(),
        in_phase=since("evaluation", handed_to(*PARTICIPANTS)),
    ),
    Row(
        name="fetch_data",
        about="training",
        arguments=file("training"),
        outcomes=handed_to(),
        in_phase=since("dry-run", handed_to(*PARTICIPANTS)),
    ),
    Row(
        name="fetch_data",
        about="outputs",
        arguments=file("outputs"),
        outcomes=handed_to(),
        in_phase=since("combination", handed_to(*PARTICIPANTS)),
    ),
    Row(
        name="fetch_data",
        about="reference",
        arguments=file("reference"),
        outcomes=handed_to(),
        in_phase=since("preliminary", handed_to(*PARTICIPANTS)),
    ),
    # Uploads and submissions: whatever comes is taken; the check says what was too late or too early
    Row(name="start_upload", body={"name": "a.tgz", "size": 1}, outcomes=with_token(TEAM, "done")),
    Row(
        name="start_upload",
        about="withdrawn",
        arguments=withdrawn_team,
        body={"name": "a.tgz", "size": 1},
        outcomes=with_token((), "done"),
    ),
    Row(name="show_upload", arguments=upload("TESTS"), outcomes=with_token(TEAM, "done")),
    Row(name="show_upload", about="of rivals", arguments=upload("RIVAL"), outcomes=with_token(TEAM, "not found")),
    Row(
        name="continue_upload",
        arguments=upload("TESTS"),
        query={"offset": 0},
        body=b"x",
        outcomes=with_token(TEAM, "done"),
    ),
    Row(
        name="continue_upload",
        about="of rivals",
        arguments=upload("RIVAL"),
        query={"offset": 0},
        body=b"x",
        outcomes=with_token(TEAM, "not found"),
    ),
    # Nothing of it has come yet
    Row(name="end_upload", arguments=upload("TESTS"), outcomes=with_token(TEAM, "refused")),
    Row(name="end_upload", about="of rivals", arguments=upload("RIVAL"), outcomes=with_token(TEAM, "not found")),
    Row(name="add_submission", query={"name": "a.tgz"}, body=b"x", outcomes=with_token(TEAM, "done")),
    Row(
        name="add_submission",
        about="withdrawn",
        arguments=withdrawn_team,
        query={"name": "a.tgz"},
        body=b"x",
        outcomes=with_token((), "done"),
    ),
    Row(name="list_team_submissions", outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    Row(name="list_submissions", outcomes=with_token(ORGANISERS, "done")),
    *(
        Row(
            name=name,
            about=about,
            arguments=receipt(site),
            body={"reason": "wrong file"} if name == "withdraw" else None,
            outcomes=with_token((*whose, *ORGANISERS), "done", others="not found"),
        )
        for name in ("show_submission", "withdraw", "fetch_package")
        for site, about, whose in (
            ("TESTS", "", TEAM),
            ("RIVAL", "of rivals", ("rival",)),
            ("GONE", "withdrawn", ("withdrawn",)),
            ("BASE", "entered", ()),
        )
    ),
    Row(
        name="add_run",
        query={"system": "none", **SLOT},
        body=b"x",
        outcomes=with_token(ORGANISERS, "refused"),
    ),
    Row(name="show_description", outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    Row(
        name="set_description",
        body={"text": "Site: TESTS"},
        outcomes=with_token(TEAM, "refused"),
        in_phase=since("evaluation", with_token(TEAM, "done")),
    ),
    # The evaluation server, on the test set: scores would tell what nobody is to know before they are released
    Row(
        name="add_trial",
        query=SLOT,
        body=TEXT,
        outcomes={**with_token(PARTICIPANTS, "refused"), **dict.fromkeys(ORGANISERS, "done")},
        in_phase=since("preliminary", with_token(TAKING_PART, "done")),
    ),
    Row(name="list_trials", outcomes=with_token(TAKING_PART, "done")),
    # Of one's own
    Row(
        name="show_trial",
        arguments=lambda world: {"trial_id": world.trial.pk},
        outcomes={**with_token(TAKING_PART, "not found"), "owner": "done"},
    ),
    # Results: that there is a board or a run tells that somebody handed in
    Row(name="list_boards", outcomes=everybody("done")),
    Row(
        name="show_board",
        arguments=lambda world: {"board_id": world.board.pk},
        outcomes=shown_to(),
        in_phase=SCORES_RELEASED,
    ),
    *(
        row
        for name in ("show_run", "list_segments")
        for row in (
            Row(
                name=name,
                about="by number",
                arguments=run("TESTS"),
                outcomes=shown_to(*TEAM),
                in_phase={"public": everybody("done")},
            ),
            Row(
                name=name,
                about="of rivals",
                arguments=run("RIVAL"),
                outcomes=shown_to("rival"),
                in_phase={"public": everybody("done")},
            ),
            Row(
                name=name,
                about="of rivals without a name",
                arguments=nameless_run("RIVAL"),
                outcomes=shown_to("rival"),
                in_phase=SCORES_RELEASED,
            ),
            Row(name=name, arguments=run("BASE"), outcomes=shown_to(), in_phase=SCORES_RELEASED),
        )
    ),
    # Jobs
    Row(name="list_jobs", outcomes=with_token(ORGANISERS, "done")),
    Row(
        name="try_again",
        arguments=lambda world: {"job_id": world.job.pk},
        outcomes=with_token(ORGANISERS, "done"),
    ),
)
