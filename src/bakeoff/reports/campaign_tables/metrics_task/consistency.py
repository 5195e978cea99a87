"""How many preferences of people each metric repeats (W08, tables 10, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.evaluation.metrics_task.results import MetricsOfSet
from bakeoff.meta_evaluation.measures import MetricOutputs
from bakeoff.meta_evaluation.pair_counts import PairCounts, count_segment_pairs
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import Place
from bakeoff.reports.campaign_tables.metrics_task.averages import SECTION, averages_in_order
from bakeoff.reports.campaign_tables.metrics_task.directions import by_direction
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import title_of_metric
from bakeoff.reports.table import Table, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class _JudgedSet:
    """The metrics of one language pair and test set against one kind of judgment."""

    place: Place
    kind: str
    metrics: MetricsOfSet


def consistency_tables(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each direction, from the scores of segments of metrics tasks."""
    sets = tuple(
        _JudgedSet(place=(own.language_pair, task.test_set), kind=task.evaluation, metrics=own)
        for task in results.metrics_tasks
        for own in task.result.sets
        if not own.subset
    )
    for direction, own in by_direction(results, sets).items():
        table = consistency_table(results, own, direction=direction)
        if table.rows:
            yield ReportTable(id=table_id("consistency", direction), name="consistency", section=SECTION, table=table)


def consistency_table(results: CampaignResults, sets: Sequence[_JudgedSet], *, direction: str) -> Table:
    """A row for each metric, best first by the first kind of judgment; the mean of the kinds last."""
    titles = {human.evaluation: human.title for human in results.human}
    judged = dict.fromkeys(own.kind for own in sets)
    kinds = [*(kind for kind in titles if kind in judged), *(kind for kind in judged if kind not in titles)]
    counts: dict[str, dict[str, PairCounts]] = {}
    for own in sets:
        for metric, outputs in own.metrics.scored.outputs.items():
            found = _pairs_of(outputs)
            if found is not None:
                of_metric = counts.setdefault(metric, {})
                of_metric[own.kind] = _together(of_metric.get(own.kind), found)
    rows = [tuple(_row(results, metric, found, kinds)) for metric, found in counts.items()]
    return averages_in_order(
        rows,
        titles=[titles.get(kind, kind) for kind in kinds],
        title=f"Consistency of metrics with people, {direction}",
        notes=(
            "Share of the pairs of outputs of a segment in which people prefer one that the metric orders alike; its "
            "own ties are wrong. Pairs of all language pairs and test sets together.",
        ),
    )


def _row(results: CampaignResults, metric: str, found: dict[str, PairCounts], kinds: Sequence[str]) -> Iterator[Value]:
    yield title_of_metric(results.rulebook.report, metric)
    values = [found[kind].consistency if kind in found else None for kind in kinds]
    yield from values
    known = [value for value in values if value is not None]
    yield sum(known) / len(kinds) if len(known) == len(kinds) else None


def _pairs_of(outputs: MetricOutputs) -> PairCounts | None:
    if outputs.pair_counts is not None:
        return outputs.pair_counts
    if outputs.human_segments is None or outputs.metric_segments is None:
        return None
    return count_segment_pairs(outputs.human_segments, outputs.metric_segments).total


def _together(first: PairCounts | None, second: PairCounts) -> PairCounts:
    if first is None:
        return second
    return PairCounts(
        concordant=first.concordant + second.concordant,
        discordant=first.discordant + second.discordant,
        tied_human=first.tied_human + second.tied_human,
        tied_metric=first.tied_metric + second.tied_metric,
        tied_both=first.tied_both + second.tied_both,
    )
