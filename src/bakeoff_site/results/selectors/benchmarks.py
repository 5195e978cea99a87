"""What systems are held against: the organisers' baseline, and the best of earlier years."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff_site.results.conversions.shown import Against, Benchmark, Kind, Metric
from bakeoff_site.results.conversions.words import is_compared, kind_label, kind_of
from bakeoff_site.results.permissions import part_of
from bakeoff_site.results.selectors.rows import Lister
from bakeoff_site.results.selectors.scores import best_first
from bakeoff_site.results.selectors.significance import Ranking
from bakeoff_site.submissions.models import Run

_LABELS: dict[Kind, tuple[str, str]] = {
    "baseline": ("Baseline", "baseline"),
    "earlier": ("Best of earlier years", "earlier"),
}


def benchmark(
    kind: Kind, runs: Sequence[Run], lister: Lister, metric: Metric | None, ranking: Ranking | None
) -> Benchmark | None:
    """The best run of a kind by a metric, and every official system of a team beside it; None where there is none."""
    if metric is None:
        return None
    by_id = {run.pk: run for run in runs if lister.visibility.scores_of(run)}
    valued = [
        run_id
        for run_id in best_first(by_id, lister.scores, metric)
        if lister.cell(by_id[run_id], metric).value is not None
    ]
    held = next((by_id[run_id] for run_id in valued if kind_of(lister.rules, by_id[run_id]) == kind), None)
    if held is None:
        return None
    systems = [
        by_id[run_id] for run_id in valued if by_id[run_id].team_id is not None and part_of(by_id[run_id]) == "official"
    ]
    cell = lister.cell(held, metric)
    return Benchmark(
        label=_LABELS[kind][0],
        short=_LABELS[kind][1],
        name=lister.names.name(held, lister.visibility),
        key=lister.names.key(held, lister.visibility),
        value=cell.value or 0.0,
        text=cell.text,
        systems=tuple(_against(run, held, lister, metric, ranking) for run in systems),
    )


def _against(run: Run, held: Run, lister: Lister, metric: Metric, ranking: Ranking | None) -> Against:
    cell = lister.cell(run, metric)
    value = cell.value or 0.0
    difference = value - (lister.cell(held, metric).value or 0.0)
    pair = ranking.pair(run.pk, held.pk) if ranking is not None else None
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
