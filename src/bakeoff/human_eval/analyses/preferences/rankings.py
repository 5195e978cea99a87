"""Systems ranked by comparisons: scores with intervals, pairs, clusters, rank ranges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np

from bakeoff.engine.threads import checked_threads
from bakeoff.errors import ExpressionError
from bakeoff.human_eval.analyses.options import (
    BRADLEY_TERRY,
    TRUESKILL,
    TRUESKILL_WMT15,
    HumanAnalysis,
    chosen_test,
    counted_answers,
)
from bakeoff.human_eval.analyses.preferences.pair_tests import PreferenceTest, compare_pairs
from bakeoff.human_eval.analyses.preferences.trueskill import TrueSkillRanking, rank_by_trueskill
from bakeoff.human_eval.analyses.preferences.votes import majority_votes, votes_of
from bakeoff.human_eval.analyses.preferences.win_scores import (
    PREFERENCE_SCORES,
    HeadToHead,
    PreferenceScore,
    drawn_tables,
    head_to_head,
    scores_with_intervals,
    share_ends,
    strengths,
)
from bakeoff.human_eval.analyses.results import (
    Floats,
    PairTable,
    SystemRanking,
    SystemRow,
    place_systems,
    with_places,
    without_diagonal,
)
from bakeoff.human_eval.protocols.observations import Preferences, Unit, unit_numbers
from bakeoff.statistics import Interval

_BESIDE = ("better", "better-or-equal")
"""Scores that are shown next to the one that ranks."""


def rank_by_preferences(
    preferences: Preferences, analysis: HumanAnalysis, *, score: str, majority: bool
) -> SystemRanking:
    """By a score of comparisons; with `majority`, what most judges say of an item is one comparison."""
    # A repeat gives nobody a second vote: it is a vote only of who did not answer the first time.
    used = majority_votes(preferences) if majority else counted_answers(preferences, analysis)
    votes = len(votes_of(preferences)) if majority else None
    unit = analysis.unit or "segment"
    test = chosen_test(analysis, PreferenceTest, "randomization", "comparisons")
    if analysis.sides == "one-sided":
        raise ExpressionError("one-sided tests are for grades: comparisons are tested two-sided.")
    rng = np.random.default_rng(analysis.seed)
    tests = compare_pairs(used, test=test, unit=unit, correction=analysis.correction, trials=analysis.trials, rng=rng)
    table = tests.table
    skills = _trueskill(used, analysis, score, rng) if score in (TRUESKILL, TRUESKILL_WMT15) else None
    drawn = _draws(used, analysis, unit, rng)
    if skills is None:
        scores, intervals = _scored(used, analysis, score, drawn)
    else:
        scores, intervals = skills.scores, skills.intervals(level=analysis.confidence)
    order = sorted(range(len(table.systems)), key=lambda system: (-scores[system], table.systems[system]))
    shares = without_diagonal(table.shares)
    low, high = share_ends(drawn, level=analysis.confidence) if drawn else (np.full_like(shares, np.nan),) * 2
    pairs = PairTable(
        systems=table.systems,
        figure="shares",
        values=shares,
        low=low,
        high=high,
        p=tests.p,
        corrected=tests.adjusted,
        ahead=tests.ahead,
        beats=tests.beats(analysis.level),
        least=tests.least,
        test=test,
        unit=unit,
        sides="two-sided",
        dependent=tests.dependent,
        correction=analysis.correction,
        level=analysis.level,
        marks=analysis.marks,
        confidence=analysis.confidence,
        wins=table.wins,
        ties=table.ties,
    ).in_order(order)
    others = {name: _scored(used, analysis, name, drawn) for name in _BESIDE if name != score}
    segments = _segments_of(used)
    rows = [
        SystemRow(
            table.systems[system],
            float(scores[system]),
            intervals[system],
            segments[system],
            int(table.judgments[system].sum()),
            {name: (float(values[system]), around[system]) for name, (values, around) in others.items()},
        )
        for system in order
    ]
    if skills is None:
        return replace(place_systems(rows, pairs, analysis.clusters), votes=votes)
    ranges = [skills.ranges[system] for system in order]
    numbers = {system: number for number, cluster in enumerate(skills.clusters, start=1) for system in cluster}
    placed = with_places(rows, pairs, "ranges", ranges, [numbers[system] for system in order])
    return replace(placed, votes=votes)


def _threads(analysis: HumanAnalysis) -> int:
    return checked_threads(analysis.threads)


def _draws(
    preferences: Preferences, analysis: HumanAnalysis, unit: Unit, rng: np.random.Generator
) -> tuple[HeadToHead, ...]:
    """Tables of samples of units, from which all intervals of one ranking come; none where there are to be none."""
    if analysis.interval == "normal":
        raise ExpressionError("scores of comparisons have no normal interval: take the bootstrap.")
    if analysis.interval == "none" or len(np.unique(unit_numbers(preferences, unit)[preferences.ordinary])) < 2:
        return ()
    return drawn_tables(preferences, rng=rng, unit=unit, samples=analysis.samples, threads=_threads(analysis))


def _scored(
    preferences: Preferences, analysis: HumanAnalysis, score: str, drawn: Sequence[HeadToHead]
) -> tuple[Floats, list[Interval | None]]:
    function = _score_function(score, analysis)
    if not drawn:
        values = function(head_to_head(preferences))
        return values, [None] * len(values)
    scored = scores_with_intervals(preferences, function, drawn, level=analysis.confidence)
    return np.array([each.value for each in scored]), [each.interval for each in scored]


def _score_function(score: str, analysis: HumanAnalysis) -> Callable[[HeadToHead], Floats]:
    if score == BRADLEY_TERRY:
        return partial(strengths, prior=analysis.prior)
    return PREFERENCE_SCORES[cast("PreferenceScore", score)]


def _trueskill(
    preferences: Preferences, analysis: HumanAnalysis, score: str, rng: np.random.Generator
) -> TrueSkillRanking:
    return rank_by_trueskill(
        preferences,
        rng=rng,
        runs=analysis.samples,
        level=analysis.confidence,
        resampled=score != TRUESKILL_WMT15,
        threads=_threads(analysis),
    )


def _segments_of(preferences: Preferences) -> list[int]:
    counted = preferences.take(preferences.ordinary)
    met = np.zeros((len(preferences.systems), len(preferences.items)), dtype=bool)
    met[counted.first, counted.item] = True
    met[counted.second, counted.item] = True
    counts: list[int] = met.sum(axis=1).tolist()
    return counts
