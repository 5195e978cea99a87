"""Progress: the systems of this year against earlier ones on the same test set, and the best against baselines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bakeoff.evaluation import metric_title
from bakeoff_site.results.conversions.boards import Against, Benchmark, BoardView, SystemRow
from bakeoff_site.results.conversions.overview import BoardLine
from bakeoff_site.results.conversions.scores import Metric
from bakeoff_site.results.conversions.titles import Kind, Place

Layout = Literal["side-by-side", "last"]
HeldKind = Literal["baseline", "earlier"]
_THIS_YEAR: tuple[Kind, ...] = ("primary", "combination")


@dataclass(frozen=True, slots=True)
class ProgressBoard:
    """The systems of this year and those of earlier years on one board, by its official specification."""

    place: Place
    metrics: tuple[Metric, ...]
    current: tuple[SystemRow, ...]
    """In the order of the board."""
    earlier: tuple[SystemRow, ...]

    @property
    def sources(self) -> tuple[SystemRow, ...]:
        """Systems that are known by published scores alone."""
        return tuple(row for row in self.earlier if row.source)

    @property
    def pairs(self) -> tuple[tuple[SystemRow | None, SystemRow | None], ...]:
        """Both lists side by side."""
        length = max(len(self.current), len(self.earlier))
        lists = [(*rows, *(None,) * (length - len(rows))) for rows in (self.current, self.earlier)]
        return tuple(zip(*lists, strict=True))


@dataclass(frozen=True, slots=True)
class BestAgainst:
    """The best system that is compared across teams against a baseline or the best of earlier years."""

    place: Place
    metric: str
    best: Against
    against: HeldKind
    held: Benchmark

    @property
    def metric_title(self) -> str:
        return metric_title(self.metric)


@dataclass(frozen=True, slots=True)
class BaselineCell:
    """A score of a baseline in words."""

    title: str
    text: str
    sd: str


@dataclass(frozen=True, slots=True)
class BaselineScores:
    """A baseline on one board, by its official specification."""

    place: Place
    metrics: tuple[Metric, ...]
    row: SystemRow

    @property
    def cells(self) -> tuple[BaselineCell, ...]:
        """A line for each score."""
        return tuple(
            BaselineCell(metric.heading, cell.text, "–" if cell.sd is None else f"{cell.sd:.{metric.digits}f}")
            for metric, cell in zip(self.metrics, self.row.cells, strict=True)
        )


@dataclass(frozen=True, slots=True)
class ProgressView:
    """All progress of a campaign as someone may see it."""

    layout: Layout
    boards: tuple[ProgressBoard, ...]
    best: tuple[BestAgainst, ...]
    baselines: tuple[BaselineScores, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.boards or self.best or self.baselines)


def metrics_of(view: ProgressView) -> dict[str, str]:
    """The metrics that systems have scores by, with their titles."""
    metrics = [metric for board in view.boards for metric in board.metrics]
    metrics += [metric for each in view.baselines for metric in each.metrics]
    return {metric.expression: metric.title for metric in metrics}


def with_metrics(view: ProgressView, chosen: Collection[str]) -> ProgressView:
    """The same by some metrics only; where none of them is known, by all."""
    kept = set(chosen) & set(metrics_of(view))
    if not kept:
        return view
    return replace(
        view,
        boards=tuple(
            replace(
                board,
                metrics=tuple(metric for metric in board.metrics if metric.expression in kept),
                current=tuple(_cut(row, board.metrics, kept) for row in board.current),
                earlier=tuple(_cut(row, board.metrics, kept) for row in board.earlier),
            )
            for board in view.boards
        ),
        baselines=tuple(
            replace(
                each,
                metrics=tuple(metric for metric in each.metrics if metric.expression in kept),
                row=_cut(each.row, each.metrics, kept),
            )
            for each in view.baselines
        ),
    )


def _cut(row: SystemRow, metrics: Sequence[Metric], kept: Collection[str]) -> SystemRow:
    pairs = zip(metrics, row.cells, strict=True)
    return replace(row, cells=tuple(cell for metric, cell in pairs if metric.expression in kept))


def has_progress(lines: Iterable[BoardLine]) -> bool:
    """Whether there is anything to compare with on some board whose scores are all shown."""
    return any(
        line.seen == "all"
        and (line.place.is_progress or line.baseline_value is not None or line.earlier_value is not None)
        for line in lines
    )


def progress_of(views: Sequence[BoardView], layout: Layout) -> ProgressView:
    """Progress on boards that are shown completely, each by its official specification."""
    return ProgressView(
        layout=layout,
        boards=tuple(board for view in views if (board := _board(view)) is not None),
        best=tuple(each for view in views for each in _best(view)),
        baselines=tuple(
            BaselineScores(view.place, view.metrics, row)
            for view in views
            for row in view.rows
            if row.kind == "baseline" and row.cells
        ),
    )


def _board(view: BoardView) -> ProgressBoard | None:
    """A progress set, or any other board with systems of earlier years; None for the rest."""
    scored = [row for row in view.rows if row.cells]
    earlier = tuple(row for row in scored if row.kind == "earlier")
    current = tuple(row for row in scored if row.kind in _THIS_YEAR)
    if not scored or not (earlier or (view.place.is_progress and current)):
        return None
    return ProgressBoard(view.place, view.metrics, current, earlier)


def _best(view: BoardView) -> Iterable[BestAgainst]:
    benchmarks: dict[HeldKind, Benchmark | None] = {"baseline": view.baseline, "earlier": view.earlier}
    for against, held in benchmarks.items():
        best = next((system for system in held.systems if system.is_compared), None) if held is not None else None
        if held is not None and best is not None:
            yield BestAgainst(view.place, view.metrics[0].expression, best, against, held)
