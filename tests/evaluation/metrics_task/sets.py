"""Small sets of scores, with metrics of known quality."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.human_scores import HumanScores, Preference
from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, ScoredSet, scored_set

Table = Mapping[str, tuple[float, ...]]
"""By system the scores of its segments."""


def by_segment(table: Table) -> dict[tuple[str, tuple[str, str]], float]:
    return {
        (system, ("", str(number))): value
        for system, values in table.items()
        for number, value in enumerate(values, start=1)
    }


def people(table: Table, *, language_pair: str = "en-de", kind: str = "da") -> HumanScores:
    means = {system: sum(values) / len(values) for system, values in table.items()}
    return HumanScores(kind=kind, language_pair=language_pair, systems=means, segments=by_segment(table))


def metric(name: str, table: Table) -> MetricScores:
    means = {system: sum(values) / len(values) for system, values in table.items()}
    return MetricScores(name=name, systems=means, segments=by_segment(table))


def only_systems(name: str, scores: dict[str, float]) -> MetricScores:
    return MetricScores(name=name, systems=scores, segments=None)


def graded(human: Table, *metrics: MetricScores, language_pair: str = "en-de") -> ScoredSet:
    return scored_set(people(human, language_pair=language_pair), metrics)


def compared(preferences: list[tuple[str, str, str, int]], systems: tuple[str, ...], own: MetricScores) -> ScoredSet:
    """Preferences are segment, first, second system, outcome."""
    human = HumanScores(
        kind="ranking",
        language_pair="en-de",
        systems=dict.fromkeys(systems, 0.5),
        segments={},
        preferences=tuple(
            Preference(("", segment), first, second, outcome) for segment, first, second, outcome in preferences
        ),
    )
    return scored_set(human, [own])


def simulated(
    *, pairs: tuple[str, ...] = ("en-de",), systems: int = 8, analysis: MetricsAnalysis | None = None
) -> MetricsTaskResult:
    """Three metrics, good, fair and poor, on ten segments; the last system is far below the others."""
    rng = np.random.default_rng(7)
    inputs = []
    for pair in pairs:
        truth = rng.normal(size=(systems, 10)) + np.linspace(0, 2, systems)[::-1, None]
        truth[-1] -= 9
        noise = {"good": 0.3, "fair": 1.0, "poor": 4.0}
        names = [f"sys-{number}" for number in range(1, systems + 1)]
        tables = {name: truth + rng.normal(0, size, size=truth.shape) for name, size in noise.items()}
        inputs.append(
            MetricsTaskInput(
                human=people(dict(zip(names, map(tuple, truth.tolist()), strict=True)), language_pair=pair),
                metrics=[
                    metric(name, dict(zip(names, map(tuple, table.tolist()), strict=True)))
                    for name, table in tables.items()
                ],
            )
        )
    return analyse_metrics(inputs, analysis=analysis or MetricsAnalysis(measures=("pearson", "acc-t")))
