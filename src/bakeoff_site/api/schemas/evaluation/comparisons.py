"""Runs side by side as someone may see them."""

from __future__ import annotations

import math

from ninja import Schema

from bakeoff_site.api.schemas.evaluation.places import PlaceOut, place_out
from bakeoff_site.api.schemas.evaluation.results import ScoreOut, score_out
from bakeoff_site.results.conversions.comparisons import (
    ComparisonView,
    PairSegment,
    PairTest,
    SpreadSegment,
    SystemsView,
)
from bakeoff_site.results.conversions.runs import System, Words


class ComparedRun(Schema):
    run: str
    """What its address calls it."""
    name: str
    team: str
    """Empty where it must not be known, or there is none."""
    is_own: bool


class PairScoreOut(Schema):
    metric: str
    first: float | None
    second: float | None


class PairTestOut(Schema):
    difference: float
    """How much higher the first is, by the metric itself."""
    p: float
    p_corrected: float
    """For all pairs of the board."""
    is_significant: bool
    method: str


class ComparisonOut(PlaceOut):
    first: ComparedRun
    second: ComparedRun
    specification: str
    specifications: list[str]
    metric: str
    metrics: list[str]
    scores: list[PairScoreOut]
    """Of the complete test set, by every metric."""
    test: PairTestOut | None
    """Null where it was not tested whether they differ."""
    segments: int
    first_wins: int
    second_wins: int
    ties: int
    signature: str


class WordsOut(Schema):
    text: str
    look: str
    """Empty, or why it stands out. Between two outputs: `differs`, `right` (a reference has it), `wrong` (none has).
    Against a reference: `same` (it has it at that place), `other` (none has it)."""


class PairSegmentOut(Schema):
    number: int
    document: str
    segment: str
    difference: float | None
    """How much better the first is, whichever way the metric points."""
    first_score: float | None
    second_score: float | None
    source: str | None
    references: list[str]
    first: list[WordsOut] | None
    """Null where you may not read it."""
    second: list[WordsOut] | None


class SystemScoresOut(Schema):
    metric: str
    direction: str
    scores: list[ScoreOut]
    """In the order of the systems."""


class DifferenceOut(Schema):
    """A system against another by the chosen metric."""

    first: str
    second: str
    difference: float | None
    """The first one's score less the second's."""
    low: float | None
    high: float | None
    """The ends of the interval of the difference, by drawing segments again; null where there is none."""
    p: float | None
    p_corrected: float | None
    """For all pairs of the board; null where the two were not tested."""
    is_significant: bool | None


class SystemsOut(PlaceOut):
    systems: list[ComparedRun]
    specification: str
    specifications: list[str]
    metric: str
    metrics: list[str]
    scores: list[SystemScoresOut]
    """Of the complete test set, by every metric."""
    differences: list[DifferenceOut]
    """Every pair once, in the order of the systems."""
    method: str
    """How differences were tested; empty where they were not."""
    signature: str


class SystemSegmentOut(Schema):
    run: str
    score: float | None
    output: list[WordsOut] | None
    """Null where you may not read it."""


class SpreadOut(Schema):
    number: int
    document: str
    segment: str
    spread: float
    """The best score less the worst, whichever way the metric points."""
    source: str | None
    references: list[str]
    systems: list[SystemSegmentOut]


def systems_out(view: SystemsView) -> SystemsOut:
    return SystemsOut(
        **place_out(view.place),
        systems=[_run(system) for system in view.systems],
        specification=view.specification,
        specifications=[choice.value for choice in view.specifications],
        metric=view.metric,
        metrics=[choice.value for choice in view.metrics],
        scores=[
            SystemScoresOut(
                metric=line.metric, direction=line.direction, scores=[score_out(cell) for cell in line.cells]
            )
            for line in view.scores
        ],
        differences=[
            _difference(view, row, column)
            for row in range(len(view.systems))
            for column in range(row + 1, len(view.systems))
        ],
        method=view.method,
        signature=view.signature,
    )


def _difference(view: SystemsView, row: int, column: int) -> DifferenceOut:
    cell = view.pairs[row][column]
    assert cell is not None  # only the diagonal has none
    return DifferenceOut(
        first=view.systems[row].key,
        second=view.systems[column].key,
        difference=_finite(cell.difference),
        low=cell.low,
        high=cell.high,
        p=cell.p,
        p_corrected=cell.p_corrected,
        is_significant=cell.is_significant,
    )


def spread_out(line: SpreadSegment) -> SpreadOut:
    return SpreadOut(
        number=line.number,
        document=line.document,
        segment=line.segment,
        spread=line.spread,
        source=line.source,
        references=list(line.references),
        systems=[
            SystemSegmentOut(run=each.system.key, score=_finite(each.score), output=_words(each.words))
            for each in line.outputs
        ],
    )


def comparison_out(view: ComparisonView) -> ComparisonOut:
    return ComparisonOut(
        **place_out(view.place),
        first=_run(view.first),
        second=_run(view.second),
        specification=view.specification,
        specifications=[choice.value for choice in view.specifications],
        metric=view.metric,
        metrics=[choice.value for choice in view.metrics],
        scores=[
            PairScoreOut(metric=score.metric, first=_finite(score.values[0]), second=_finite(score.values[1]))
            for score in view.scores
        ],
        test=_test(view.test),
        segments=view.segments,
        first_wins=view.first_wins,
        second_wins=view.second_wins,
        ties=view.ties,
        signature=view.signature,
    )


def pair_segment_out(line: PairSegment) -> PairSegmentOut:
    difference, first, second = map(_finite, line.values)
    return PairSegmentOut(
        number=line.number,
        document=line.document,
        segment=line.segment,
        difference=difference,
        first_score=first,
        second_score=second,
        source=line.source,
        references=list(line.references),
        first=_words(line.first),
        second=_words(line.second),
    )


def _run(system: System) -> ComparedRun:
    return ComparedRun(run=system.key, name=system.name, team=system.team, is_own=system.is_own)


def _test(test: PairTest | None) -> PairTestOut | None:
    if test is None:
        return None
    difference, p, p_corrected = test.values
    return PairTestOut(
        difference=difference, p=p, p_corrected=p_corrected, is_significant=test.is_significant, method=test.method
    )


def _words(words: tuple[Words, ...] | None) -> list[WordsOut] | None:
    return None if words is None else [WordsOut(text=piece.text, look=piece.look) for piece in words]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
