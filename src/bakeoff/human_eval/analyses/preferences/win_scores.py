"""How often each system was judged better than each other one: counted, scored as in the WMT campaigns, drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff import native
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.bradley_terry import bradley_terry
from bakeoff.human_eval.protocols.observations import BETTER, TIED, WORSE, Floats, Preferences, unit_numbers
from bakeoff.statistics import BootstrapResult, share_better, share_not_worse
from bakeoff.statistics.inputs import one_of, positive, share
from bakeoff.statistics.intervals import percentile_interval

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """Comparisons of systems, counted."""

    systems: tuple[str, ...]
    wins: Counts
    """`wins[i, j]`: how often system i was better than system j."""
    ties: Counts
    """`ties[i, j]`: how often neither was; the same for j, i."""

    @property
    def judgments(self) -> Counts:
        """Comparisons of each pair."""
        total: Counts = self.wins + self.wins.T + self.ties
        return total

    @property
    def shares(self) -> Floats:
        """Shares of the comparisons of a pair that the system of the row won; NaN where a pair was never compared."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.wins / self.judgments)


def head_to_head(preferences: Preferences) -> HeadToHead:
    """Wins and ties of every pair of systems. Gold and attention items do not count."""
    counted = preferences.take(preferences.ordinary)
    return table_of(preferences.systems, np.bincount(cells_of(counted), minlength=2 * len(preferences.systems) ** 2))


def cells_of(preferences: Preferences) -> NDArray[np.int32]:
    """For each comparison the cell that it counts in: of S × S wins by winner and loser, then of S × S ties."""
    size = len(preferences.systems)
    first, second = preferences.first, preferences.second
    cells = np.select(
        [preferences.outcome == BETTER, preferences.outcome == WORSE, preferences.outcome == TIED],
        [first * size + second, second * size + first, (size + first) * size + second],
    )
    return cells.astype(np.int32)


def table_of(systems: tuple[str, ...], counts: Counts) -> HeadToHead:
    """The table from how often each of the cells was met."""
    size = len(systems)
    wins, ties = counts.reshape(2, size, size)
    return HeadToHead(systems, wins, ties + ties.T)


Over = Literal["judgments", "systems"]
"""What shares are averaged over: all comparisons of a system, or its opponents."""
PreferenceScore = Literal["better", "better-or-equal", "wins", "expected-wins", "bradley-terry"]


def better(table: HeadToHead, *, over: Over = "judgments") -> Floats:
    """`> others`: the share of comparisons in which a system was better. From 0 to 1; see `share_better`.

    Sources: W08, section 3.1 (over judgments); I12, appendix B.4 (over systems).
    """
    return share_better(_met(table.shares), judgments=_weights(table, over))


def better_or_equal(table: HeadToHead, *, over: Over = "judgments") -> Floats:
    """`≥ others`: the share of comparisons in which a system was better or equal. From 0 to 1; see `share_not_worse`.

    Sources: as for `better`; the official score of WMT 2008 to 2011.
    """
    return share_not_worse(_met(table.shares), judgments=_weights(table, over))


def wins(table: HeadToHead) -> Floats:
    """Wins / (wins + losses), ties left out: from 0 to 1. The official score of WMT 2012.

    Sources: O. Bojar et al. 2011, A grain of salt for the WMT manual evaluation; Callison-Burch et al. 2012, Findings.
    """
    won, lost = table.wins.sum(axis=1), table.wins.sum(axis=0)
    _check_decided(table, won + lost > 0)
    return np.asarray(won / (won + lost))


def expected_wins(table: HeadToHead) -> Floats:
    """The chance of winning against an opponent drawn at random: the mean over the others of wins / (wins + losses).

    From 0 to 1. Opponents with whom nothing was decided are left out. The official score of WMT 2013.
    Source: P. Koehn 2012, Simulating human judgment in machine translation evaluation campaigns.
    """
    decided = table.wins + table.wins.T
    np.fill_diagonal(decided, 0)
    _check_decided(table, decided.sum(axis=1) > 0)
    shares = np.divide(table.wins, decided, out=np.zeros(decided.shape), where=decided > 0)
    return np.asarray(shares.sum(axis=1) / (decided > 0).sum(axis=1))


def strengths(table: HeadToHead, *, prior: float = 0.0) -> Floats:
    """The logarithm of the strength by the model of Bradley and Terry; see `bradley_terry`."""
    return bradley_terry(table, prior=prior).strengths


PREFERENCE_SCORES: Mapping[PreferenceScore, Callable[[HeadToHead], Floats]] = MappingProxyType(
    {
        "better": better,
        "better-or-equal": better_or_equal,
        "wins": wins,
        "expected-wins": expected_wins,
        "bradley-terry": strengths,
    }
)
"""Scores by name; for all of them higher is better."""


def _weights(table: HeadToHead, over: Over) -> Floats:
    one_of(over, get_args(Over), "over")
    judgments = table.judgments.astype(np.float64)
    return judgments if over == "judgments" else (judgments > 0).astype(np.float64)


def _met(shares: Floats) -> Floats:
    return np.nan_to_num(shares)


def _check_decided(table: HeadToHead, decided: np.ndarray) -> None:
    if not decided.all():
        name = table.systems[int(np.argmin(decided))]
        raise InputError(expected="a win or a loss of every system", found=f"none of {name}")


DrawnUnit = Literal["segment", "document", "judgment", "judge"]


def bootstrap_preferences(
    preferences: Preferences,
    score: Callable[[HeadToHead], Floats],
    *,
    rng: np.random.Generator,
    unit: DrawnUnit = "segment",
    samples: int = 1000,
    level: float = 0.95,
    threads: int = 1,
) -> tuple[BootstrapResult, ...]:
    """The score of every system with mean, deviation and interval over samples of segments (or of other units).

    A unit is drawn with all its comparisons, so that those of one screen stay together. The interval is that of the
    percentiles. Samples that have no score (Bradley and Terry's may not exist) are left out; where none has one, or
    there are fewer than two units, InputError. Source: Efron and Tibshirani 1993, An introduction to the bootstrap.
    """
    tables = drawn_tables(preferences, rng=rng, unit=unit, samples=samples, threads=threads)
    return scores_with_intervals(preferences, score, tables, level=level)


def drawn_tables(
    preferences: Preferences,
    *,
    rng: np.random.Generator,
    unit: DrawnUnit = "segment",
    samples: int = 1000,
    threads: int = 1,
) -> tuple[HeadToHead, ...]:
    """The table of every sample; all scores can be taken from the same ones."""
    one_of(unit, get_args(DrawnUnit), "unit")
    starts, cells = _grouped(preferences.take(preferences.ordinary), unit)
    counts = native.resampled_counts(
        starts,
        cells,
        columns=2 * len(preferences.systems) ** 2,
        key=int(rng.integers(1 << 63)),
        first=0,
        samples=positive(samples, "number of samples"),
        threads=threads,
    )
    return tuple(table_of(preferences.systems, each) for each in counts)


def scores_with_intervals(
    preferences: Preferences,
    score: Callable[[HeadToHead], Floats],
    tables: Iterable[HeadToHead],
    *,
    level: float = 0.95,
) -> tuple[BootstrapResult, ...]:
    """The score of every system with what the tables of samples say about it; see `bootstrap_preferences`."""
    share(level, "level")
    values = score(head_to_head(preferences))
    drawn = [scored for each in tables if (scored := _scored(score, each)) is not None]
    if not drawn:
        raise InputError(expected="samples that have a score", found="none", remedy="Collect more judgments.")
    return tuple(
        BootstrapResult(float(value), float(row.mean()), float(row.std()), percentile_interval(row, level=level), row)
        for value, row in zip(values, np.array(drawn).T, strict=True)
    )


def share_ends(tables: Sequence[HeadToHead], *, level: float = 0.95) -> tuple[Floats, Floats]:
    """Lower and upper ends of the intervals of all shares of wins (systems × systems); NaN where two never met."""
    share(level, "level")
    drawn = np.array([each.shares for each in tables])
    known = ~np.isnan(drawn)
    ends = np.full((2, *known.shape[1:]), np.nan)
    always, sometimes = known.all(axis=0), known.any(axis=0)
    # The quantile that passes over what is not known is a hundred times slower.
    for pairs, quantile in ((always, np.quantile), (sometimes & ~always, np.nanquantile)):
        if pairs.any():
            ends[:, pairs] = quantile(drawn[:, pairs], [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ends[0], ends[1]


def _grouped(preferences: Preferences, unit: DrawnUnit) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The cells of all comparisons unit by unit, and where each unit starts."""
    column = preferences.judgment if unit == "judgment" else unit_numbers(preferences, unit)
    order = np.argsort(column, kind="stable")
    _, sizes = np.unique(column, return_counts=True)
    if len(sizes) < 2:
        raise InputError(expected=f"at least two {unit}s to draw from", found=str(len(sizes)))
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), np.ascontiguousarray(cells_of(preferences)[order])


def _scored(score: Callable[[HeadToHead], Floats], table: HeadToHead) -> Floats | None:
    try:
        return score(table)
    except InputError:  # a system was not drawn, or won always
        return None
