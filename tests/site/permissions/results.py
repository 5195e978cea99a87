"""Results: that there is a board or a run tells that somebody submitted."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign, nameless, on_board, on_no_board, with_nameless_run, with_run
from tests.site.permissions.asking import SCORES_ANSWERED, everybody, shown_to
from tests.site.permissions.judging import with_human_scores
from tests.site.permissions.rows import Operation, Page, since
from tests.site.permissions.seeing import SCORES_RELEASED, everyone, unless_known
from tests.site.world import TEAM, World


def both_runs(world: World) -> dict[str, object]:
    """The team's by number, the rivals' without a name: as the page of the team's run lets compare."""
    return {"first": str(world.runs["TESTS"].pk), "second": nameless(world, "RIVAL"), "better": "second"}


def several_runs(world: World) -> dict[str, object]:
    """The same with a baseline."""
    return {"run": [str(world.runs["TESTS"].pk), nameless(world, "RIVAL"), str(world.runs["BASE"].pk)]}


def on_human_board(world: World) -> dict[str, object]:
    """Of a human evaluation that is over."""
    place = {"language_pair": world.board.language_pair, "test_set": world.board.test_set}
    return {**in_campaign(world), "evaluation": world.judged.code, **place}


def on_open_evaluation(world: World) -> dict[str, object]:
    """Of a human evaluation that somebody judges."""
    return {**on_human_board(world), "evaluation": world.screen.evaluation.code}


PAGES: tuple[Page, ...] = (
    Page(name="results:statistics", arguments=in_campaign, outcomes=everyone("shown")),
    Page(
        name="results:statistics-download",
        arguments=lambda world: {**in_campaign(world), "ending": "csv"},
        outcomes=everyone("shown"),
    ),
    Page(name="results:overview", arguments=in_campaign, outcomes=everyone("shown")),
    # What it shows of each board is tested with the secrets
    Page(name="results:progress", arguments=in_campaign, outcomes=everyone("shown")),
    Page(
        name="results:progress-download",
        arguments=lambda world: {**in_campaign(world), "ending": "csv"},
        outcomes=everyone("shown"),
    ),
    # What is listed there is what is released to each; the campaign of these tests has no ASR output.
    Page(name="results:asr-output", arguments=in_campaign, outcomes=everyone("shown")),
    Page(
        name="results:asr-output-table",
        arguments=lambda world: {**in_campaign(world), "ending": "tsv"},
        outcomes=everyone("shown"),
    ),
    Page(name="results:participation", arguments=in_campaign, outcomes=everyone("shown")),
    Page(
        name="results:participation-table",
        arguments=lambda world: {**in_campaign(world), "table": "submissions-by-track", "ending": "csv"},
        outcomes=everyone("shown"),
    ),
    Page(name="results:board", about="not there", arguments=on_no_board, outcomes=everyone("not found")),
    Page(name="results:board", arguments=on_board, outcomes=unless_known(), in_phase=SCORES_RELEASED),
    Page(
        name="results:download",
        arguments=lambda world: {**on_board(world), "ending": "csv"},
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    Page(
        name="results:figure",
        arguments=lambda world: {**on_board(world), "name": "intervals"},
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    Page(
        name="results:overview-figure",
        arguments=lambda world: {**in_campaign(world), "name": "best-1"},
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    *(
        Page(
            name=name,
            arguments=lambda world, given=given: {**on_human_board(world), **given},  # type: ignore[misc]
            outcomes=unless_known(),
            in_phase={"public": everyone("shown")},
        )
        for name, given in (
            ("results:human-board", {}),
            ("results:human-download", {"table": "ranking", "ending": "json"}),
            ("results:human-figure", {"name": "head-to-head"}),
        )
    ),
    # Its systems were ranked, and played no tournament
    Page(
        name="results:human-bracket",
        arguments=lambda world: {**on_human_board(world), "number": 1},
        outcomes=everyone("not found"),
    ),
    # Nothing is judged there yet, and while people judge there is no board for others than organisers
    Page(
        name="results:human-board",
        about="being judged",
        arguments=on_open_evaluation,
        outcomes=everyone("not found"),
    ),
    # No phase of this rulebook releases them
    Page(name="results:human-judgments", arguments=on_human_board, outcomes=unless_known()),
    Page(
        name="results:imported-scores",
        arguments=with_human_scores,
        outcomes=unless_known(),
        in_phase={"public": everyone("shown")},
    ),
    # By its number, which tells whose it is: to its own team, and to others once names are released
    Page(
        name="results:run",
        arguments=with_run("TESTS"),
        outcomes=unless_known(*TEAM),
        in_phase={"public": everyone("shown")},
    ),
    Page(
        name="results:run",
        about="of rivals",
        arguments=with_run("RIVAL"),
        outcomes=unless_known("rival"),
        in_phase={"public": everyone("shown")},
    ),
    Page(
        name="results:run",
        about="of rivals without a name",
        arguments=with_nameless_run("RIVAL"),
        outcomes=unless_known("rival"),
        in_phase=SCORES_RELEASED,
    ),
    Page(
        name="results:run",
        about="entered",
        arguments=with_run("BASE"),
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    Page(
        name="results:run-figure",
        arguments=lambda world: {**with_run("BASE")(world), "name": "parts"},
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
    # Outputs are released without names alone, so that nobody reads them here but organisers, and their team once it
    # sees scores.
    Page(
        name="results:run-output",
        arguments=with_run("TESTS"),
        outcomes=unless_known(),
        in_phase=since("preliminary", unless_known(*TEAM)),
    ),
    Page(
        name="results:run-output",
        about="of rivals",
        arguments=with_run("RIVAL"),
        outcomes=unless_known(),
        in_phase=since("preliminary", unless_known("rival")),
    ),
    Page(name="results:compare", about="nothing", arguments=in_campaign, outcomes=everyone("not found")),
    Page(
        name="results:compare",
        arguments=in_campaign,
        data=both_runs,
        outcomes=unless_known(),
        in_phase={**since("preliminary", unless_known(*TEAM)), "public": everyone("shown")},
    ),
)
PAGES = (
    *PAGES,
    Page(
        name="results:compare",
        about="several",
        arguments=in_campaign,
        data=several_runs,
        outcomes=unless_known(),
        in_phase={**since("preliminary", unless_known(*TEAM)), "public": everyone("shown")},
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_data_statistics", outcomes=everybody("done")),
    Operation(name="fetch_data_statistics", outcomes=everybody("done")),
    Operation(name="list_boards", outcomes=everybody("done")),
    Operation(name="show_progress", outcomes=everybody("done")),
    Operation(name="fetch_progress", outcomes=everybody("done")),
    Operation(
        name="show_board",
        arguments=on_board,
        outcomes=shown_to(),
        in_phase=SCORES_ANSWERED,
    ),
    Operation(name="list_pairs", arguments=on_board, outcomes=shown_to(), in_phase=SCORES_ANSWERED),
    Operation(name="fetch_table", arguments=on_board, outcomes=shown_to(), in_phase=SCORES_ANSWERED),
    Operation(name="list_human_boards", outcomes=everybody("done")),
    Operation(name="list_human_scores", outcomes=everybody("done")),
    *(
        Operation(name=name, arguments=on_human_board, outcomes=shown_to(), in_phase={"public": everybody("done")})
        for name in ("show_human_board", "fetch_human_table")
    ),
    Operation(name="fetch_released_judgments", arguments=on_human_board, outcomes=shown_to()),
    Operation(name="list_asr_output", outcomes=everybody("done")),
    Operation(name="fetch_asr_output_table", outcomes=everybody("done")),
    Operation(name="list_descriptions", outcomes=everybody("done")),
    Operation(name="show_participation", outcomes=everybody("done")),
    *(
        Operation(
            name=name,
            arguments=lambda world: {**in_campaign(world), **both_runs(world)},
            query=query,
            outcomes=shown_to(),
            in_phase={**since("preliminary", shown_to(*TEAM)), "public": everybody("done")},
        )
        for name, query in (("compare_runs", {}), ("list_differences", {"better": "second"}))
    ),
    *(
        Operation(
            name=name,
            query=several_runs,
            outcomes=shown_to(),
            in_phase={**since("preliminary", shown_to(*TEAM)), "public": everybody("done")},
        )
        for name in ("compare_systems", "list_spreads")
    ),
    *(
        row
        for name in ("show_run", "list_segments")
        for row in (
            Operation(
                name=name,
                about="by number",
                arguments=with_run("TESTS"),
                outcomes=shown_to(*TEAM),
                in_phase={"public": everybody("done")},
            ),
            Operation(
                name=name,
                about="of rivals",
                arguments=with_run("RIVAL"),
                outcomes=shown_to("rival"),
                in_phase={"public": everybody("done")},
            ),
            Operation(
                name=name,
                about="of rivals without a name",
                arguments=with_nameless_run("RIVAL"),
                outcomes=shown_to("rival"),
                in_phase=SCORES_ANSWERED,
            ),
            Operation(name=name, arguments=with_run("BASE"), outcomes=shown_to(), in_phase=SCORES_ANSWERED),
        )
    ),
)
