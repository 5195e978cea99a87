"""Baselines: their scores with standard deviations, and how the best systems compare with them and earlier years."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bakeoff.reports.campaign_results.boards import BoardResults, ComparedPair, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.captions import signatures
from bakeoff.reports.campaign_tables.listed_runs import in_order, keys_of, place_of, reported_value, scoring_of
from bakeoff.reports.campaign_tables.published_systems import runs_of
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import formatted, score_column, title_of_metric, word
from bakeoff.reports.methods import describe_test
from bakeoff.reports.progress import BestSystem, best_table
from bakeoff.reports.table import Column, Section, Table, Value

SECTION = "Baselines"
_HELD = {"baseline": "baseline", "earlier": "earlier year"}


def baselines(results: CampaignResults) -> Iterator[ReportTable]:
    """For each baseline its scores on every test set, under the first specification (IWSLT 2012, table 5)."""
    found = [
        (board, run)
        for board in results.boards
        for run in runs_of(results, board)
        if run.kind == "baseline" and run.scores and run.part != "named"
    ]
    found.sort(key=lambda each: each[0].track)
    for track, own in groupby(found, key=lambda each: each[0].track):
        yield ReportTable(
            id=table_id("baselines", track), name="baselines", section=SECTION, table=_baselines(results, list(own))
        )


def _baselines(results: CampaignResults, found: list[tuple[BoardResults, RunResults]]) -> Table:
    rulebook, report = results.rulebook, results.rulebook.report
    pairs = list(dict.fromkeys(board.language_pair for board, _ in found))
    found = sorted(found, key=lambda each: pairs.index(each[0].language_pair))
    specification, metrics = keys_of(results, found[0][0])[0]
    columns: list[Column] = []
    for metric in metrics:
        score = next(score for _, run in found if (score := run.score(metric, specification)) is not None)
        shown = score_column(report, score)
        title = shown.title
        deviation = formatted(report, Column(f"{metric} sd", digits=shown.digits, title="σ", group=title), key=metric)
        columns += [shown, deviation]
    several = len({run.name for _, run in found}) > 1
    rows: list[tuple[Value, ...]] = []
    sections: list[Section] = []
    for number, (board, run) in enumerate(found):
        if number == 0 or board.language_pair != found[number - 1][0].language_pair:
            sections.append(Section(number, rulebook.language_pairs[board.language_pair].label))
        cells: list[Value] = []
        for metric in metrics:
            own = run.score(metric, specification)
            cells += [
                reported_value(results, board, own),
                own.variation.sd if own is not None and own.variation is not None else None,
            ]
        rows.append((rulebook.test_sets[board.test_set].label, run.name, *cells))
    return Table(
        columns=(
            Column("data set", title=word(report, "data set")),
            Column("system", title=word(report, "system"), detail=not several),
            *columns,
        ),
        rows=tuple(rows),
        title=f"Baselines with standard deviations: {rulebook.tracks[found[0][0].track].label}",
        notes=tuple(dict.fromkeys(signatures([run for _, run in found], ((specification, metrics),)))),
        sections=tuple(sections),
        sections_of="language pair",
    )


def against_baseline(results: CampaignResults) -> Iterator[ReportTable]:
    """The best compared system of each board against each kind of system that the campaign holds against it."""
    rows = [row for board in results.boards for row in _best_of(results, board)]
    if rows:
        methods = {describe_test(each.method) for board in results.boards for each in board.comparisons}
        yield ReportTable(
            id="against-baseline",
            name="against-baseline",
            section=SECTION,
            table=best_table(rows, notes=[f"Significance: {method}." for method in sorted(methods)]),
        )


def _best_of(results: CampaignResults, board: BoardResults) -> Iterator[BestSystem]:
    scoring, keys = scoring_of(results, board), keys_of(results, board)
    if scoring.official_metric is None or not keys:
        return
    metric, specification = scoring.official_metric, keys[0][0]
    own = [run for run in board.runs if run.team and run.compared and run.part == "official"]
    ranked = [run for run in in_order(results, board, own) if run.score(metric, specification)]
    for kind, held in _HELD.items():
        others = [run for run in runs_of(results, board) if run.kind == kind and run.score(metric, specification)]
        if ranked and others:
            best, against = ranked[0], in_order(results, board, others)[0]
            yield _against(results, board, (best, against), (specification, metric), held=held)


def _against(
    results: CampaignResults,
    board: BoardResults,
    systems: tuple[RunResults, RunResults],
    key: tuple[str, str],
    *,
    held: str,
) -> BestSystem:
    best, against = systems
    specification, metric = key
    one, other = (reported_value(results, board, run.score(metric, specification)) for run in (best, against))
    score = best.score(metric, specification)
    shown = score_column(results.rulebook.report, score) if score is not None else Column(metric)
    tested = _tested(board, key, best, against)
    return BestSystem(
        place=place_of(results, board),
        metric=title_of_metric(results.rulebook.report, metric),
        best=best.name,
        score=_written(one, shown),
        against=f"{against.name} ({held})",
        its_score=_written(other, shown),
        difference=_written(None if one is None or other is None else one - other, shown, signed=True),
        is_significant=None if tested is None else tested.significant,
    )


def _tested(board: BoardResults, key: tuple[str, str], best: RunResults, against: RunResults) -> ComparedPair | None:
    comparison = board.comparison(key[1], key[0])
    pairs = comparison.pairs if comparison is not None else ()
    return next((pair for pair in pairs if {pair.a, pair.b} == {best.id, against.id}), None)


def _written(value: float | None, column: Column, *, signed: bool = False) -> str:
    if value is None:
        return column.missing
    text = Table(columns=(column,), rows=((value,),)).shown(0, 0)
    return f"+{text}" if signed and value > 0 else text
