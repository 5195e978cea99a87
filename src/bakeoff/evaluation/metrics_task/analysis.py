"""How well metrics agree with people, set by set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal

import numpy as np

from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation.metrics_task.human_scores import HumanScores
from bakeoff.evaluation.metrics_task.results import MetricRow, MetricsOfSet, MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, ScoredSet, scored_set
from bakeoff.evaluation.progress import Progress
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions, compare_metrics
from bakeoff.meta_evaluation.measures import DEFAULT_MEASURES, Settings, find_measure
from bakeoff.meta_evaluation.resampled_measures import Resampled, measure_intervals
from bakeoff.meta_evaluation.system_level import outlier_systems

WITHOUT_OUTLIERS = "without outliers"
Outliers = Literal["rule"] | dict[str, Sequence[str]]
"""By the rule of WMT 2020, or the names by language pair."""
_LEAST_SYSTEMS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsAnalysis:
    """What is asked of the metrics."""

    measures: tuple[str, ...] = DEFAULT_MEASURES
    """The first ranks metrics."""
    compared: str | None = None
    """The measure for which metrics are tested; None for no tests."""
    tests: ComparisonOptions = field(default_factory=ComparisonOptions)
    outliers: Outliers | None = None
    resampled: Resampled | None = None
    """What is drawn again for intervals; None for none."""
    samples: int = 1000
    confidence: float = 0.95
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsTaskInput:
    """People and the metrics that are compared with them; metrics may be of a subset of segments."""

    human: HumanScores
    metrics: Sequence[MetricScores]
    subset: str = ""


def analyse_metrics(
    inputs: Sequence[MetricsTaskInput],
    *,
    analysis: MetricsAnalysis | None = None,
    on_progress: Progress | None = None,
) -> MetricsTaskResult:
    """Every measure of every metric in every set, sorted best first, with intervals and tests where they are asked for.

    Outliers are taken off in sets of their own, next to those with all systems. Measures that a metric's scores do not
    allow are left out of its row, and said.
    """
    asked = analysis or MetricsAnalysis()
    for name in (*asked.measures, *((asked.compared,) if asked.compared else ())):
        find_measure(name)
    if not asked.measures:
        raise ExpressionError("name at least one measure.")
    if not inputs:
        raise InputError(expected="scores of people and of at least one metric", found="none")
    remarks: list[str] = []
    sets: list[tuple[ScoredSet, tuple[str, ...]]] = []
    for each in inputs:
        remarks += each.human.remarks
        sets.append((scored_set(each.human, each.metrics, subset=each.subset), ()))
        outliers = _outliers(each.human, asked.outliers, remarks)
        if asked.outliers is not None and len(each.human.systems) - len(outliers) < _LEAST_SYSTEMS:
            where = f"{each.human.language_pair or 'the systems'}, {each.human.kind}"
            remarks.append(
                f"{where}: not measured without outliers ({', '.join(outliers)}), as too few systems are left."
            )
        elif asked.outliers is not None:
            label = f"{each.subset}, {WITHOUT_OUTLIERS}" if each.subset else WITHOUT_OUTLIERS
            sets.append((scored_set(each.human.without(outliers), each.metrics, subset=label), outliers))
    results = tuple(_analysed(own, outliers, asked, remarks, on_progress) for own, outliers in sets)
    return MetricsTaskResult(
        measures=asked.measures,
        sets=results,
        draws=asked.settings.draws,
        seed=asked.settings.seed,
        resampled=asked.resampled,
        samples=asked.samples if asked.resampled else None,
        confidence=asked.confidence,
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _outliers(human: HumanScores, wanted: Outliers | None, remarks: list[str]) -> tuple[str, ...]:
    where = f"{human.language_pair or 'the systems'}, {human.kind}"
    if wanted is None:
        return ()
    names = list(human.systems)
    if not isinstance(wanted, str):
        named = wanted.get(human.language_pair, ())
        if unknown := [name for name in named if name not in names]:
            raise InputError(
                expected=f"outliers among the systems of {where}: {', '.join(names)}", found=", ".join(unknown)
            )
        return tuple(named)
    try:
        return tuple(names[place] for place in outlier_systems(list(human.systems.values())))
    except InputError as error:
        remarks.append(f"{where}: no system is left out as an outlier: {error}")
        return ()


def _analysed(
    own: ScoredSet,
    outliers: tuple[str, ...],
    asked: MetricsAnalysis,
    remarks: list[str],
    on_progress: Progress | None,
) -> MetricsOfSet:
    where = " ".join(filter(None, [own.language_pair, own.kind, own.subset])) or "the systems"
    if len(own.systems) < _LEAST_SYSTEMS:
        raise InputError(expected=f"at least {_LEAST_SYSTEMS} systems in {where}", found=str(len(own.systems)))
    rows = []
    missing: dict[str, list[str]] = {}
    for metric, outputs in own.outputs.items():
        chosen = [name for name in asked.measures if find_measure(name).applies_to(outputs)]
        for name in asked.measures:
            if name not in chosen:
                missing.setdefault(name, []).append(metric)
        intervals = {}
        if asked.resampled is not None:
            intervals = dict(
                measure_intervals(
                    chosen,
                    outputs,
                    resampled=asked.resampled,
                    samples=asked.samples,
                    confidence=asked.confidence,
                    settings=asked.settings,
                    rng=np.random.default_rng(asked.settings.seed),
                )
            )
        rows.append(
            MetricRow(
                metric=metric,
                reference=own.references[metric],
                measured={name: find_measure(name).of(outputs, asked.settings) for name in chosen},
                intervals=intervals,
            )
        )
    remarks += [_said_missing(where, name, metrics, len(own.outputs)) for name, metrics in missing.items()]
    tests = None
    if asked.compared is not None:
        by = asked.compared
        able = [metric for metric, outputs in own.outputs.items() if find_measure(by).applies_to(outputs)]
        values = {metric: find_measure(by).of(own.outputs[metric], asked.settings).value for metric in able}
        if undefined := [metric for metric in able if values[metric] is None]:
            remarks.append(f"{where}: no test of {', '.join(undefined)}: {by} is undefined, as for equal scores.")
        tested = [metric for metric in able if values[metric] is not None]
        ranked = sorted(tested, key=lambda metric: (-_or_last(values[metric]), metric))
        if len(ranked) > 1:
            compared = [(metric, own.outputs[metric]) for metric in ranked]
            tests = compare_metrics(by, compared, options=asked.tests, on_progress=on_progress)
    return MetricsOfSet(
        language_pair=own.language_pair,
        kind=own.kind,
        subset=own.subset,
        systems=own.systems,
        outliers=outliers,
        segments=len(own.segments),
        rows=tuple(sorted(rows, key=lambda row: (-_value(row, asked.measures[0]), row.metric))),
        scored=own,
        tests=tests,
    )


def _said_missing(where: str, measure: str, metrics: list[str], number: int) -> str:
    of = (
        "any metric" if len(metrics) == number else ", ".join(metrics[:5]) + (" and others" if len(metrics) > 5 else "")
    )
    needs = "scores of segments" if find_measure(measure).needs_segments else "scores of systems"
    return f"{where}: no {measure} of {of}, which needs {needs} of people and of the metric."


def _value(row: MetricRow, measure: str) -> float:
    return _or_last(row.measured[measure].value) if measure in row.measured else -inf


def _or_last(value: float | None) -> float:
    return -inf if value is None else value
