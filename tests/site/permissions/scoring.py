"""Scoring: the evaluation server, and the queue."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.permissions.arguments import in_campaign, on_board, on_no_board, with_job, with_score_file, with_trial
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
    *acts("scoring:rescore", of(ORGANISERS, "redirected"), in_campaign),
    *acts(
        "scoring:rescore",
        of(ORGANISERS, "not found"),
        in_campaign,
        about="board that is not there",
        data=lambda world: {"board": 0},
    ),
    # Scores of metrics from outside; the rulebook of this campaign has none
    Page(name="scoring:score-files", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="scoring:score-files",
        arguments=in_campaign,
        method="post",
        data=lambda world: {"where": f"{world.board.pk}/comet", "direction": "higher", "file": a_text(world)},
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(name="scoring:score-file", arguments=with_score_file, outcomes=of(ORGANISERS, "shown")),
    *acts("scoring:withdraw-score-file", of(ORGANISERS, "redirected"), with_score_file),
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
    Operation(name="rescore_runs", body={}, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="rescore_runs",
        about="of no board",
        body={"board": 0},
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    # Scores of metrics from outside
    Operation(name="list_score_files", arguments=on_board, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="list_score_files",
        about="of no board",
        arguments=on_no_board,
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    Operation(
        name="add_score_file",
        arguments=on_board,
        query={"metric": "comet", "name": "a.tsv"},
        body=b"system\tscore\nRIVAL\t1\n",
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    Operation(name="fetch_score_file", arguments=with_score_file, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="withdraw_score_file", arguments=with_score_file, outcomes=by_token(ORGANISERS, "done")),
)
