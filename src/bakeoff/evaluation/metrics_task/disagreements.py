"""Segments where a metric and people disagree most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.evaluation.metrics_task.scored_sets import ScoredSet
from bakeoff.meta_evaluation.measures import JudgedPairs, MetricOutputs
from bakeoff.statistics.inputs import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Two outputs of one segment that people order one way and a metric the other way."""

    language_pair: str
    document: str
    segment: str
    better: str
    """The system that people prefer."""
    worse: str
    human: tuple[float, float]
    """Scores of the better and the worse one. Where people compared outputs: how often each was preferred."""
    metric: tuple[float, float]
    """Of the same two. Higher is better, so error rates are negative."""
    size: float
    """The smaller of both differences, each in standard deviations of all differences within segments."""


def disagreements(scored: ScoredSet, metric: str, *, limit: int = 20) -> tuple[Disagreement, ...]:
    """Segments where a metric and people disagree most: the greatest disagreement of each, greatest first.

    A pair of outputs counts by the side that is less sure: a great difference of the metric says little where people
    hardly differ. Empty where nothing is known of segments, or where all agree.
    """
    outputs = scored.outputs_of(metric)
    by_metric = outputs.metric_segments
    if by_metric is None or limit < 1:
        return ()
    first, second = np.triu_indices(len(scored.systems), k=1)
    by_human = _human_scores(outputs, first, second)
    if by_human is None:
        return ()
    own = by_metric[first], by_metric[second]
    differences = by_human[0] - by_human[1], np.where(np.isnan(by_human[0]), np.nan, own[0] - own[1])
    sizes = np.minimum(*[np.abs(each) / _deviation(each) for each in differences])
    sizes = np.where(differences[0] * differences[1] < 0, sizes, 0.0)
    greatest = sizes.argmax(axis=0)
    segments = np.argsort(-sizes.max(axis=0), kind="stable")[:limit].tolist()
    found = []
    for segment in segments:
        pair = int(greatest[segment])
        if sizes[pair, segment] <= 0:
            break
        places = int(first[pair]), int(second[pair])
        order = (0, 1) if differences[0][pair, segment] > 0 else (1, 0)
        document, name = scored.segments[segment]
        found.append(
            Disagreement(
                language_pair=scored.language_pair,
                document=document,
                segment=name,
                better=scored.systems[places[order[0]]],
                worse=scored.systems[places[order[1]]],
                human=_both(by_human, order, pair, segment),
                metric=_both(own, order, pair, segment),
                size=float(sizes[pair, segment]),
            )
        )
    return tuple(found)


def _both(scores: Sequence[Floats], order: tuple[int, int], pair: int, segment: int) -> tuple[float, float]:
    """Scores of two outputs; −0, which sums of penalties give, becomes 0."""
    first, second = (float(scores[side][pair, segment]) + 0.0 for side in order)
    return first, second


def _human_scores(outputs: MetricOutputs, first: np.ndarray, second: np.ndarray) -> tuple[Floats, Floats] | None:
    """For each pair of systems (rows) and each segment what people say of both; NaN where they did not see both."""
    if outputs.judged_pairs is not None and outputs.metric_segments is not None:
        return _wins(outputs.judged_pairs, outputs.metric_segments.shape, first, second)
    human = outputs.human_segments
    if human is None:
        return None
    known = ~np.isnan(human[first]) & ~np.isnan(human[second])
    return np.where(known, human[first], np.nan), np.where(known, human[second], np.nan)


def _wins(judged: JudgedPairs, shape: tuple[int, ...], first: np.ndarray, second: np.ndarray) -> tuple[Floats, Floats]:
    systems, segments = shape
    wins = np.zeros((systems, systems, segments))
    seen = np.zeros_like(wins, dtype=bool)
    for a, b, sign in ((judged.first, judged.second, 1), (judged.second, judged.first, -1)):
        np.add.at(wins, (a, b, judged.segment), judged.outcome == sign)
        seen[a, b, judged.segment] = True
    known = seen[first, second]
    return np.where(known, wins[first, second], np.nan), np.where(known, wins[second, first], np.nan)


def _deviation(differences: Floats) -> float:
    """Around 0: a difference has the opposite sign in the other order of the two systems."""
    squares = differences[~np.isnan(differences)] ** 2
    return float(np.sqrt(squares.mean())) if squares.any() else 1.0
