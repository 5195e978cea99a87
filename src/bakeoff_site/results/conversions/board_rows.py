"""Runs as rows of a board's table, and what they are held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bakeoff.reports import Column, Table
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.results.conversions.boards import Against, Benchmark, SystemRow
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import BoardScores, Cell, Metric, best_first, cell_of, counted
from bakeoff_site.results.conversions.titles import Kind, is_compared, kind_label, kind_of, remark_of
from bakeoff_site.results.permissions import Names, Visibility, part_of
from bakeoff_site.scoring.selectors.evaluations import Parts
from bakeoff_site.submissions.conversions import status_of
from bakeoff_site.submissions.models import Run

_LABELS: dict[Kind, tuple[str, str]] = {
    "baseline": ("Baseline", "baseline"),
    "earlier": ("Best of earlier years", "earlier"),
}


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes rows of the runs of a board for someone."""

    rules: Rulebook
    scoring: Scoring
    visibility: Visibility
    names: Names
    scores: BoardScores
    metrics: tuple[Metric, ...]
    group: str = ""
    """The group of segments that is shown; empty for all."""
    counts: Mapping[int, Parts] = field(default_factory=dict)
    """What error rates are made of, by the number of the score."""

    def rows(
        self, runs: Sequence[Run], order: Metric | None, ranking: Ranking | None, *, ranked_by: Metric | None = None
    ) -> tuple[SystemRow, ...]:
        """Rows in order: by a metric, or else by name; ranks, by `ranked_by`, only where all are shown."""
        by_id = {run.pk: run for run in sorted(runs, key=lambda run: self.names.name(run, self.visibility).casefold())}
        ordered = list(by_id) if order is None else best_first(by_id, self.scores, order)
        ranks = self._ranks(by_id, ranked_by or order, ranking)
        clusters = {run_id: ranking.cluster(run_id) if ranking is not None else 0 for run_id in by_id}
        return tuple(self._row(by_id[run_id], ranks.get(run_id, ""), clusters[run_id]) for run_id in ordered)

    def cell(self, run: Run, metric: Metric) -> Cell:
        stored = self.scores.get(run.pk, metric)
        cell = cell_of(stored, metric, self.scoring)
        if stored is None or not metric.unit:
            return replace(cell, unit=metric.unit)
        return replace(cell, unit=metric.unit, counts=counted(self.counts[stored.score_id].get(self.group)))

    def _row(self, run: Run, rank: str, cluster: int) -> SystemRow:
        visibility = self.visibility
        shown = visibility.scores_of(run)
        return SystemRow(
            key=self.names.key(run, visibility),
            name=self.names.name(run, visibility),
            team=run.team.name if run.team is not None and visibility.knows(run) else "",
            kind=kind_of(self.rules, run),
            kind_label=kind_label(self.rules, run),
            part=part_of(run),
            status=status_of(self.rules, run),
            remark=remark_of(self.rules, run),
            flags=visibility.flags_of(run),
            is_own=visibility.owns(run),
            has_page=shown,
            rank=rank,
            starts_cluster=False,
            cluster=cluster,
            cells=tuple(self.cell(run, metric) for metric in self.metrics) if shown else (),
            input=run.input,
            started_from=run.started_from,
        )

    def _ranks(self, by_id: Mapping[int, Run], order: Metric | None, ranking: Ranking | None) -> dict[int, str]:
        """By the tests; without them, how many compared ones are better, and one. None for who sees only own runs."""
        if order is None or not self.visibility.scores.allowed:
            return {}
        if ranking is not None:
            return {run_id: ranking.rank(run_id) for run_id in by_id}
        ranks: dict[int, str] = {}
        last: tuple[float | None, str] = (None, "")
        compared = [run_id for run_id in by_id if is_compared(self.rules, by_id[run_id])]
        for place, run_id in enumerate(best_first(compared, self.scores, order), start=1):
            stored = self.scores.get(run_id, order)
            if stored is None or stored.value is None:
                continue
            if stored.value != last[0]:
                last = (stored.value, str(place))
            ranks[run_id] = last[1]
        return ranks


def with_clusters(rows: Sequence[SystemRow]) -> tuple[SystemRow, ...]:
    """Rows in the order of a metric, best first; those that were not compared are listed with the cluster above."""
    current = next((row.cluster for row in rows if row.cluster), 0)
    listed = []
    for row in rows:
        current = row.cluster or current
        listed.append(replace(row, cluster=current))
    return tuple(listed)


def with_lines(rows: Sequence[SystemRow]) -> tuple[SystemRow, ...]:
    """Rows in their final order, with a line above each that is in another cluster than the one before."""
    above = [0, *(row.cluster for row in rows)]
    return tuple(
        replace(row, starts_cluster=0 < before != row.cluster > 0) for before, row in zip(above, rows, strict=False)
    )


def mark_best(rows: tuple[SystemRow, ...], metrics: tuple[Metric, ...]) -> tuple[SystemRow, ...]:
    """The best number of every column marked, as reports mark it."""
    table = Table(
        columns=tuple(
            Column(metric.key, digits=metric.digits, best="highest" if metric.direction == "higher" else "lowest")
            for metric in metrics
        ),
        rows=tuple(tuple(cell.value for cell in row.cells) for row in rows),
    )
    best = [table.best_rows(index) for index in range(len(metrics))]
    return tuple(
        replace(
            row,
            cells=tuple(replace(cell, is_best=number in best[index]) for index, cell in enumerate(row.cells)),
        )
        for number, row in enumerate(rows)
    )


def benchmark(
    kind: Kind,
    runs: Sequence[Run],
    lister: RowMaker,
    metric: Metric | None,
    ranking: Ranking | None,
    *,
    published: Sequence[SystemRow] = (),
) -> Benchmark | None:
    """The best of a kind by a metric, a run or published scores, and every official system of a team; None where there
    is none.
    """
    if metric is None:
        return None
    by_id = {run.pk: run for run in runs if lister.visibility.scores_of(run)}
    valued = [
        run_id
        for run_id in best_first(by_id, lister.scores, metric)
        if lister.cell(by_id[run_id], metric).value is not None
    ]
    held = next((by_id[run_id] for run_id in valued if kind_of(lister.rules, by_id[run_id]) == kind), None)
    column = lister.metrics.index(metric)
    held_by = _Held.best(kind, held, lister, metric, [(row, row.cells[column]) for row in published])
    if held_by is None:
        return None
    systems = [
        by_id[run_id] for run_id in valued if by_id[run_id].team_id is not None and part_of(by_id[run_id]) == "official"
    ]
    return Benchmark(
        label=_LABELS[kind][0],
        short=_LABELS[kind][1],
        name=held_by.name,
        key=held_by.key,
        value=held_by.value,
        text=held_by.text,
        systems=tuple(_against(run, held_by, lister, metric, ranking) for run in systems),
        source=held_by.source,
        metric=metric.heading,
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """What systems are held against."""

    name: str
    key: str
    value: float
    text: str
    run_id: int | None = None
    """None for published scores, which nothing is tested against."""
    source: str = ""

    @classmethod
    def best(
        cls,
        kind: Kind,
        run: Run | None,
        lister: RowMaker,
        metric: Metric,
        published: Sequence[tuple[SystemRow, Cell]],
    ) -> _Held | None:
        """The better of a run and the published scores of systems of a kind; of equals, the run."""
        held = []
        if run is not None:
            cell = lister.cell(run, metric)
            name, key = lister.names.name(run, lister.visibility), lister.names.key(run, lister.visibility)
            held.append(cls(name, key, cell.value or 0.0, cell.text, run.pk))
        held += [
            cls(row.name, row.key, cell.value, cell.text, source=row.source)
            for row, cell in published
            if row.kind == kind and cell.value is not None
        ]
        sign = 1 if metric.direction == "higher" else -1
        return max(held, key=lambda each: sign * each.value, default=None)


def _against(run: Run, held: _Held, lister: RowMaker, metric: Metric, ranking: Ranking | None) -> Against:
    cell = lister.cell(run, metric)
    value = cell.value or 0.0
    difference = value - held.value
    pair = ranking.pair(run.pk, held.run_id) if ranking is not None and held.run_id is not None else None
    return Against(
        name=lister.names.name(run, lister.visibility),
        key=lister.names.key(run, lister.visibility),
        kind=kind_of(lister.rules, run),
        kind_label=kind_label(lister.rules, run),
        is_compared=is_compared(lister.rules, run),
        value=value,
        text=cell.text,
        difference=difference,
        difference_text=f"{difference:+.{metric.digits}f}",
        is_better=difference > 0 if metric.direction == "higher" else difference < 0,
        is_significant=None if pair is None else bool(pair["significant"]),
    )
