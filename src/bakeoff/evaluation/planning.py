"""How many segments it takes to tell systems apart: what a pilot says, and what plans look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.segment_scores import segment_scores
from bakeoff.human_eval.analyses.standardisation import standardise_by_judge
from bakeoff.human_eval.checking import check_judgments
from bakeoff.human_eval.contract import Settings
from bakeoff.human_eval.observations import Grades, Preferences
from bakeoff.human_eval.registry import find_protocol
from bakeoff.statistics import Interval, SimulatedPower, power_from_pilot
from bakeoff.statistics.pilot_power import PilotTest

MOST_SEGMENTS = 100_000
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotPlan:
    """Two systems of a pilot: their difference, and the segments that would show it."""

    first: str
    second: str
    segments: int
    """Of the pilot, that both have."""
    difference: float
    """Mean over these: grades, or wins less losses."""
    needed: int | None
    """Segments for the wanted power; None where no number up to `MOST_SEGMENTS` has it."""
    power: SimulatedPower | None
    """With so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPlan:
    """What so many judgments would show."""

    segments: int
    judgments: int
    """On average."""
    separated: float
    """The share of neighbouring systems of which the better is found significantly better."""
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
    test: PilotTest = "randomization",
    trials: int = 1000,
    rng: np.random.Generator,
) -> tuple[PilotPlan, ...]:
    """Every two systems of the pilot that have common segments, and how many segments a test of them would need.

    The best systems come first, and of two the better one; where fewer errors are better, that is the one with fewer.
    It takes the pilot for the truth: see `power_from_pilot` for what that promises.
    """
    check_judgments(judgments, protocol=protocol, settings=settings)
    found = find_protocol(protocol or judgments[0].protocol, settings)
    shown = [judgment for judgment in judgments if judgment.systems]
    answers: Grades | Preferences | None = found.preferences(shown, of="systems")
    if answers is None:
        grades = found.grades(shown)
        answers = standardise_by_judge(grades) if grades is not None and found.standardised else grades
    if answers is None:
        raise InputError(expected="answers that grade or compare", found=f"those of {found.name}")
    plans = []
    for first, second, differences in _differences(answers, higher_is_better=found.is_better_higher(found.scores[0])):
        needed = _needed(differences, power=power, level=level, test=test, trials=trials, rng=rng)
        plans.append(
            PilotPlan(
                first=first,
                second=second,
                segments=len(differences),
                difference=float(differences.mean()),
                needed=None if needed is None else needed.n,
                power=needed,
            )
        )
    if not plans:
        raise InputError(expected="two systems that were judged on two segments or more", found="none")
    return tuple(plans)


def _differences(answers: Grades | Preferences, *, higher_is_better: bool) -> Iterator[tuple[str, str, Floats]]:
    """Every two systems with the differences on their common segments, at least two of them; the best system first."""
    names = answers.systems
    order = _best_first(answers, higher_is_better=higher_is_better)
    if isinstance(answers, Grades):
        table = segment_scores(answers).table()
        for a, b in combinations(order, 2):
            difference = table[a] - table[b]
            difference = difference[~np.isnan(difference)]
            if len(difference) > 1:
                yield names[a], names[b], difference
        return
    counted = answers.take(answers.ordinary)
    for a, b in combinations(order, 2):
        sign = ((counted.first == a) & (counted.second == b)).astype(int)
        sign -= (counted.first == b) & (counted.second == a)
        rows = np.flatnonzero(sign)
        _, segment = np.unique(counted.item[rows], return_inverse=True)
        sums = np.bincount(segment, weights=(sign * counted.outcome)[rows])
        means = sums / np.maximum(np.bincount(segment), 1)
        if len(means) > 1:
            yield names[a], names[b], means


def _best_first(answers: Grades | Preferences, *, higher_is_better: bool) -> list[int]:
    """Numbers of systems by mean grade, or by wins less losses a comparison; equal ones by name."""
    if isinstance(answers, Grades):
        table = segment_scores(answers).table()
        known = ~np.isnan(table)
        means = np.nansum(table, axis=1) / np.maximum(known.sum(axis=1), 1) * (1 if higher_is_better else -1)
    else:
        counted = answers.take(answers.ordinary)
        size = len(answers.systems)
        sums = np.bincount(counted.first, weights=counted.outcome, minlength=size)
        sums -= np.bincount(counted.second, weights=counted.outcome, minlength=size)
        counts = np.bincount(counted.first, minlength=size) + np.bincount(counted.second, minlength=size)
        means = sums / np.maximum(counts, 1)
    return sorted(range(len(answers.systems)), key=lambda system: (-means[system], answers.systems[system]))


def _needed(
    differences: Floats, *, power: float, level: float, test: PilotTest, trials: int, rng: np.random.Generator
) -> SimulatedPower | None:
    """The fewest segments with the power, to about a sixteenth; None where the most are too few."""

    def powered(n: int) -> SimulatedPower:
        return power_from_pilot(differences, n=n, test=test, trials=trials, level=level, rng=rng)

    low, high = 4, 8
    while (found := powered(high)).power < power:
        if high >= MOST_SEGMENTS:
            return None
        low, high = high, min(2 * high, MOST_SEGMENTS)
    while high - low > max(1, high // 16):
        middle = (low + high) // 2
        tried = powered(middle)
        if tried.power >= power:
            high, found = middle, tried
        else:
            low = middle
    return found
