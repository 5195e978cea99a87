"""Runs as rows of a board's table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bakeoff.reports import Column, Table
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.results.conversions.shown import Cell, Metric, SystemRow
from bakeoff_site.results.conversions.words import is_compared, kind_label, kind_of
from bakeoff_site.results.permissions import Visibility, part_of
from bakeoff_site.results.selectors.scores import BoardScores, best_first, cell_of, counted
from bakeoff_site.results.selectors.significance import Ranking
from bakeoff_site.results.selectors.visibility import Names
from bakeoff_site.scoring.selectors.counts import Parts
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Run


@dataclass(frozen=True, slots=True)
class Lister:
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

    def rows(self, runs: Sequence[Run], order: Metric | None, ranking: Ranking | None) -> tuple[SystemRow, ...]:
        """Rows in order: by a metric, or else by name; ranks only where all are shown."""
        by_id = {run.pk: run for run in sorted(runs, key=lambda run: self.names.name(run, self.visibility).casefold())}
        ordered = list(by_id) if order is None else best_first(by_id, self.scores, order)
        ranks = self._ranks(by_id, order, ranking)
        above: int | None = None
        rows = []
        for run_id in ordered:
            begins = ranking is not None and above is not None and ranking.parts(above, run_id)
            rows.append(self._row(by_id[run_id], ranks.get(run_id, ""), begins_cluster=begins))
            if ranking is not None and ranking.has(run_id):  # lines go by the runs that were compared
                above = run_id
        return tuple(rows)

    def cell(self, run: Run, metric: Metric) -> Cell:
        stored = self.scores.get(run.pk, metric)
        cell = cell_of(stored, metric, self.scoring)
        if stored is None or not metric.unit:
            return replace(cell, unit=metric.unit)
        return replace(cell, unit=metric.unit, counts=counted(self.counts[stored.score_id].get(self.group)))

    def _row(self, run: Run, rank: str, *, begins_cluster: bool) -> SystemRow:
        visibility = self.visibility
        shown = visibility.scores_of(run)
        return SystemRow(
            key=self.names.key(run, visibility),
            name=self.names.name(run, visibility),
            team=run.team.name if run.team is not None and visibility.knows(run) else "",
            kind=kind_of(self.rules, run),
            kind_label=kind_label(self.rules, run),
            part=part_of(run),
            remark=remark_of(run),
            is_own=visibility.owns(run),
            has_page=shown,
            rank=rank,
            begins_cluster=begins_cluster,
            cells=tuple(self.cell(run, metric) for metric in self.metrics) if shown else (),
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


def remark_of(run: Run) -> str:
    """Why a run is not like the others."""
    remarks = {
        "late": run.late,
        "debugged": run.effect == Effect.DEBUGGED,
        "withdrawn": run.withdrawn_at is not None,
        "replaced": run.replaced_by_id is not None,
    }
    return ", ".join(word for word, holds in remarks.items() if holds)


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
