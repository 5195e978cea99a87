"""A run and its scores, on parts of the test set and by segment."""

from __future__ import annotations

import math
from datetime import datetime

from ninja import Schema

from bakeoff_site.api.schemas.evaluation.places import PlaceOut, place_out
from bakeoff_site.api.schemas.evaluation.results import RunScoreOut, ScoreOut, run_score_out, score_out
from bakeoff_site.api.schemas.evaluation.score_files import MissingMetricOut, missing_out
from bakeoff_site.results.conversions.runs import PartLine, RunView, SegmentLine


class PartOut(Schema):
    """A run on a part of the test set, by the official specification."""

    name: str
    """A group of segments, such as `genre=nw`; or a document: of speech, a recording."""
    segments: int
    scores: dict[str, ScoreOut]
    """By metric. Those of documents are scores by themselves, without intervals."""


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
    scores: list[RunScoreOut]
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
        scores=[run_score_out(line.column, line.cell, is_official=line.is_official) for line in view.scores],
        groups=[_part(line, view) for line in view.groups],
        documents=[_part(line, view) for line in (view.segments.documents if view.segments is not None else ())],
        missing=missing_out(view.missing),
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
    return PartOut(name=line.name, segments=line.segments, scores=scores)
