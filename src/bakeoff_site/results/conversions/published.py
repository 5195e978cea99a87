"""Systems that are known by published scores alone, as rows of a board's table and as benchmarks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.schema import EnteredSystem, PublishedScores
from bakeoff_site.results.conversions.boards import SystemRow
from bakeoff_site.results.conversions.scores import Cell, ErrorCounts, Metric
from bakeoff_site.results.conversions.titles import KINDS, Kind
from bakeoff_site.submissions.models import Board, Run

PUBLISHED = "published scores"
"""What marks such a system in tables."""


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """A system of the rulebook with all that was published of its scores on a board."""

    system: EnteredSystem
    entries: tuple[PublishedScores, ...]

    @property
    def name(self) -> str:
        return self.system.id if self.system.anonymous else self.system.label

    @property
    def source(self) -> str:
        return "; ".join(dict.fromkeys(entry.source for entry in self.entries))

    def cell(self, metric: Metric, official: str) -> Cell:
        """The score as it was published; `official` is the specification of entries that name none."""
        for entry in self.entries:
            if metric.specification == (entry.specification or official) and metric.expression in entry.scores:
                written = entry.scores[metric.expression]
                counts = ErrorCounts(entry.words, None, None, None, entry.errors)
                known = metric.unit and (entry.words, entry.errors) != (None, None)
                return Cell(float(written), text=written, unit=metric.unit, counts=counts if known else None)
        return Cell(None, unit=metric.unit)


def published_on(rules: Rulebook, board: Board, runs: Iterable[Run]) -> tuple[PublishedSystem, ...]:
    """Systems of a board that are known by scores alone; where a run was entered for one, that run counts."""
    entered = {run.entered for run in runs if run.in_force}
    by_system: dict[str, list[PublishedScores]] = {}
    entries = rules.published_on(
        track=board.track, language_pair=board.language_pair, condition=board.condition, test_set=board.test_set
    )
    for entry in entries:
        if entry.system not in entered:
            by_system.setdefault(entry.system, []).append(entry)
    return tuple(PublishedSystem(rules.systems[name], tuple(each)) for name, each in by_system.items())


def best_by_kind(cells: Iterable[tuple[Kind, Cell]], metric: Metric) -> dict[Kind, Cell]:
    """The best score of each kind of system; of equals, the first."""
    sign = 1 if metric.direction == "higher" else -1
    best: dict[Kind, Cell] = {}
    for kind, cell in cells:
        if cell.value is not None and (kind not in best or sign * (cell.value - (best[kind].value or 0.0)) > 0):
            best[kind] = cell
    return best


def published_row(published: PublishedSystem, metrics: Sequence[Metric], official: str, *, status: Status) -> SystemRow:
    """A row without rank, lines and page: scores from elsewhere are never tested."""
    return SystemRow(
        key="",
        name=published.name,
        team="",
        kind=published.system.kind,
        kind_label=KINDS[published.system.kind],
        part="official",
        status=status,
        remark=PUBLISHED,
        flags=(),
        is_own=False,
        has_page=False,
        rank="",
        starts_cluster=False,
        cells=tuple(published.cell(metric, official) for metric in metrics),
        source=published.source,
    )


def with_published(
    rows: Sequence[SystemRow], added: Collection[SystemRow], metrics: Sequence[Metric], order: Metric | None
) -> tuple[SystemRow, ...]:
    """Rows in order with those of published scores among them; these come after runs that are as good."""
    if order is None:
        return tuple(sorted((*rows, *added), key=lambda row: row.name.casefold()))
    index, sign = metrics.index(order), -1 if order.direction == "higher" else 1

    def place(row: SystemRow) -> tuple[bool, float]:
        value = row.cells[index].value if row.cells else None
        return value is None, sign * (value or 0.0)

    merged = list(rows)
    for row in sorted(added, key=place):
        merged.insert(next((n for n, each in enumerate(merged) if place(each) > place(row)), len(merged)), row)
    return tuple(merged)
