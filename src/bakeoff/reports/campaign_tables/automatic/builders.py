"""The tables of automatic scores, in the order of the boards."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.automatic.ranked_lists import ranked_lists
from bakeoff.reports.campaign_tables.automatic.score_tables import score_table
from bakeoff.reports.campaign_tables.automatic.sections import joined_boards, joined_table
from bakeoff.reports.campaign_tables.listed_runs import (
    PUBLISHED_ROLES,
    Keys,
    groups_of,
    keys_of,
    place_of,
    scored_boards,
    scoring_of,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import title_of_metric, word
from bakeoff.reports.table import Column, Table
from bakeoff.rulebook.schema.report import TableName
from bakeoff.rulebook.titles import board_title
from bakeoff.text.specifications import find_specification

SECTION = "Automatic scores"


def automatic(results: CampaignResults) -> Iterator[ReportTable]:
    """Scores of translations: boards that the rulebook joins, then every other one by itself.

    Several specifications are side by side where the report has `specifications-side-by-side`.
    """
    report = results.rulebook.report
    joined: set[tuple[str, ...]] = set()
    for number, asked in enumerate(report.joined, start=1):
        boards = joined_boards(results, asked)
        joined |= {board.place for board in boards}
        if boards:
            table = joined_table(results, boards, title=asked.title)
            yield ReportTable(id=f"automatic-{number}", name="automatic", section=SECTION, table=table)
    scored = {board.place: board for board in scored_boards(results, recognition=False)}
    for place in _places(results) if report.absent else list(scored):
        if place in scored and place not in joined:
            board = scored[place]
            for group in (ALL_SEGMENTS, *groups_of(results.rulebook, board)):
                yield from board_tables(results, board, group=group)
        elif place not in scored:
            yield _absent(results, place)


def side_by_side(results: CampaignResults) -> Iterator[ReportTable]:
    """Boards with several specifications, where the report has no table of all automatic scores."""
    if "automatic" in results.rulebook.report.tables:
        return
    for board in scored_boards(results, recognition=False):
        if len(keys_of(results, board)) > 1:
            yield from board_tables(results, board)


def board_tables(results: CampaignResults, board: BoardResults, *, group: str = ALL_SEGMENTS) -> Iterator[ReportTable]:
    """The tables of one board: one, or one for each specification, or for the official metric and for the others."""
    report, keys = results.rulebook.report, keys_of(results, board)
    together = "specifications-side-by-side" in report.tables and report.order != "each"
    for part in [keys] if together else [(key,) for key in keys]:
        for shown, what in _official_apart(results, board, part):
            yield _report_table(results, board, shown, what, group)
    if report.absent and not together:
        for specification in scoring_of(results, board).scored_specifications:
            if specification not in dict(keys):
                yield _absent(results, board.place, specification)


def _report_table(results: CampaignResults, board: BoardResults, keys: Keys, what: str, group: str) -> ReportTable:
    report = results.rulebook.report
    name: TableName = "specifications-side-by-side" if len(keys) > 1 else "automatic"
    several = len(scoring_of(results, board).scored_specifications) > 1
    specification = keys[0][0] if len(keys) == 1 and several else ""
    make = ranked_lists if report.order == "each" else score_table
    title = _title(results, place_of(results, board, group), specification, what)
    return ReportTable(
        id=table_id("automatic", *board.place, group, specification, what),
        name=name,
        section=SECTION,
        table=make(results, board, keys, title=title, group=group),
    )


def _official_apart(results: CampaignResults, board: BoardResults, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """The metrics of each table, and what tables of the same board are about where there are two."""
    official = scoring_of(results, board).official_metric
    if not results.rulebook.report.official_apart or official is None:
        yield keys, ""
        return
    for what, wanted in (("official", True), ("other metrics", False)):
        part = tuple(
            (specification, tuple(metric for metric in metrics if (metric == official) == wanted))
            for specification, metrics in keys
        )
        if any(metrics for _, metrics in part):
            yield part, what


def _title(results: CampaignResults, place: str, specification: str = "", what: str = "") -> str:
    report, official = results.rulebook.report, results.rulebook.evaluation.official_metric
    words = {
        "official": f"Official scores by {title_of_metric(report, official or '')}",
        "other metrics": "Scores by other metrics",
    }
    return f"{words.get(what, 'Automatic scores')}: " + ", ".join(
        filter(None, [place, word(report, specification) if specification else ""])
    )


def _places(results: CampaignResults) -> Iterator[tuple[str, str, str, str]]:
    """All places where something could be submitted to be scored, in the order of the rulebook.

    They are those of test sets that the results have boards of: of others nothing is known, or not released yet.
    """
    rulebook = results.rulebook
    known = {board.test_set for board in results.boards}
    for track in rulebook.tracks.values():
        for pair in track.all_pairs if track.is_scored else ():
            for condition in [each.id for each in rulebook.conditions_of(track.id, pair)] or [""]:
                for test_set in rulebook.test_sets_of(track.id, pair):
                    if test_set.role in PUBLISHED_ROLES and test_set.id in known:
                        yield (track.id, pair, condition, test_set.id)


def _absent(results: CampaignResults, place: tuple[str, str, str, str], specification: str = "") -> ReportTable:
    """A table that says that nothing was submitted."""
    board = BoardResults(**dict(zip(("track", "language_pair", "condition", "test_set"), place, strict=True)), runs=())  # type: ignore[arg-type]
    cased = bool(specification) and find_specification(specification).needs_upper_case
    title = _title(results, board_title(results.rulebook, board), specification)
    table = Table(
        columns=(Column("system", title=word(results.rulebook.report, "system")),),
        rows=(),
        title=title,
        empty="No submission has upper case." if cased else "No submissions.",
    )
    return ReportTable(id=table_id("automatic", *place, specification), name="automatic", section=SECTION, table=table)
