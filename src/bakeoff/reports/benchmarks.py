"""Systems against earlier ones and a baseline, from files: the tables of a campaign's page of progress, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from bakeoff.evaluation import Evaluation, Score, SystemScores, error_counts, metric_title
from bakeoff.evaluation.comparison.benchmarks import Benchmarks, BestAgainst
from bakeoff.reports.progress import (
    LONG_COLUMNS,
    BestSystem,
    Layout,
    ListedBaseline,
    ListedScore,
    ListedSystem,
    ProgressMetric,
    SystemList,
    baselines_table,
    best_table,
    long_cells,
    progress_table,
)
from bakeoff.reports.table import Column, Table, Value

_SHORT = {"baseline": "baseline", "earlier": "earlier"}


def benchmark_tables(benchmarks: Benchmarks, *, layout: Layout = "side-by-side") -> Iterator[Table]:
    """This year's systems and the earlier ones, on all segments and on each group; the best; the baseline."""
    evaluation = benchmarks.evaluation
    metrics = _metrics(evaluation)
    if benchmarks.earlier:
        for group in (None, *evaluation.groups):
            lists = _lists(benchmarks, group)
            segments = evaluation.segments if group is None else len(evaluation.groups[group])
            title = ", ".join(filter(None, [evaluation.specification, group, f"{segments} segments"]))
            yield progress_table(metrics, lists["this year"], lists["earlier"], layout=layout, title=title)
    notes = [
        f"Significant: p ≤ {benchmarks.comparisons[0].level:g}.",
        *(each.method for each in benchmarks.comparisons),
    ]
    yield best_table([_best(evaluation, each) for each in benchmarks.best], notes=list(dict.fromkeys(notes)))
    if baselines := _lists(benchmarks, None)["baseline"]:
        yield baselines_table(metrics, [ListedBaseline(place="", system=system) for system in baselines])


def benchmark_long_table(benchmarks: Benchmarks) -> Table:
    """A row for each score, for programs."""
    evaluation = benchmarks.evaluation
    rows: list[tuple[Value, ...]] = [
        (*([group or "all"] if evaluation.groups else []), *cells)
        for group in (None, *evaluation.groups)
        for which, systems in _lists(benchmarks, group).items()
        for system in systems
        for cells in long_cells(which, system, evaluation.metrics)
    ]
    headings = (*(["group"] if evaluation.groups else []), *LONG_COLUMNS)
    return Table(columns=tuple(map(Column, headings)), rows=tuple(rows))


def benchmark_json(benchmarks: Benchmarks) -> dict[str, Any]:
    """The lists with complete numbers, and the best system against each that it was compared with."""
    evaluation = benchmarks.evaluation
    result: dict[str, Any] = {
        "specification": evaluation.specification,
        "segments": evaluation.segments,
        "lists": _lists_json(benchmarks, None),
        "best": [
            {
                "metric": each.metric,
                "best": each.best,
                "score": each.score.value,
                "against": each.against,
                "held": each.held,
                "held_score": each.held_score.value,
                "difference": each.pair.difference,
                "p": each.pair.p,
                "p_corrected": each.pair.p_corrected,
                "significant": each.pair.significant,
            }
            for each in benchmarks.best
        ],
    }
    if evaluation.groups:
        result["groups"] = {group: _lists_json(benchmarks, group) for group in evaluation.groups}
    return result


def _lists_json(benchmarks: Benchmarks, group: str | None) -> dict[str, list[dict[str, Any]]]:
    return {
        which.replace(" ", "_"): [
            {
                "name": system.name,
                "scores": {
                    metric: {
                        name: value for name, value in asdict(score).items() if name != "text" and value is not None
                    }
                    for metric, score in zip(benchmarks.evaluation.metrics, system.scores, strict=True)
                },
            }
            for system in systems
        ]
        for which, systems in _lists(benchmarks, group).items()
    }


def _metrics(evaluation: Evaluation) -> list[ProgressMetric]:
    first = evaluation.systems[0]
    return [
        ProgressMetric(
            name=expression,
            title=metric_title(expression),
            digits=evaluation.scales[expression].digits,
            has_counts=error_counts(evaluation, first, expression) is not None,
        )
        for expression in evaluation.metrics
    ]


def _lists(benchmarks: Benchmarks, group: str | None) -> Mapping[SystemList, list[ListedSystem]]:
    """The lists, each best first by the first metric."""
    evaluation = benchmarks.evaluation
    baselines = [] if benchmarks.baseline is None else [benchmarks.baseline]

    def listed(names: Iterable[str]) -> list[ListedSystem]:
        own = [system for system in evaluation.systems if system.name in set(names)]
        return [_system(evaluation, system, group) for system in _ranked(evaluation, own, group)]

    return {
        "this year": listed(benchmarks.current),
        "earlier": listed(benchmarks.earlier),
        "baseline": listed(baselines),
    }


def _ranked(evaluation: Evaluation, systems: list[SystemScores], group: str | None) -> list[SystemScores]:
    metric, scoring = next(iter(evaluation.metrics.items()))
    sign = -1 if scoring.direction == "higher" else 1
    return sorted(systems, key=lambda system: sign * _scores(system, group)[metric].value)


def _scores(system: SystemScores, group: str | None) -> Mapping[str, Score]:
    return system.scores if group is None else system.groups[group].scores


def _system(evaluation: Evaluation, system: SystemScores, group: str | None) -> ListedSystem:
    members = None if group is None else evaluation.groups[group]
    scores = []
    for expression in evaluation.metrics:
        score, counts = _scores(system, group)[expression], error_counts(evaluation, system, expression, members)
        scores.append(
            ListedScore(
                value=score.value,
                sd=None if score.variation is None else score.variation.sd,
                words=None if counts is None else counts.words,
                errors=None if counts is None else counts.errors,
            )
        )
    return ListedSystem(name=system.name, scores=tuple(scores))


def _best(evaluation: Evaluation, each: BestAgainst) -> BestSystem:
    digits = evaluation.scales[each.metric].digits
    return BestSystem(
        place="",
        metric=metric_title(each.metric),
        best=each.best,
        score=f"{each.score.value:.{digits}f}",
        against=f"{each.held} ({_SHORT[each.against]})",
        its_score=f"{each.held_score.value:.{digits}f}",
        difference=f"{each.pair.difference:+.{digits}f}",
        is_significant=each.pair.significant,
    )
