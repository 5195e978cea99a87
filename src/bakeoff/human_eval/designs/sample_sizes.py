"""How many judgments it takes to distinguish systems: what a pilot says, and what plans look like."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.counted_judgments import check_judgments, latest_answers
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.judgments import rows_by_group
from bakeoff.human_eval.analyses.options import GroupName
from bakeoff.human_eval.analyses.preferences.votes import majority_votes, votes_of
from bakeoff.human_eval.protocols.contract import Protocol, Settings
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.statistics import Interval, SimulatedPower, power_from_pilot
from bakeoff.statistics.inputs import one_of
from bakeoff.statistics.power.paired_power import MeanEffect, pairs_needed
from bakeoff.statistics.power.pilot_power import PilotTest

MOST_SEGMENTS = 100_000
PilotCorrection = Literal["bonferroni", "none"]
_GROUPS: tuple[GroupName, ...] = ("language_pair", "test_set")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotPlan:
    """Two systems of a pilot: their difference, and the segments and judgments that would show it."""

    group: Mapping[str, str]
    """Language pair and test set: systems of one name in two of them are not one system."""
    first: str
    second: str
    segments: int
    """Of the pilot, that both have."""
    judgments: int
    """Of the pilot on these segments: answers that graded one of the two, or compared them."""
    difference: float
    """Mean over these: grades, or wins less losses."""
    level: float
    """At which the pair is tested, after the correction."""
    power: SimulatedPower | None
    """With the fewest segments that have the wanted power; None where no number up to `MOST_SEGMENTS` has it."""

    @property
    def needed_segments(self) -> int | None:
        return None if self.power is None else self.power.n

    @property
    def needed_judgments(self) -> int | None:
        """For a number of segments, each judged as often as in the pilot."""
        return None if self.power is None else ceil(self.power.n * self.judgments / self.segments)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPlan:
    """What a number of judgments would show."""

    segments: int
    judgments: int
    """On average."""
    separated: float
    """The share of neighbouring pairs of systems whose better one is found significantly better."""
    interval: Interval
    """What this number of trials leaves open (Wilson's)."""
    wrong: float
    """The share of trials in which some system is found significantly better than one that is better in truth."""
    trials: int


def plan_by_pilot(
    judgments: Sequence[Judgment],
    *,
    protocol: str | None = None,
    settings: Settings | None = None,
    power: float = 0.8,
    level: float = 0.05,
    correction: PilotCorrection = "bonferroni",
    test: PilotTest = "randomization",
    trials: int = 1000,
    rng: np.random.Generator,
) -> tuple[PilotPlan, ...]:
    """Every two systems of the pilot that have common segments, and how many judgments a test of them would need.

    The best systems come first, and of two the better one; where fewer errors are better, that is the one with fewer.
    Language pairs and test sets are planned apart. Of answers given again the latest count, and where majorities do, so
    they do here. With the `correction` a pair is tested at the level over the number of pairs of its group; Holm's asks
    for no more. It takes the pilot for the truth: see `power_from_pilot` for what that promises.
    """
    one_of(correction, get_args(PilotCorrection), "the correction")
    check_judgments(judgments, protocol=protocol, settings=settings)
    used_protocol = find_protocol(protocol or judgments[0].protocol, settings)
    counted = latest_answers(judgment for judgment in judgments if judgment.systems)
    answers: Grades | Preferences | None = used_protocol.preferences(counted, of="systems")
    answers = used_protocol.grades(counted) if answers is None else answers
    if answers is None:
        raise InputError(expected="answers that grade or compare", found=f"those of {used_protocol.name}")
    plans = []
    for names, rows in rows_by_group(answers, _GROUPS):
        pairs = list(_pairs(answers.only(rows), used_protocol))
        of_pair = level / len(pairs) if pairs and correction == "bonferroni" else level
        plans += [
            PilotPlan(
                group=dict(zip(_GROUPS, names, strict=True)),
                first=pair.first,
                second=pair.second,
                segments=len(pair.differences),
                judgments=pair.judgments,
                difference=float(pair.differences.mean()),
                level=of_pair,
                power=_needed(pair.differences, power=power, level=of_pair, test=test, trials=trials, rng=rng),
            )
            for pair in pairs
        ]
    if not plans:
        raise InputError(expected="two systems that were judged on two segments or more", found="none")
    return tuple(plans)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairNeed:
    """Two systems that judgments so far do not distinguish, and how many would."""

    first: str
    second: str
    difference: float
    """Mean over the segments that both have: grades, or wins less losses."""
    judgments: int
    """So far, on these segments: answers that graded one of the two, or compared them."""
    needed: int | None
    """In all, so that a difference like this one is found; None where hardly any number would do."""

    @property
    def more(self) -> int | None:
        return None if self.needed is None else max(0, self.needed - self.judgments)


def judgments_to_settle(
    answers: Grades | Preferences,
    protocol: Protocol[Any],
    pairs: Collection[tuple[str, str]],
    *,
    power: float = 0.8,
    level: float = 0.05,
) -> tuple[PairNeed, ...]:
    """How many judgments would show which of two systems is better, if they differ as much as they seem to.

    By the normal distribution of mean differences over segments, each judged as often as so far: a quick answer while
    judgments come in, where `plan_by_pilot` tries the test itself. `answers` are those of one ranking; `level` is the
    one that each pair is tested at. Pairs without two common segments are left out.
    """
    wanted = {frozenset(pair) for pair in pairs}
    return tuple(_need(pair, power=power, level=level) for pair in _pairs(answers, protocol, wanted))


def _need(pair: _Pair, *, power: float, level: float) -> PairNeed:
    difference, deviation = float(pair.differences.mean()), float(pair.differences.std(ddof=1))
    needed = None
    if difference and deviation:
        effect = MeanEffect(abs(difference) / deviation, test="normal")
        with suppress(InputError):
            segments = pairs_needed(effect, power=power, level=level)
            needed = ceil(segments * pair.judgments / len(pair.differences))
    elif difference:
        needed = pair.judgments
    return PairNeed(
        first=pair.first, second=pair.second, difference=difference, judgments=pair.judgments, needed=needed
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """Two systems on the segments that both were judged on, at least two."""

    first: str
    second: str
    differences: Floats
    judgments: int


_Wanted = Collection[frozenset[str]]


def _pairs(answers: Grades | Preferences, protocol: Protocol[Any], wanted: _Wanted | None = None) -> Iterator[_Pair]:
    """The pairs that are wanted, or all of them."""
    if isinstance(answers, Grades):
        grades = standardise_by_judge(answers) if protocol.standardised else answers
        yield from _graded(
            grades.take(~grades.repeated), wanted, higher_is_better=protocol.is_better_higher(protocol.scores[0])
        )
    elif protocol.majority:
        yield from _compared(majority_votes(answers), votes_of(answers), wanted)
    else:
        counted = answers.take(answers.ordinary & ~answers.repeated)
        yield from _compared(counted, counted, wanted)


def _graded(grades: Grades, wanted: _Wanted | None, *, higher_is_better: bool) -> Iterator[_Pair]:
    scores, counted = segment_scores(grades), grades.take(grades.ordinary)
    table = scores.table()
    means = np.nansum(table, axis=1) / np.maximum((~np.isnan(table)).sum(axis=1), 1)
    for a, b in combinations(_best_first(scores.systems, means if higher_is_better else -means), 2):
        if wanted is not None and {scores.systems[a], scores.systems[b]} not in wanted:
            continue
        difference = table[a] - table[b]
        common = ~np.isnan(difference)
        if common.sum() > 1:
            own = ((counted.system == a) | (counted.system == b)) & common[counted.item]
            screens = len(np.unique(counted.judgment[own]))
            yield _Pair(scores.systems[a], scores.systems[b], difference[common], screens)


def _compared(preferences: Preferences, single: Preferences, wanted: _Wanted | None) -> Iterator[_Pair]:
    """From comparisons, and from the single answers that they come from."""
    size = len(preferences.systems)
    sums = np.bincount(preferences.first, weights=preferences.outcome, minlength=size)
    sums -= np.bincount(preferences.second, weights=preferences.outcome, minlength=size)
    met = np.bincount(preferences.first, minlength=size) + np.bincount(preferences.second, minlength=size)
    for a, b in combinations(_best_first(preferences.systems, sums / np.maximum(met, 1)), 2):
        if wanted is not None and {preferences.systems[a], preferences.systems[b]} not in wanted:
            continue
        sign = ((preferences.first == a) & (preferences.second == b)).astype(int)
        sign -= (preferences.first == b) & (preferences.second == a)
        rows = np.flatnonzero(sign)
        _, segment = np.unique(preferences.item[rows], return_inverse=True)
        won = np.bincount(segment, weights=(sign * preferences.outcome)[rows])
        means = won / np.maximum(np.bincount(segment), 1)
        if len(means) > 1:
            both = np.isin(single.first, (a, b)) & np.isin(single.second, (a, b))
            screens = len(np.unique(single.judgment[both]))
            yield _Pair(preferences.systems[a], preferences.systems[b], means, screens)


def _best_first(systems: Sequence[str], means: Floats) -> list[int]:
    """Numbers of systems by what they have on average; equal ones by name."""
    return sorted(range(len(systems)), key=lambda system: (-means[system], systems[system]))


def _needed(
    differences: Floats, *, power: float, level: float, test: PilotTest, trials: int, rng: np.random.Generator
) -> SimulatedPower | None:
    """The fewest segments with the power, to about a sixteenth; None where the most are too few."""

    def powered(n: int) -> SimulatedPower:
        return power_from_pilot(differences, n=n, test=test, trials=trials, level=level, rng=rng)

    low, high = 4, 8
    while (enough := powered(high)).power < power:
        if high >= MOST_SEGMENTS:
            return None
        low, high = high, min(2 * high, MOST_SEGMENTS)
    while high - low > max(1, high // 16):
        middle = (low + high) // 2
        tried = powered(middle)
        if tried.power >= power:
            high, enough = middle, tried
        else:
            low = middle
    return enough
