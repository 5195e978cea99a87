"""Figures while judgments come in, without an analysis of answers: who judged what, and how long it takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS
from bakeoff.human_eval.analyses.answer_heads import Heads
from bakeoff.human_eval.analyses.judging_pace import Pace, pace_of
from bakeoff.human_eval.analyses.timing import Timing, timing_of

_STEPS = (0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300)
"""Seconds at which the bars of the distribution of times start."""


_DAY, _WEEK = 86_400, 7.0
_SHORTEST = 1 / 24
"""Days that the pace is taken of at least: who started an hour ago has not judged for a day at that speed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeFigures:
    """What one judge did so far. Of answers given again the latest count."""

    judgments: tuple[int, ...]
    """Without repeats, gold and attention items, by language pair."""
    controls: int
    """Repeats, gold and attention items."""
    median_seconds: float | None
    """Without screens that took too long."""
    last_sent: float
    """In seconds since 1970; 0 where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeBar:
    """Screens that took from `low` seconds to below `high`."""

    low: int
    high: int | None
    screens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFigures:
    """What is judged so far, by whom, and how long it took."""

    judgments: int
    """Of judges who count."""
    language_pairs: tuple[str, ...]
    systems: Mapping[str, tuple[int, ...]]
    """Judgments of each system by language pair, of judges who count, without repeats, gold and attention items."""
    judges: Mapping[str, JudgeFigures]
    """Those who are left out among them."""
    timing: Timing
    """Of judges who count."""
    bars: tuple[TimeBar, ...]
    """The distribution of the same times."""
    seconds: float
    """What all judges took together, also those who do not count: without screens that took too long."""
    answered: int
    """Judgments of judges who count, without repeats, gold and attention items."""
    a_day: float | None
    """How many of these came a day in the last week, or since the first; None where none came."""
    pace: Pace | None
    """How many of these came when; None where none came."""

    def cost(self, hourly_pay: float) -> float:
        """What the time of all judges costs."""
        return self.seconds / 3600 * hourly_pay

    def days_left(self, needed: int) -> float | None:
        """Until as many are answered, if judges go on as in the last week; None where nobody judged."""
        missing = max(0, needed - self.answered)
        return missing / self.a_day if self.a_day else None if missing else 0.0


def live_figures(
    heads: Heads,
    *,
    without: Collection[str] = (),
    longest_seconds: float | None = None,
    now: datetime | None = None,
    until: datetime | None = None,
    zone: tzinfo = UTC,
) -> LiveFigures:
    """Figures of the judgments that were collected; judges of `without` do not count.

    `now` ends the week of which it is counted how many came a day; None: the last judgment does. So does `until` what
    came day by day in the time zone.
    """
    rows = _Rows.of(heads, longest_seconds)
    kept = heads.of_others(without) & rows.latest
    seconds = heads["seconds"]
    edges = [step for step in _STEPS if longest_seconds is None or step < longest_seconds]
    of_bars, _ = np.histogram(seconds[kept & rows.timed], bins=[*edges, np.inf])
    sent = heads["sent"][kept & rows.ordinary]
    return LiveFigures(
        judgments=int(kept.sum()),
        language_pairs=rows.language_pairs,
        systems=_by_system(heads, rows, kept),
        judges=_by_judge(heads, rows),
        timing=timing_of(seconds[kept], longest_seconds),
        bars=tuple(
            TimeBar(low=low, high=high, screens=screens)
            for low, high, screens in zip(edges, [*edges[1:], None], of_bars.tolist(), strict=True)
        ),
        seconds=float(seconds[rows.latest & rows.timed].sum()),
        answered=int((kept & rows.ordinary).sum()),
        a_day=_a_day(sent, None if now is None else now.timestamp()),
        pace=pace_of(sent, zone=zone, until=until),
    )


def _a_day(sent: NDArray[np.float64], now: float | None) -> float | None:
    if not len(sent):
        return None
    end = float(sent.max()) if now is None else now
    days = min(_WEEK, max((end - float(sent.min())) / _DAY, _SHORTEST))
    return float((sent > end - days * _DAY - 1).sum()) / days or None


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the figures need to know of every judgment."""

    latest: NDArray[np.bool_]
    ordinary: NDArray[np.bool_]
    timed: NDArray[np.bool_]
    """Whether its time is known and not too long."""
    language_pairs: tuple[str, ...]
    pair: NDArray[np.int64]
    """The number of its language pair."""

    @classmethod
    def of(cls, heads: Heads, longest_seconds: float | None) -> _Rows:
        of_items = heads.language_pairs
        pairs = tuple(dict.fromkeys(of_items))
        numbers = {pair: number for number, pair in enumerate(pairs)}
        longest = np.inf if longest_seconds is None else longest_seconds
        return cls(
            heads.latest(),
            heads["control"] == CONTROLS.index(""),
            heads["seconds"] <= longest,  # not so where it is NaN
            pairs,
            np.array([numbers[each] for each in of_items], dtype=np.int64)[heads["item"]],
        )

    def table(self, numbers: NDArray[np.int32], judgments: NDArray[Any], height: int) -> list[list[int]]:
        """How often each number comes with each language pair; `judgments` are those that the numbers belong to."""
        width = len(self.language_pairs)
        cells = np.bincount(numbers * np.int64(width) + self.pair[judgments], minlength=height * width)
        table: list[list[int]] = cells.reshape(height, width).tolist()
        return table


def _by_system(heads: Heads, rows: _Rows, kept: NDArray[np.bool_]) -> dict[str, tuple[int, ...]]:
    counted = (kept & rows.ordinary)[heads.outputs["judgment"]]
    names = heads.systems.names
    table = rows.table(heads.outputs["system"][counted], heads.outputs["judgment"][counted], len(names))
    return {name: tuple(row) for name, row in sorted(zip(names, table, strict=True))}


def _by_judge(heads: Heads, rows: _Rows) -> dict[str, JudgeFigures]:
    judges, judge = heads.judges.names, heads["judge"]
    counted = np.flatnonzero(rows.latest & rows.ordinary)
    controls = np.bincount(judge[rows.latest & ~rows.ordinary], minlength=len(judges)).tolist()
    sent = np.zeros(len(judges))
    np.maximum.at(sent, judge, heads["sent"])
    timed = np.flatnonzero(rows.latest & rows.timed)
    order = timed[np.argsort(judge[timed], kind="stable")]
    ends = np.cumsum(np.bincount(judge[timed], minlength=len(judges)))
    times = np.split(heads["seconds"][order], ends[:-1])
    return {
        name: JudgeFigures(
            judgments=tuple(own),
            controls=controls[number],
            median_seconds=float(np.median(times[number])) if len(times[number]) else None,
            last_sent=float(sent[number]),
        )
        for number, (name, own) in enumerate(zip(judges, rows.table(judge[counted], counted, len(judges)), strict=True))
    }
