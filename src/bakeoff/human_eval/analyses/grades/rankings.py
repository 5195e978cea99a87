"""Systems ranked by grades: means or medians with intervals, pairs tested by the scores of their outputs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores, unit_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.grades.system_scores import SystemScore, score_systems
from bakeoff.human_eval.analyses.grades.system_tests import SystemTest, compare_systems
from bakeoff.human_eval.analyses.options import HumanAnalysis, chosen_test, counted_answers
from bakeoff.human_eval.analyses.results import (
    PairTable,
    SystemRanking,
    SystemRow,
    place_systems,
    without_diagonal,
)
from bakeoff.human_eval.protocols.observations import Floats, Grades, Unit
from bakeoff.statistics import Interval
from bakeoff.statistics.intervals import errors_to_ends


def rank_by_grades(
    grades: Grades, analysis: HumanAnalysis, *, score: str, standardised: bool, higher_is_better: bool
) -> SystemRanking:
    """By means or medians of grades, or of z-scores; a pair is tested by the scores of its outputs."""
    unit = analysis.unit or "segment"
    test = chosen_test(analysis, SystemTest, "rank-sum" if unit == "segment" else "randomization", "grades")
    by_median = score == "median"
    if by_median and analysis.interval == "normal":
        raise ExpressionError("medians have no normal interval: take the bootstrap.")
    # Z-scores are made of all grades of a judge, as WMT made them, before repeats are left out.
    used = counted_answers(standardise_by_judge(grades) if standardised else grades, analysis)
    outputs = segment_scores(used)
    rng = np.random.default_rng(analysis.seed)
    drawn = analysis.interval == "bootstrap" or (by_median and analysis.interval is None)
    scored = score_systems(
        used,
        ranked_by="median" if by_median else "mean",
        averaged=analysis.averaged,
        unit=unit,
        higher_is_better=higher_is_better,
        level=analysis.confidence,
        samples=analysis.samples if drawn else 0,
        rng=rng,
        segments=outputs,
    )
    compared = compare_systems(
        outputs,
        units=unit_scores(used, unit=unit, segments=outputs),
        test=test,
        sides=analysis.sides,
        level=analysis.level,
        correction=analysis.correction,
        higher_is_better=higher_is_better,
        trials=analysis.trials,
        rng=rng,
    )
    order = [compared.systems.index(each.system) for each in scored]
    differences = without_diagonal(compared.means[:, None] - compared.means[None, :])
    half = _errors_to_ends(compared.units, unit, analysis) * compared.errors
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
        least=compared.least,
        test=test,
        unit=unit,
        sides=compared.sides,
        correction=analysis.correction,
        level=analysis.level,
        marks=analysis.marks,
        confidence=analysis.confidence,
    ).in_order(order)
    others: dict[str, SystemScore] = {each.system: each for each in scored} if by_median else {}
    if standardised and not grades.standardised:
        raw = score_systems(
            counted_answers(grades, analysis), averaged=analysis.averaged, unit=unit, level=analysis.confidence
        )
        others = {each.system: each for each in raw}
    name = "raw mean" if standardised else "mean"
    given = _grades_given(counted_answers(grades, analysis))
    rows = []
    for each in scored:
        interval = each.median_interval if by_median else each.bootstrap if drawn else each.interval
        other = others.get(each.system)
        beside = {} if other is None else {name: (other.mean, _kept(other.interval, analysis))}
        value = each.median if by_median else each.mean
        kept = _kept(interval, analysis)
        counts = given.get(each.system, {})
        rows.append(SystemRow(each.system, value, kept, each.segments, each.judgments, beside, counts))
    return place_systems(rows, pairs, analysis.clusters)


def _grades_given(grades: Grades) -> dict[str, dict[float, int]]:
    """How often each system got each grade, the lowest first; nothing where only z-scores are known."""
    if grades.standardised:
        return {}
    counted = grades.take(grades.ordinary)
    given = {}
    for number in np.unique(counted.system).tolist():
        values, counts = np.unique(counted.value[counted.system == number], return_counts=True)
        given[grades.systems[number]] = dict(zip(values.tolist(), counts.tolist(), strict=True))
    return given


def _errors_to_ends(units: NDArray[np.int64], unit: Unit, analysis: HumanAnalysis) -> Floats:
    """Standard errors from the difference of every two systems to the ends of its interval; NaN for no interval."""
    fewest = np.minimum.outer(units, units)
    if analysis.interval == "none":
        return np.full(fewest.shape, np.nan)
    if unit == "segment":
        return np.full(fewest.shape, errors_to_ends(analysis.confidence))
    known = {size: errors_to_ends(analysis.confidence, freedom=max(1, size - 1)) for size in set(units.tolist())}
    return np.array([[known[size] for size in row] for row in fewest.tolist()])


def _kept(interval: Interval | None, analysis: HumanAnalysis) -> Interval | None:
    return None if analysis.interval == "none" else interval
