"""How long judges took (W08, figure 3): means and quartiles, and how times are distributed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.human_eval import HumanEvaluationResult
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import SECTION, evaluations_of, is_mixed, rules_of
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.table import Column, Range, Table, Value
from bakeoff.statistics import Interval

_BINS = 12
_STEPS = (1, 2, 5, 10, 15, 20, 30, 60, 120, 300)
"""Widths of classes in seconds."""


def judging_times(results: CampaignResults) -> Iterator[ReportTable]:
    """Two tables over all evaluations whose times are known."""
    kinds = tuple(human for human in timed_kinds(results))
    if kinds:
        for name, table in (("times", times_table(kinds)), ("distribution", distribution_table(kinds))):
            yield ReportTable(id=f"judging-times-{name}", name="judging-times", section=SECTION, table=table)


def timed_kinds(results: CampaignResults) -> Iterator[HumanResults]:
    """One of each evaluation: its times cover all language pairs and test sets."""
    for evaluation in evaluations_of(results.human):
        own = next(human for human in results.human if human.evaluation == evaluation)
        counted_elsewhere = is_mixed(own) and rules_of(results, own).counts_for
        if own.result.timings.overall.screens and not counted_elsewhere:
            yield own


def times_table(kinds: Sequence[HumanResults]) -> Table:
    """A row for each kind of judgment."""
    heads = ("Mean", "Interval", "Quarter", "Median", "Three quarters")
    return Table(
        columns=(
            Column("kind", title="Kind of judgment"),
            Column("screens", title="Screens", thousands=True),
            *(Column(head.lower(), title=head, digits=1, group="Seconds a screen") for head in heads),
            Column("left out", title="Left out", thousands=True),
            Column("no time", title="No time", thousands=True),
        ),
        rows=tuple(_times_row(human) for human in kinds),
        title="Time that judges took",
        notes=("Left out: screens that took so long that they were left open during a break.",),
    )


def _times_row(human: HumanResults) -> tuple[Value, ...]:
    timing = human.result.timings.overall
    _, quarter, median, three_quarters, _ = timing.quantiles or (None,) * 5
    figures = (timing.mean, _range(timing.interval), quarter, median, three_quarters)
    return (human.title, timing.screens, *figures, timing.too_long or None, timing.unknown or None)


def distribution_table(kinds: Sequence[HumanResults]) -> Table:
    """Shares of screens by their seconds, a column for each kind of judgment."""
    counted = {human.title: counted_seconds(human.result) for human in kinds}
    longest = max(float(np.quantile(seconds, 0.98)) for seconds in counted.values())
    step = next((each for each in _STEPS if each * _BINS >= longest), _STEPS[-1])
    edges = np.array([*(step * number for number in range(_BINS + 1)), np.inf])
    shares = [np.histogram(seconds, edges)[0] / len(seconds) for seconds in counted.values()]
    rows: list[tuple[Value, ...]] = []
    for number in range(len(edges) - 1):
        low, high = int(edges[number]), edges[number + 1]
        name = f"{low} and more" if np.isinf(high) else f"{low} to {int(high)}"
        rows.append((name, *(float(own[number]) for own in shares)))
    return Table(
        columns=(
            Column("seconds", title="Seconds a screen"),
            *(Column(title, digits=3, notation="bare") for title in counted),
        ),
        rows=tuple(rows),
        title="Distribution of the time that judges took",
        notes=("Share of the screens of each kind. Each class holds its lower bound and not its upper one.",),
    )


def counted_seconds(result: HumanEvaluationResult) -> np.ndarray:
    """The seconds of screens that count: those that took too long are the longest ones."""
    seconds = np.sort(result.seconds)
    return seconds[: len(seconds) - result.timings.overall.too_long]


def _range(interval: Interval | None) -> Range | None:
    return None if interval is None else Range(interval.low, interval.high)
