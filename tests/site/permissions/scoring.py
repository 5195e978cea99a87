"""Scoring: the evaluation server, and the queue."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.permissions.arguments import in_campaign, with_job, with_trial
from tests.site.permissions.asking import ENTRANTS, by_token
from tests.site.permissions.rows import Operation, Page, since
from tests.site.permissions.seeing import acts, of
from tests.site.texts import run_xml
from tests.site.world import ORGANISERS, PAIR, TAKING_PART, TEXTS, World

SLOT = {"track": "single", "language_pair": PAIR, "test_set": "current", "name": "a.xml"}
TEXT = run_xml([TEXTS["TESTS"]] * 3, system="try")


def a_text(world: World) -> SimpleUploadedFile:
    return SimpleUploadedFile("try.xml", run_xml([TEXTS["TESTS"]] * 3, system="try"))


PAGES: tuple[Page, ...] = (
    Page(name="scoring:trials", arguments=in_campaign, outcomes=of((*TAKING_PART, *ORGANISERS), "shown")),
    # On the test set, where scores would tell what nobody is to know before they are released
    Page(
        name="scoring:trials",
        arguments=in_campaign,
        method="post",
        data=lambda world: {"slot": f"single/{PAIR}/current", "file": a_text(world)},
        outcomes={**of(TAKING_PART, "shown"), **dict.fromkeys(ORGANISERS, "redirected")},
        in_phase=since("preliminary", of((*TAKING_PART, *ORGANISERS), "redirected")),
    ),
    # Of one's own
    Page(
        name="scoring:trial",
        arguments=with_trial,
        outcomes={**of((*TAKING_PART, *ORGANISERS), "not found"), "owner": "shown"},
    ),
    Page(name="scoring:jobs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("scoring:retry", of(ORGANISERS, "redirected"), with_job),
    *acts("scoring:anew", of(ORGANISERS, "redirected"), in_campaign),
    *acts(
        "scoring:anew",
        of(ORGANISERS, "not found"),
        in_campaign,
        about="board that is not there",
        data=lambda world: {"board": 0},
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    # The evaluation server, on the test set: scores would tell what nobody is to know before they are released
    Operation(
        name="add_trial",
        query=SLOT,
        body=TEXT,
        outcomes={**by_token(TAKING_PART, "refused"), **dict.fromkeys(ORGANISERS, "done")},
        in_phase=since("preliminary", by_token(ENTRANTS, "done")),
    ),
    Operation(name="list_trials", outcomes=by_token(ENTRANTS, "done")),
    # Of one's own
    Operation(
        name="show_trial",
        arguments=with_trial,
        outcomes={**by_token(ENTRANTS, "not found"), "owner": "done"},
    ),
    # Jobs
    Operation(name="list_jobs", outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="try_again",
        arguments=with_job,
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="score_runs_anew", body={}, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="score_runs_anew",
        about="of no board",
        body={"board": 0},
        outcomes=by_token(ORGANISERS, "not found"),
    ),
)
