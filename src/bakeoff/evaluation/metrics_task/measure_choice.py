"""Which measures suit what people said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.evaluation.metrics_task.human_scores import HumanScores
from bakeoff.meta_evaluation.comparisons.metric_tests import MEASURES_OF_TESTS, MetricTest
from bakeoff.meta_evaluation.measures import DEFAULT_MEASURES, find_measure

_OF_COMPARISONS = ("spearman", "pearson", "kendall", "accuracy", "consistency", "tau14")
"""The usual measures where people compared outputs; they ranked systems, so the first goes by ranks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenMeasures:
    """What metrics are measured by."""

    measures: tuple[str, ...]
    """The first ranks metrics."""
    compared: str | None
    """The measure for which they are tested; None where the test suits none of them."""
    remarks: tuple[str, ...]
    """What was asked for and does not suit."""


def choose_measures(
    people: Sequence[HumanScores],
    *,
    measures: Sequence[str] = (),
    compared: str | None = None,
    test: MetricTest = "swap",
) -> ChosenMeasures:
    """Of the measures that are asked for those that suit what people said, the usual ones where none is or does."""
    graded = any(human.segments for human in people)
    usual = DEFAULT_MEASURES if graded or not any(human.preferences for human in people) else _OF_COMPARISONS
    asked = tuple(dict.fromkeys(measures))
    chosen = tuple(name for name in asked if any(_suits(name, human) for human in people)) or usual
    remarks = [f"No {name}: people did not grade the segments." for name in asked if name not in chosen]
    # Tests swap scores of systems or of graded segments, never verdicts on single comparisons.
    able = [
        name
        for name in (*filter(None, [compared]), *chosen)
        if name in MEASURES_OF_TESTS.get(test, (name,)) and (graded or not find_measure(name).needs_segments)
    ]
    tested = able[0] if able else None
    if compared is not None and compared != tested:
        instead = "are not tested" if tested is None else f"are tested for {tested} instead"
        remarks.append(f"Metrics {instead}: {compared} needs grades of segments.")
    return ChosenMeasures(measures=chosen, compared=tested, remarks=tuple(remarks))


def _suits(name: str, human: HumanScores) -> bool:
    measure = find_measure(name)
    return not measure.needs_segments or bool(human.segments) or (measure.takes_pairs and bool(human.preferences))
