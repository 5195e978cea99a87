"""A run and its scores, on parts of the test set and by segment."""

from __future__ import annotations

import math
from datetime import datetime

from ninja import Schema

from bakeoff_site.api.schemas.evaluation.places import PlaceOut, place_out
from bakeoff_site.api.schemas.evaluation.results import RunScoreOut, ScoreOut, run_score_out, score_out
from bakeoff_site.api.schemas.evaluation.score_files import MissingMetricOut, missing_out
from bakeoff_site.results.conversions.runs import BleuLine, PartLine, RunView, ScoreLine, SegmentLine


class PartOut(Schema):
    """A run on a part of the test set, by the official specification."""

    name: str
    """A group of segments, such as `genre=nw`; or a document: of speech, a recording."""
    segments: int
    scores: dict[str, ScoreOut]
    """By metric. Those of documents are scores by themselves, without intervals."""
    medians: dict[str, float | None]
    """By metric: of all compared systems of the board on a group. Empty for documents; null where others are hidden."""


class BleuOut(Schema):
    """What a BLEU score is made of, by the official specification."""

    metric: str
    precisions: list[float]
    """In percent, by order, smoothed as the score is."""
    brevity_penalty: float
    hypothesis_length: int
    """In tokens of the metric."""
    reference_length: int
    length_ratio: float


class RankedScoreOut(RunScoreOut):
    rank: str
    """The ranks that it may have among the compared systems of its board; empty where it has none."""
    compared: int
    """How many systems were compared by the metric; 0 where they were not."""
    median: float | None
    """Of all compared systems of the board; null where others are not shown."""


class RunResultOut(PlaceOut):
    run: str
    name: str
    team: str
    input: str
    """What it started from, as the rulebook calls it; empty where nobody said."""
    released_runs: list[str]
    """The released runs that it started from."""
    remark: str
    flags: list[str]
    """Resources that its description names and its condition forbids, where you may know that."""
    is_own: bool
    opens: datetime | None
    """When its scores will be shown; null where they are, or nobody knows."""
    scores: list[RankedScoreOut]
    bleu: list[BleuOut]
    groups: list[PartOut]
    documents: list[PartOut]
    missing: list[MissingMetricOut]


class SegmentOut(Schema):
    number: int
    document: str
    segment: str
    source: str | None
    references: list[str]
    output: str | None
    scores: dict[str, float | None]
    """By metric; null where it says nothing of a single segment."""


def run_result_out(view: RunView) -> RunResultOut:
    system = view.system
    return RunResultOut(
        **(place_out(view.place) | {"status": system.status.word, "reasons": list(system.status.reasons)}),
        run=system.key,
        name=system.name,
        team=system.team,
        input=system.input,
        released_runs=list(system.started_from),
        remark=system.remark,
        flags=list(system.flags),
        is_own=system.is_own,
        opens=view.opens,
        scores=[_ranked(line, view) for line in view.scores],
        bleu=[_bleu(line) for line in view.bleu],
        groups=[_part(line, view) for line in view.groups],
        documents=[_part(line, view) for line in (view.segments.documents if view.segments is not None else ())],
        missing=missing_out(view.missing),
    )


def _ranked(line: ScoreLine, view: RunView) -> RankedScoreOut:
    score = run_score_out(line.column, line.cell, is_official=line.is_official)
    headline = next((each for each in view.headlines if each.column == line.column), None)
    medians = dict(zip(view.columns, view.complete.medians if view.complete is not None else (), strict=False))
    return RankedScoreOut(
        **score.dict(),
        rank=headline.rank if headline is not None else "",
        compared=headline.compared if headline is not None else 0,
        median=medians.get(line.column),
    )


def _bleu(line: BleuLine) -> BleuOut:
    return BleuOut(
        metric=line.metric,
        precisions=list(line.precisions),
        brevity_penalty=line.brevity_penalty,
        hypothesis_length=line.hypothesis_length,
        reference_length=line.reference_length,
        length_ratio=line.length_ratio,
    )


def segment_out(line: SegmentLine) -> SegmentOut:
    return SegmentOut(
        number=line.number,
        document=line.document,
        segment=line.segment,
        source=line.source,
        references=list(line.references),
        output=line.output,
        scores={metric: value if math.isfinite(value) else None for metric, value in line.values},
    )


def _part(line: PartLine, view: RunView) -> PartOut:
    scores = {column.expression: score_out(cell) for column, cell in zip(view.columns, line.cells, strict=True)}
    medians = {column.expression: value for column, value in zip(view.columns, line.medians, strict=False)}
    return PartOut(name=line.name, segments=line.segments, scores=scores, medians=medians)
