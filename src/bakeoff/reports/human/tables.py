"""Human evaluations as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from bakeoff.data.sentences import capitalized
from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, JudgeAgreement
from bakeoff.human_eval.analyses.timing import Timing
from bakeoff.reports.human.captions import (
    BETWEEN_NAMES,
    MEASURE_NAMES,
    SCORE_NAMES,
    group_name,
    marks_sentence,
    ranking_notes,
    score_name,
    warning_notes,
)
from bakeoff.reports.table import Column, Range, Table, Value, p_column, stack_tables
from bakeoff.statistics import Interval

HumanTable = Literal["ranking", "matrix", "pairs", "agreement", "judges", "times"]


def human_tables(result: HumanEvaluationResult, name: HumanTable, *, one: bool = False) -> list[Table]:
    """The tables of one kind, one for each group; with `one`, a single table of all groups that programs can read."""
    if name == "agreement":
        return [agreement_of_result(result)]
    if name in ("judges", "times"):
        return [judges_table(result) if name == "judges" else times_table(result)]
    if name == "ranking":
        tables = [human_ranking_table(result, each) for each in result.rankings]
        everyone = [human_ranking_table(result, each, everyone=True) for each in result.with_everyone or ()]
        tables = tables if one else tables + everyone
    else:
        table = human_pairs_table if one or name == "pairs" else human_matrix_table
        tables = [table(each) for each in result.rankings]
    if not one or len(tables) == 1:
        return tables
    names = [group_name(ranking.group) for ranking in result.rankings]
    return [stack_tables(dict(zip(names, tables, strict=True)), heading="group")]


def human_ranking_table(result: HumanEvaluationResult, ranking: HumanRanking, *, everyone: bool = False) -> Table:
    """Systems, best first, with rank ranges, scores and lines between clusters."""
    digits = 3 if result.standardised or ranking.pairs.figure == "shares" else 2
    others = list(ranking.systems[0].figures) if ranking.systems else []
    with_intervals = any(each.interval is not None for each in ranking.systems)
    columns = [Column("rank"), Column("system"), Column(score_name(result), digits=digits)]
    columns += [Column("interval", digits=digits)] if with_intervals else []
    beside = [any(name in each.figure_intervals for each in ranking.systems) for name in others]
    for name, known in zip(others, beside, strict=True):
        columns.append(Column(SCORE_NAMES.get(name, name), digits=digits))
        columns += [Column(f"{SCORE_NAMES.get(name, name)} interval", digits=digits, detail=True)] if known else []
    counted = "comparisons" if ranking.pairs.figure == "shares" else "judgments"
    columns += [Column("segments"), Column(counted), Column("beats"), Column("cluster", detail=True)]
    rows = []
    for each in ranking.systems:
        low, high = each.range
        figures: list[Value] = []
        for name, known in zip(others, beside, strict=True):
            figures += [each.figures[name], *([_range(each.figure_intervals.get(name))] if known else [])]
        rows.append(
            (
                str(low) if low == high else f"{low}–{high}",
                each.system,
                each.score,
                *([_range(each.interval)] if with_intervals else []),
                *figures,
                each.segments,
                each.judgments,
                each.beats,
                each.cluster,
            )
        )
    clusters = [each.cluster for each in ranking.systems]
    lines = frozenset(row for row in range(1, len(clusters)) if clusters[row] != clusters[row - 1])
    parts = [result.title, group_name(ranking.group), "with all judges" if everyone else ""]
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=": ".join(filter(None, parts)),
        notes=tuple(ranking_notes(result, ranking, with_intervals=with_intervals)),
        rules=lines,
    )


def human_matrix_table(ranking: HumanRanking) -> Table:
    """Every system (row) against every other (column), with marks of significance at the better one."""
    pairs = ranking.pairs
    percent = pairs.figure == "shares"
    rows: list[tuple[Value, ...]] = []
    for row, system in enumerate(pairs.systems):
        cells: list[Value] = [system]
        for column in range(len(pairs.systems)):
            value = pairs.values[row, column]
            figure = f"{100 * value:.1f}" if percent else f"{value:+.2f}"
            cells.append(None if value != value else figure + pairs.mark(row, column))  # noqa: PLR0124 -- NaN
        rows.append(tuple(cells))
    said = "the row was better, in percent" if percent else "row less column"
    return Table(
        columns=(Column("system"), *(Column(system) for system in pairs.systems)),
        rows=tuple(rows),
        title=": ".join(filter(None, ["Head to head", group_name(ranking.group)])),
        notes=(f"{capitalized(said)}. {marks_sentence(ranking)}", *warning_notes(ranking)),
    )


def human_pairs_table(ranking: HumanRanking) -> Table:
    """Every pair in a row of its own: what programs can read."""
    pairs = ranking.pairs
    share = pairs.figure == "shares"
    names = ("a better", "b better") if share else ("difference",)
    rows = []
    for a, b in pair_places(ranking):
        values = (pairs.values[a, b], pairs.values[b, a]) if share else (pairs.values[a, b],)
        figures: list[Value] = []
        for value, places in zip(values, ((a, b), (b, a)), strict=False):
            known = None if value != value else float(value)  # noqa: PLR0124 -- NaN
            figures += [known, _range(pairs.interval(*places))]
        p, corrected = (float(each[a, b]) for each in (pairs.p, pairs.corrected))
        ahead = a if pairs.beats[a, b] else b if pairs.beats[b, a] else None
        mark = pairs.mark(a, b) or pairs.mark(b, a)
        winner = None if ahead is None else pairs.systems[ahead]
        rows.append((pairs.systems[a], pairs.systems[b], *figures, p, corrected, winner, mark))
    return Table(
        columns=(
            Column("a"),
            Column("b"),
            *(Column(head, digits=4) for name in names for head in (name, f"{name} interval")),
            p_column("p"),
            p_column("p corrected"),
            Column("significantly better"),
            Column("mark"),
        ),
        rows=tuple(rows),
        title=": ".join(filter(None, ["Pairs of systems", group_name(ranking.group)])),
        empty="No two systems were judged on the same segments. Add judgments that cover at least two systems.",
        notes=(marks_sentence(ranking), *warning_notes(ranking)),
    )


def pair_places(ranking: HumanRanking) -> Iterator[tuple[int, int]]:
    """Pairs that met, as places in the table; of one-sided tests that side first which has the lower p-value."""
    pairs = ranking.pairs
    for a in range(len(pairs.systems)):
        for b in range(a + 1, len(pairs.systems)):
            if pairs.p[a, b] != pairs.p[a, b]:
                continue
            yield (b, a) if pairs.p[b, a] < pairs.p[a, b] else (a, b)


def agreement_table(groups: Sequence[tuple[Mapping[str, str], Sequence[JudgeAgreement]]]) -> Table:
    """Agreement between judges and of judges with themselves, group by group."""
    rows: list[tuple[Value, ...]] = []
    for group, agreements in groups:
        for each in agreements:
            rows.append(
                (
                    group_name(group) or "all",
                    BETWEEN_NAMES[each.between],
                    MEASURE_NAMES[each.measure],
                    each.value,
                    _range(each.interval),
                    each.word,
                    each.observed,
                    each.expected,
                    each.count,
                    each.counted,
                )
            )
    columns = [Column("judgments of"), Column("agreement"), Column("measure"), Column("value", digits=3)]
    columns += [Column("interval", digits=3), Column("in words"), Column("P(A)", digits=3), Column("P(E)", digits=3)]
    columns += [Column("n"), Column("of")]
    if all(row[4] is None for row in rows):
        columns, rows = columns[:4] + columns[5:], [row[:4] + row[5:] for row in rows]
    notes = ["Words of Landis and Koch."] if rows else []
    if any(each.interval is not None for _, agreements in groups for each in agreements):
        notes.append("Intervals: segments drawn again, each with all its answers.")
    notes += dict.fromkeys(each.remark for _, agreements in groups for each in agreements if each.remark)
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title="Agreement of judges",
        notes=tuple(notes),
        empty="Nothing was answered twice. To measure agreement, give the same screens to several judges, or repeat "
        "some screens for the same judge (judgments and repeats in the rulebook).",
    )


def agreement_of_result(result: HumanEvaluationResult) -> Table:
    """Agreement in all groups; of constituents also with phrases that systems share counted for each of them."""
    table = agreement_table([(ranking.group, ranking.agreement) for ranking in result.rankings])
    shared = [(each.group, each.agreement_with_identical) for each in result.rankings if each.agreement_with_identical]
    if not shared:
        return table
    stacked = stack_tables({"all": table, "with identical": agreement_table(shared)}, heading="screens")
    return replace(stacked, title=table.title)


def judges_table(result: HumanEvaluationResult) -> Table:
    """What each judge did, and why some were left out."""
    heads = [
        Column("judge"),
        Column("judgments"),
        Column("median seconds", digits=1),
        Column("seconds interval", digits=1),
        Column("inconsistency"),
        Column("inconsistency interval"),
        Column("gold right"),
        Column("gold interval"),
        Column("gold items"),
        Column("agreement"),
        Column("agreement interval"),
        Column("state"),
        Column("reason"),
    ]
    rows: list[tuple[Value, ...]] = [
        (
            each.judge,
            each.judgments,
            each.median_seconds,
            _range(each.seconds_interval),
            each.inconsistency,
            _range(each.inconsistency_interval),
            each.gold_right,
            _range(each.gold_interval),
            each.gold or None,
            each.agreement,
            _range(each.agreement_interval),
            "left out" if each.is_excluded else "",
            " ".join([*(["By name."] if each.named else []), *(reason.sentence for reason in each.reasons)]),
        )
        for each in result.judges
    ]
    # Intervals, gold items and agreement have columns only where there are any.
    kept = [
        number
        for number, head in enumerate(heads)
        if not head.heading.endswith(("interval", "right", "items", "agreement"))
        or any(row[number] is not None for row in rows)
    ]
    return Table(
        columns=tuple(heads[number] for number in kept),
        rows=tuple(tuple(row[number] for number in kept) for row in rows),
        title="Judges",
        notes=tuple(_judges_notes(result)),
    )


def _judges_notes(result: HumanEvaluationResult) -> Iterator[str]:
    if result.inconsistency is not None:
        around = result.inconsistency_interval
        interval = "" if around is None else f" [{around.low:.2f}, {around.high:.2f}]"
        yield f"Inconsistency on average: {result.inconsistency:.2f}{interval}."
    if any(each.agreement is not None for each in result.judges):
        yield "Agreement is that of each judge with all others who answered the same; 0 is what chance gives."
    if any(each.is_excluded for each in result.judges):
        yield "Judgments of those left out are kept; JSON has the rankings with everyone."


def _range(interval: Interval | None) -> Range | None:
    return None if interval is None else Range(interval.low, interval.high)


def times_table(result: HumanEvaluationResult) -> Table:
    """Seconds a screen, of all judges together and of each."""
    rows = [_time_row("all", result.timings.overall)]
    rows += [_time_row(judge, timing) for judge, timing in sorted(result.timings.judges.items())]
    heads = ("mean", "interval", "shortest", "quarter", "median", "median interval", "three quarters", "longest")
    return Table(
        columns=(
            Column("judge"),
            Column("screens"),
            *(Column(head, digits=1) for head in heads),
            Column("too long"),
            Column("no time"),
        ),
        rows=tuple(rows),
        title="Seconds a screen",
        notes=("Screens that took too long are left out of the figures and stay in the data.",),
    )


def _time_row(judge: str, timing: Timing) -> tuple[Value, ...]:
    quantiles = timing.quantiles or (None,) * 5
    shortest, quarter, median, three_quarters, longest = quantiles
    figures = (timing.mean, _range(timing.interval), shortest, quarter, median, _range(timing.median_interval))
    return (judge, timing.screens, *figures, three_quarters, longest, timing.too_long, timing.unknown)
