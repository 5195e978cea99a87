"""Who may do what by the API: a row for every operation, which a test holds against the list of operations.

A new operation needs a row here. Everybody has a token with all scopes, but for the visitor, who has none. The campaign
is over, so that everything is released that ever will be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tests.site.permissions import ORGANISERS, ROLES, SIGNED_IN, TEAM, Role, World, with_source

Outcome = Literal["done", "token", "forbidden", "not found", "refused", "invalid"]
"""200 or 201; 401; 403; 404; 409; 422."""
OUTCOMES: dict[int, Outcome] = {
    200: "done",
    201: "done",
    401: "token",
    403: "forbidden",
    404: "not found",
    409: "refused",
    422: "invalid",
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """What happens when each of them asks for an operation."""

    outcomes: Mapping[Role, Outcome]
    arguments: Mapping[str, object] = field(default_factory=dict)
    """Of the path, beside the campaign and the team."""
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    made: Callable[[World], Mapping[str, object]] = lambda world: {}
    """Arguments that must be made first."""


def everybody(outcome: Outcome) -> dict[Role, Outcome]:
    return dict.fromkeys(ROLES, outcome)


def with_token(roles: tuple[Role, ...], outcome: Outcome, *, others: Outcome = "forbidden") -> dict[Role, Outcome]:
    """One outcome for some, another for the others who have a token."""
    return {**dict.fromkeys(SIGNED_IN, others), "visitor": "token", **dict.fromkeys(roles, outcome)}


def source_file(world: World) -> dict[str, object]:
    return {"file_id": with_source(world)["file_id"]}


TEAM_AND_ORGANISERS = (*TEAM, *ORGANISERS)
TAKING_PART: tuple[Role, ...] = ("rival", *TEAM_AND_ORGANISERS)
UPLOAD = {"upload_id": "0b7f1c1e-0000-4000-8000-000000000000"}
SLOT = {"track": "single", "language_pair": "ara2eng", "test_set": "current", "name": "a.xml"}

ROWS: dict[str, Row] = {
    "me": Row(outcomes=with_token(SIGNED_IN, "done")),
    # Campaigns: who knows the address of one that is not listed sees its rules
    "list_campaigns": Row(outcomes=everybody("done")),
    "add_campaign": Row(body={"rulebook": "="}, outcomes=with_token(("administrator",), "invalid")),
    "show_campaign": Row(outcomes=everybody("done")),
    "show_schedule": Row(outcomes=everybody("done")),
    "show_rulebook": Row(outcomes=everybody("done")),
    # Teams: registration is over
    "show_standing": Row(outcomes=with_token(SIGNED_IN, "done")),
    "list_teams": Row(outcomes=with_token(ORGANISERS, "done")),
    "add_team": Row(body={"name": "New"}, outcomes=with_token((), "done")),
    "show_team": Row(outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    "change_team": Row(body={"name": ""}, outcomes=with_token(ORGANISERS, "invalid")),
    "sign": Row(arguments={"agreement": "ldc-licence"}, outcomes=with_token(("owner",), "done")),
    "set_site_id": Row(body={"site_id": "NEW"}, outcomes=with_token(ORGANISERS, "done")),
    # Data: the team has signed nothing
    "list_data": Row(outcomes=everybody("done")),
    "add_data": Row(
        query={"kind": "source", "name": "a.xml", "test_set": "none"},
        body=b"x",
        outcomes=with_token(ORGANISERS, "refused"),
    ),
    "fetch_data": Row(made=source_file, outcomes={**everybody("forbidden"), **dict.fromkeys(ORGANISERS, "done")}),
    # Uploads and submissions: the team has handed in nothing
    "start_upload": Row(body={"name": "a.tgz", "size": 1}, outcomes=with_token(TEAM, "done")),
    "show_upload": Row(arguments=UPLOAD, outcomes=with_token(TEAM, "not found")),
    "continue_upload": Row(arguments=UPLOAD, query={"offset": 0}, body=b"x", outcomes=with_token(TEAM, "not found")),
    "end_upload": Row(arguments=UPLOAD, outcomes=with_token(TEAM, "not found")),
    "add_submission": Row(query={"name": "a.tgz"}, body=b"x", outcomes=with_token(TEAM, "done")),
    "list_team_submissions": Row(outcomes=with_token(TEAM_AND_ORGANISERS, "done")),
    "list_submissions": Row(outcomes=with_token(ORGANISERS, "done")),
    "show_submission": Row(arguments={"number": 1}, outcomes=with_token(SIGNED_IN, "not found")),
    "withdraw": Row(arguments={"number": 1}, body={"reason": "x"}, outcomes=with_token(SIGNED_IN, "not found")),
    "fetch_package": Row(arguments={"number": 1}, outcomes=with_token(SIGNED_IN, "not found")),
    "add_run": Row(query={"system": "none", **SLOT}, body=b"x", outcomes=with_token(ORGANISERS, "refused")),
    "show_description": Row(outcomes=with_token(TEAM_AND_ORGANISERS, "not found")),
    "set_description": Row(body={"text": ""}, outcomes=with_token(TEAM, "refused")),
    # The evaluation server
    "add_trial": Row(query=SLOT, body=b"x", outcomes=with_token(TAKING_PART, "refused")),
    "list_trials": Row(outcomes=with_token(TAKING_PART, "done")),
    "show_trial": Row(arguments={"trial_id": 1}, outcomes=with_token(TAKING_PART, "not found")),
    # Results: nothing was handed in
    "list_boards": Row(outcomes=everybody("done")),
    "show_board": Row(arguments={"board_id": 1}, outcomes=everybody("not found")),
    "show_run": Row(arguments={"key": "1"}, outcomes=everybody("not found")),
    "list_segments": Row(arguments={"key": "1"}, outcomes=everybody("not found")),
    # Jobs
    "list_jobs": Row(outcomes=with_token(ORGANISERS, "done")),
    "try_again": Row(arguments={"job_id": 1}, outcomes=with_token(ORGANISERS, "not found")),
}
