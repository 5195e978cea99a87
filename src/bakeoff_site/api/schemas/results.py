"""Results as someone may see them."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

from ninja import Schema

from bakeoff_site.results.conversions.shown import BoardLine, BoardView, Cell, Place, SystemRow, Yardstick
from bakeoff_site.results.conversions.shown_texts import RunView, SegmentLine


class PlaceOut(Schema):
    """Where runs are ranked together, by names of the rulebook."""

    board: int
    title: str
    track: str
    language_pair: str
    condition: str
    test_set: str


class BoardRow(PlaceOut):
    seen: str
    """`all`, or `own` where only your own scores are shown yet."""
    runs: int
    metric: str
    leader: str
    best: float | None


class MetricOut(Schema):
    key: str
    metric: str
    specification: str
    direction: str
    signature: str
    is_official: bool


class ScoreOut(Schema):
    value: float | None
    low: float | None
    high: float | None


class SystemOut(Schema):
    run: str
    """What its address calls it."""
    name: str
    site: str
    """Empty where it must not be known, or there is none."""
    kind: str
    part: str
    """`official`, `unofficial` or `named`."""
    remark: str
    is_own: bool
    rank: str
    begins_cluster: bool
    """Whether it is significantly below all that stand above it."""
    scores: dict[str, ScoreOut]
    """By the key of the metric; none where its scores are not shown."""


class AgainstOut(Schema):
    run: str
    name: str
    difference: float
    is_significant: bool | None


class YardstickOut(Schema):
    run: str
    name: str
    value: float
    systems: list[AgainstOut]


class BoardOut(PlaceOut):
    seen: str
    opens: datetime | None
    """When more of it will be shown."""
    specification: str
    specifications: list[str]
    group: str
    groups: list[str]
    kinds: list[str]
    """Kinds of systems that it has."""
    segments: int | None
    metrics: list[MetricOut]
    systems: list[SystemOut]
    """Best first; official ones, then unofficial ones, then those that are only named."""
    method: str
    """How differences were tested; empty where they were not."""
    is_stale: bool
    baseline: YardstickOut | None
    earlier: YardstickOut | None


class RunScoreOut(Schema):
    metric: str
    specification: str
    value: float | None
    signature: str
    is_official: bool
    errors: dict[str, int] | None
    """Of recognised speech: correct words, substitutions, deletions, insertions, words, utterances with an error."""


class RunResultOut(PlaceOut):
    run: str
    name: str
    site: str
    remark: str
    is_own: bool
    opens: datetime | None
    """When its scores will be shown; null where they are, or nobody knows."""
    scores: list[RunScoreOut]


class SegmentOut(Schema):
    number: int
    document: str
    segment: str
    source: str | None
    references: list[str]
    output: str | None
    scores: dict[str, float | None]
    """By metric; null where it says nothing of a single segment."""


def board_row(line: BoardLine) -> BoardRow:
    return BoardRow(
        **place_out(line.place),
        seen=line.seen,
        runs=line.runs,
        metric=line.metric,
        leader=line.leader,
        best=line.best_value,
    )


def board_out(view: BoardView) -> BoardOut:
    keys = [metric.key for metric in view.metrics]
    return BoardOut(
        **place_out(view.place),
        seen=view.seen,
        opens=view.opens,
        specification=view.specification,
        specifications=[choice.value for choice in view.specifications],
        group=view.group,
        groups=[choice.value for choice in view.groups if choice.value],
        kinds=[choice.value for choice in view.kinds],
        segments=view.segments,
        metrics=[
            MetricOut(
                key=metric.key,
                metric=metric.expression,
                specification=metric.specification,
                direction=metric.direction,
                signature=metric.signature,
                is_official=metric.is_official,
            )
            for metric in view.metrics
        ],
        systems=[_system(row, keys) for row in (*view.rows, *view.unofficial, *view.named)],
        method=view.method,
        is_stale=view.is_stale,
        baseline=_yardstick(view.baseline),
        earlier=_yardstick(view.earlier),
    )


def run_result_out(view: RunView) -> RunResultOut:
    system = view.system
    return RunResultOut(
        **place_out(view.place),
        run=system.key,
        name=system.name,
        site=system.site,
        remark=system.remark,
        is_own=system.is_own,
        opens=view.opens,
        scores=[
            RunScoreOut(
                metric=line.metric,
                specification=line.specification,
                value=line.value,
                signature=line.signature,
                is_official=line.is_official,
                errors=None if line.errors is None else dict(line.errors),
            )
            for line in view.scores
        ],
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


def place_out(place: Place) -> dict[str, Any]:
    return {
        "board": place.board_id,
        "title": place.title,
        "track": place.track_id,
        "language_pair": place.language_pair_id,
        "condition": place.condition_id,
        "test_set": place.test_set_id,
    }


def _system(row: SystemRow, keys: list[str]) -> SystemOut:
    return SystemOut(
        run=row.key,
        name=row.name,
        site=row.site,
        kind=row.kind,
        part=row.part,
        remark=row.remark,
        is_own=row.is_own,
        rank=row.rank,
        begins_cluster=row.begins_cluster,
        scores={key: _score(cell) for key, cell in zip(keys, row.cells, strict=True)} if row.cells else {},
    )


def _score(cell: Cell) -> ScoreOut:
    return ScoreOut(value=cell.value, low=cell.low, high=cell.high)


def _yardstick(found: Yardstick | None) -> YardstickOut | None:
    if found is None:
        return None
    systems = [
        AgainstOut(run=each.key, name=each.name, difference=each.difference, is_significant=each.is_significant)
        for each in found.systems
    ]
    return YardstickOut(run=found.key, name=found.name, value=found.value, systems=systems)
