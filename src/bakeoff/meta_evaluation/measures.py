"""The measures by their names: what each needs, and what it gives for one metric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError, nearest
from bakeoff.meta_evaluation.pair_counts import (
    PairCounts,
    PairMeasure,
    count_preferences,
    count_relative_ranks,
    count_segment_pairs,
)
from bakeoff.meta_evaluation.segment_level import segment_correlation
from bakeoff.meta_evaluation.soft_accuracy import soft_pairwise_accuracy
from bakeoff.meta_evaluation.system_level import pairwise_accuracy
from bakeoff.meta_evaluation.tables import GroupedValue, Grouping
from bakeoff.meta_evaluation.tie_calibration import calibrated_accuracy
from bakeoff.statistics import Coefficient
from bakeoff.statistics.correlation.coefficients import coefficient_of_rows
from bakeoff.statistics.inputs import DEFAULT_SEED, Floats

Level = Literal["system", "segment"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedPairs:
    """Single comparisons of two outputs of a segment, by the places of systems and segment."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    segment: NDArray[np.intp]
    outcome: NDArray[np.int8]
    """+1 where the first is better, 0 for a tie, else −1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricOutputs:
    """What people and one metric say of the same systems and segments; None where a level is not known."""

    human_systems: Floats
    metric_systems: Floats | None
    human_segments: Floats | None
    metric_segments: Floats | None
    judged_pairs: JudgedPairs | None = None
    """Where people compared outputs and did not grade them."""

    @property
    def pair_counts(self) -> PairCounts | None:
        """Of single comparisons; None where people graded outputs."""
        if self.judged_pairs is None or self.metric_segments is None:
            return None
        pairs, scores = self.judged_pairs, self.metric_segments
        return count_preferences(pairs.outcome, scores[pairs.first, pairs.segment], scores[pairs.second, pairs.segment])


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A measure of one metric, with the numbers behind it that the measure has."""

    value: float | None
    """None where it is undefined: too few scores, or scores that do not differ."""
    groups: int | None = None
    """Groups that have a value, of `all_groups`."""
    all_groups: int | None = None
    right: int | None = None
    """Pairs that the metric has right, of `pairs`."""
    pairs: int | None = None
    threshold: float | None = None
    """Differences of the metric up to this are ties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the numbers of a measure depend on besides the scores."""

    draws: int = 1000
    """Sign vectors of soft pairwise accuracy."""
    seed: int = DEFAULT_SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure, by its name on the command line."""

    name: str
    title: str
    level: Level
    is_share: bool
    """Whether it is from 0 to 1; a correlation otherwise, from −1 to 1."""
    of: Callable[[MetricOutputs, Settings], Measured]
    needs_segments: bool = False
    """Whether it takes scores of segments; those of systems otherwise."""
    takes_pairs: bool = False
    """Whether single comparisons will do instead of grades."""

    def applies_to(self, outputs: MetricOutputs) -> bool:
        """Whether there are the scores that it needs."""
        if not self.needs_segments:
            return outputs.metric_systems is not None
        has_human = outputs.human_segments is not None or (self.takes_pairs and outputs.judged_pairs is not None)
        return has_human and outputs.metric_segments is not None


def find_measure(name: str) -> Measure:
    """The measure of a name.

    >>> find_measure("acc-t").title
    'acc-t'
    """
    if name not in MEASURES:
        raise ExpressionError(f"there is no measure {name!r}. {nearest(name, MEASURES)} Known: {', '.join(MEASURES)}.")
    return MEASURES[name]


def _system_correlation(coefficient: Coefficient) -> Callable[[MetricOutputs, Settings], Measured]:
    def of(outputs: MetricOutputs, _: Settings) -> Measured:
        human, metric = outputs.human_systems, _known(outputs.metric_systems)
        value = float(coefficient_of_rows(human[None], metric[None], coefficient)[0]) if len(human) > 1 else np.nan
        return Measured(value=None if np.isnan(value) else value)

    return of


def _accuracy(outputs: MetricOutputs, _: Settings) -> Measured:
    found = pairwise_accuracy(outputs.human_systems, _known(outputs.metric_systems))
    return Measured(value=found.value, right=found.agreeing, pairs=found.pairs)


def _soft_accuracy(outputs: MetricOutputs, settings: Settings) -> Measured:
    # The same signs for every metric: values differ by the metrics alone.
    rng = np.random.default_rng(settings.seed)
    human, metric = _known(outputs.human_segments), _known(outputs.metric_segments)
    return Measured(value=soft_pairwise_accuracy(human, metric, draws=settings.draws, rng=rng))


def _segment_correlation(coefficient: Coefficient, grouping: Grouping) -> Callable[[MetricOutputs, Settings], Measured]:
    def of(outputs: MetricOutputs, _: Settings) -> Measured:
        human, metric = _known(outputs.human_segments), _known(outputs.metric_segments)
        return _grouped(segment_correlation(human, metric, coefficient=coefficient, grouping=grouping))

    return of


def _pairs(measure: PairMeasure) -> Callable[[MetricOutputs, Settings], Measured]:
    def of(outputs: MetricOutputs, settings: Settings) -> Measured:
        if outputs.pair_counts is not None:
            return _total_pairs(measure)(outputs, settings)
        return _grouped(
            count_segment_pairs(_known(outputs.human_segments), _known(outputs.metric_segments)).mean(measure)
        )

    return of


def _total_pairs(measure: PairMeasure) -> Callable[[MetricOutputs, Settings], Measured]:
    def of(outputs: MetricOutputs, _: Settings) -> Measured:
        total = outputs.pair_counts
        if total is None:
            total = count_segment_pairs(_known(outputs.human_segments), _known(outputs.metric_segments)).total
        return Measured(value=total.measured(measure), pairs=total.pairs)

    return of


def _relative_ranks(outputs: MetricOutputs, _: Settings) -> Measured:
    total = count_relative_ranks(_known(outputs.human_segments), _known(outputs.metric_segments)).total
    return Measured(value=total.tau10, pairs=total.pairs)


def _calibrated(grouping: Grouping) -> Callable[[MetricOutputs, Settings], Measured]:
    def of(outputs: MetricOutputs, _: Settings) -> Measured:
        human, metric = _known(outputs.human_segments), _known(outputs.metric_segments)
        found = calibrated_accuracy(human, metric, grouping=grouping)
        return Measured(
            value=found.value,
            groups=found.groups,
            all_groups=found.all_groups,
            right=found.right,
            pairs=found.pairs,
            threshold=found.threshold,
        )

    return of


def _grouped(found: GroupedValue) -> Measured:
    return Measured(value=found.value, groups=found.groups, all_groups=found.all_groups)


def _known(scores: Floats | None) -> Floats:
    assert scores is not None  # measures are only asked of what they need
    return scores


_TITLES = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}
_GROUPINGS: dict[str, Grouping] = {"": "pooled", "-item": "item", "-system": "system"}


def _all_measures() -> list[Measure]:
    found = [
        Measure(name=name, title=_TITLES[name], level="system", is_share=False, of=_system_correlation(name))
        for name in get_args(Coefficient)
    ]
    found += [
        Measure(name="accuracy", title="pairwise accuracy", level="system", is_share=True, of=_accuracy),
        Measure(name="spa", title="SPA", level="system", is_share=True, of=_soft_accuracy, needs_segments=True),
    ]
    for name in get_args(Coefficient):
        for ending, grouping in _GROUPINGS.items():
            by = "" if grouping == "pooled" else f" by {'segment' if grouping == 'item' else 'system'}"
            found.append(
                Measure(
                    name=f"segment-{name}{ending}",
                    title=f"segments: {_TITLES[name]}{by}",
                    level="segment",
                    is_share=False,
                    of=_segment_correlation(name, grouping),
                    needs_segments=True,
                )
            )
    for pair_measure in get_args(PairMeasure):
        is_share = pair_measure in ("consistency", "acc-eq")
        found += [
            Measure(
                name=f"{pair_measure}{ending}",
                title=f"{pair_measure}{by}",
                level="segment",
                is_share=is_share,
                of=of(pair_measure),
                needs_segments=True,
                takes_pairs=True,
            )
            for ending, by, of in (("", "", _pairs), ("-total", ", all pairs alike", _total_pairs))
        ]
    found.append(
        Measure(
            name="darr",
            title="daRR",
            level="segment",
            is_share=False,
            of=_relative_ranks,
            needs_segments=True,
        )
    )
    calibrated: tuple[tuple[Grouping, str, str], ...] = (
        ("item", "", ""),
        ("system", "-system", " by system"),
        ("pooled", "-pooled", " of all outputs"),
    )
    for grouping, ending, by in calibrated:
        found.append(
            Measure(
                name=f"acc-t{ending}",
                title=f"acc-t{by}",
                level="segment",
                is_share=True,
                of=_calibrated(grouping),
                needs_segments=True,
            )
        )
    return found


MEASURES = {measure.name: measure for measure in _all_measures()}
DEFAULT_MEASURES = (
    "pearson",
    "spearman",
    "kendall",
    "accuracy",
    "spa",
    "segment-pearson",
    "segment-pearson-item",
    "acc-t",
)
