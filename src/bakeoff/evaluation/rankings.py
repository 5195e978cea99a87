"""Systems ranked by grades, or by comparisons: scores with intervals, pairs, clusters, rank ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import NormalDist
from typing import Any, Literal, TypeVar, cast, get_args

import numpy as np

from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation.human_results import Floats, PairTable, RankedSystem
from bakeoff.evaluation.human_rules import BRADLEY_TERRY, TRUESKILL, TRUESKILL_WMT15, HumanAnalysis
from bakeoff.evaluation.inputs import checked_threads
from bakeoff.human_eval.analyses.head_to_head import HeadToHead, head_to_head
from bakeoff.human_eval.analyses.intervals import drawn_tables, scores_with_intervals, share_ends
from bakeoff.human_eval.analyses.scores import PREFERENCE_SCORES, PreferenceScore, strengths
from bakeoff.human_eval.analyses.segment_scores import segment_scores
from bakeoff.human_eval.analyses.significance import PreferenceTest, compare_pairs
from bakeoff.human_eval.analyses.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.system_comparisons import SystemTest, compare_systems
from bakeoff.human_eval.analyses.system_scores import SystemScore, score_systems
from bakeoff.human_eval.analyses.trueskill import TrueSkillRanking, rank_by_trueskill
from bakeoff.human_eval.analyses.votes import majority_votes, votes_of
from bakeoff.human_eval.observations import Grades, Preferences
from bakeoff.statistics import ClusterRule, Interval, RankRange, cluster_systems, rank_ranges

Answers = TypeVar("Answers", Grades, Preferences)
_BESIDE = ("better", "better-or-equal")
"""Scores that stand beside whichever ranks."""


@dataclass(frozen=True, slots=True, eq=False)
class SystemRanking:
    """Systems, best first, with the tests of all pairs."""

    systems: tuple[RankedSystem, ...]
    pairs: PairTable
    rule: ClusterRule | Literal["ranges"]
    votes: int | None = None
    """Answers that majorities were taken of, of each judge one."""


def rank_by_grades(
    grades: Grades, analysis: HumanAnalysis, *, score: str, standardised: bool, higher_is_better: bool
) -> SystemRanking:
    """By means or medians of grades, or of z-scores; a pair is tested by the scores of its outputs."""
    test = _test_of(analysis, SystemTest, "rank-sum", "grades")
    by_median = score == "median"
    if by_median and analysis.interval == "normal":
        raise ExpressionError("medians have no normal interval: take the bootstrap.")
    # Z-scores are made of all grades of a judge, as WMT made them, before repeats are left out.
    used = _counted(standardise_by_judge(grades) if standardised else grades, analysis)
    rng = np.random.default_rng(analysis.seed)
    drawn = analysis.interval == "bootstrap" or (by_median and analysis.interval is None)
    scored = score_systems(
        used,
        ranked_by="median" if by_median else "mean",
        averaged=analysis.averaged,
        higher_is_better=higher_is_better,
        level=analysis.confidence,
        samples=analysis.samples if drawn else 0,
        rng=rng,
    )
    compared = compare_systems(
        segment_scores(used),
        test=test,
        sides=analysis.sides,
        level=analysis.level,
        correction=analysis.correction,
        higher_is_better=higher_is_better,
        trials=analysis.trials,
        rng=rng,
    )
    order = [compared.systems.index(each.system) for each in scored]
    differences = _without_diagonal(compared.means[:, None] - compared.means[None, :])
    half = NormalDist().inv_cdf((1 + analysis.confidence) / 2) * compared.errors
    half = np.full_like(half, np.nan) if analysis.interval == "none" else half
    pairs = PairTable(
        systems=compared.systems,
        figure="differences",
        values=differences,
        low=differences - half,
        high=differences + half,
        p=compared.p,
        corrected=compared.corrected,
        ahead=compared.ahead,
        beats=compared.beats,
        test=test,
        sides=compared.sides,
        correction=analysis.correction,
        level=analysis.level,
        marks=analysis.marks,
        confidence=analysis.confidence,
    ).in_order(order)
    others: dict[str, SystemScore] = {each.system: each for each in scored} if by_median else {}
    if standardised and not grades.standardised:
        raw = score_systems(_counted(grades, analysis), averaged=analysis.averaged, level=analysis.confidence)
        others = {each.system: each for each in raw}
    name = "raw mean" if standardised else "mean"
    rows = []
    for each in scored:
        interval = each.median_interval if by_median else each.bootstrap if drawn else each.interval
        other = others.get(each.system)
        beside = {} if other is None else {name: (other.mean, _kept(other.interval, analysis))}
        value = each.median if by_median else each.mean
        rows.append(_Row(each.system, value, _kept(interval, analysis), each.segments, each.judgments, beside))
    return _placed(rows, pairs, analysis.clusters)


def rank_by_preferences(
    preferences: Preferences, analysis: HumanAnalysis, *, score: str, majority: bool
) -> SystemRanking:
    """By a score of comparisons; with `majority`, what most judges say of an item is one comparison."""
    # A repeat gives nobody a second vote: it is a vote only of who did not answer the first time.
    used = majority_votes(preferences) if majority else _counted(preferences, analysis)
    votes = len(votes_of(preferences)) if majority else None
    test = _test_of(analysis, PreferenceTest, "randomization", "comparisons")
    if analysis.sides == "one-sided":
        raise ExpressionError("one-sided tests are for grades: comparisons are tested two-sided.")
    rng = np.random.default_rng(analysis.seed)
    tests = compare_pairs(used, test=test, correction=analysis.correction, trials=analysis.trials, rng=rng)
    table = tests.table
    skills = _trueskill(used, analysis, score, rng) if score in (TRUESKILL, TRUESKILL_WMT15) else None
    drawn = _draws(used, analysis, rng)
    if skills is None:
        scores, intervals = _scored(used, analysis, score, drawn)
    else:
        scores, intervals = skills.scores, skills.intervals(level=analysis.confidence)
    order = sorted(range(len(table.systems)), key=lambda system: (-scores[system], table.systems[system]))
    shares = _without_diagonal(table.shares)
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
        test=test,
        sides="two-sided",
        dependent=tests.dependent,
        correction=analysis.correction,
        level=analysis.level,
        marks=analysis.marks,
        confidence=analysis.confidence,
    ).in_order(order)
    others = {name: _scored(used, analysis, name, drawn) for name in _BESIDE if name != score}
    segments = _segments_of(used)
    rows = [
        _Row(
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
        return replace(_placed(rows, pairs, analysis.clusters), votes=votes)
    ranges = [skills.ranges[system] for system in order]
    numbers = {system: number for number, cluster in enumerate(skills.clusters, start=1) for system in cluster}
    placed = _with_places(rows, pairs, "ranges", ranges, [numbers[system] for system in order])
    return replace(placed, votes=votes)


def _counted(answers: Answers, analysis: HumanAnalysis) -> Answers:
    """What scores are made of: without repeats, unless they are to count."""
    if analysis.repeats == "scores" or not answers.repeated.any():
        return answers
    kept = answers.only(~answers.repeated)
    if not len(kept):
        raise InputError(
            expected="answers that are not repeats",
            found=f"{len(answers):,} repeats alone",
            remedy="Let repeats count (--repeats scores).",
        )
    return kept


@dataclass(frozen=True, slots=True)
class _Row:
    """A system before its place is known."""

    system: str
    score: float
    interval: Interval | None
    segments: int
    judgments: int
    figures: Mapping[str, tuple[float, Interval | None]]


def _kept(interval: Interval | None, analysis: HumanAnalysis) -> Interval | None:
    return None if analysis.interval == "none" else interval


def _test_of(analysis: HumanAnalysis, kind: Any, usual: str, answers: str) -> Any:
    """The test asked for, or the usual one; an error where these answers have no such test."""
    if analysis.test is not None and analysis.test not in get_args(kind):
        raise ExpressionError(f"{answers} are tested by {', '.join(get_args(kind))}, not {analysis.test}.")
    return analysis.test or usual


def _threads(analysis: HumanAnalysis) -> int:
    return checked_threads(analysis.threads)


def _draws(preferences: Preferences, analysis: HumanAnalysis, rng: np.random.Generator) -> tuple[HeadToHead, ...]:
    """Tables of samples of segments, from which all intervals of one ranking come; none where there are to be none."""
    if analysis.interval == "normal":
        raise ExpressionError("scores of comparisons have no normal interval: take the bootstrap.")
    if analysis.interval == "none" or len(np.unique(preferences.item[preferences.ordinary])) < 2:
        return ()
    return drawn_tables(preferences, rng=rng, samples=analysis.samples, threads=_threads(analysis))


def _scored(
    preferences: Preferences, analysis: HumanAnalysis, score: str, drawn: Sequence[HeadToHead]
) -> tuple[Floats, list[Interval | None]]:
    function = _score_function(score, analysis)
    if not drawn:
        values = function(head_to_head(preferences))
        return values, [None] * len(values)
    found = scores_with_intervals(preferences, function, drawn, level=analysis.confidence)
    return np.array([each.value for each in found]), [each.interval for each in found]


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


def _without_diagonal(values: Floats) -> Floats:
    values = np.array(values, dtype=np.float64)
    np.fill_diagonal(values, np.nan)
    return values


def _placed(rows: Sequence[_Row], pairs: PairTable, rule: ClusterRule) -> SystemRanking:
    clusters = cluster_systems(pairs.beats, rule=rule)
    numbers = {place: number for number, cluster in enumerate(clusters, start=1) for place in cluster}
    return _with_places(rows, pairs, rule, rank_ranges(pairs.beats), [numbers[place] for place in range(len(rows))])


def _with_places(
    rows: Sequence[_Row],
    pairs: PairTable,
    rule: ClusterRule | Literal["ranges"],
    ranges: Sequence[RankRange],
    clusters: Sequence[int],
) -> SystemRanking:
    systems = tuple(
        RankedSystem(
            system=row.system,
            score=row.score,
            interval=row.interval,
            range=low_high,
            cluster=cluster,
            beats=beaten,
            segments=row.segments,
            judgments=row.judgments,
            figures={name: value for name, (value, _) in row.figures.items()},
            figure_intervals={name: around for name, (_, around) in row.figures.items() if around is not None},
        )
        for row, low_high, cluster, beaten in zip(rows, ranges, clusters, pairs.beats.sum(axis=1).tolist(), strict=True)
    )
    return SystemRanking(systems, pairs, rule)
