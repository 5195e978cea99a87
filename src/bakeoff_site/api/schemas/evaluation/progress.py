"""Progress against earlier years and baselines."""

from __future__ import annotations

from ninja import Schema

from bakeoff_site.api.schemas.evaluation.places import PlaceOut, place_out
from bakeoff_site.api.schemas.evaluation.results import (
    MetricOut,
    SystemOut,
    metric_out,
    system_out,
)
from bakeoff_site.results.conversions.progress import BestAgainst, ProgressView


class ProgressBoardOut(PlaceOut):
    """The systems of this year and of earlier years on one board."""

    metrics: list[MetricOut]
    current: list[SystemOut]
    earlier: list[SystemOut]


class BestOut(PlaceOut):
    """The best system that is compared across teams, against a baseline or the best of earlier years."""

    metric: str
    run: str
    name: str
    value: float
    against: str
    """`baseline` or `earlier`."""
    held_run: str
    """What the address of the other system calls it; empty where only its published scores are known."""
    held_name: str
    held_value: float
    source: str
    """Where the score of the other system was published; empty for a run."""
    difference: float
    is_better: bool
    is_significant: bool | None
    """Null where it was not tested."""


class BaselineOut(PlaceOut):
    metrics: list[MetricOut]
    system: SystemOut


class ProgressOut(Schema):
    layout: str
    """`side-by-side` or `last`: where tables list systems of earlier years."""
    boards: list[ProgressBoardOut]
    best: list[BestOut]
    baselines: list[BaselineOut]


def progress_out(view: ProgressView) -> ProgressOut:
    return ProgressOut(
        layout=view.layout,
        boards=[
            ProgressBoardOut(
                **place_out(board.place),
                metrics=[metric_out(metric) for metric in board.metrics],
                current=[system_out(row, board.metrics) for row in board.current],
                earlier=[system_out(row, board.metrics) for row in board.earlier],
            )
            for board in view.boards
        ],
        best=[_best(each) for each in view.best],
        baselines=[
            BaselineOut(
                **place_out(each.place),
                metrics=[metric_out(metric) for metric in each.metrics],
                system=system_out(each.row, each.metrics),
            )
            for each in view.baselines
        ],
    )


def _best(each: BestAgainst) -> BestOut:
    return BestOut(
        **place_out(each.place),
        metric=each.metric,
        run=each.best.key,
        name=each.best.name,
        value=each.best.value,
        against=each.against,
        held_run=each.held.key,
        held_name=each.held.name,
        held_value=each.held.value,
        source=each.held.source,
        difference=each.best.difference,
        is_better=each.best.is_better,
        is_significant=each.best.is_significant,
    )
