"""Intervals by drawing segments again: they are those of their definitions, and hold the truth as often as they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.agreement.grades import judge_kappas
from bakeoff.human_eval.analyses.agreement.inconsistency import grader_inconsistency, intra_judge_kappas
from bakeoff.human_eval.analyses.agreement.mean_kappas import mean_kappa
from bakeoff.human_eval.analyses.agreement.preferences import Between, preference_agreement
from bakeoff.human_eval.analyses.agreement.repeated_questions import UnitMeasure, repeated_units, unit_agreement
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.analyses.grades.system_tests import compare_systems
from bakeoff.human_eval.analyses.resampled_segments import drawn_scores, drawn_weights, interval_of, weighted_median
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.statistics import Interval, cohen_kappa, fleiss_kappa, krippendorff_alpha
from bakeoff.statistics.agreement.kappas import KappaWeights
from bakeoff.statistics.intervals import median_interval, percentile_interval
from tests.human_eval.judgments import drawn_rankings, preferences_of
from tests.human_eval.small_grades import grades

TRIALS = 200


def holds(share: float) -> bool:
    """Whether a share of 200 trials can be that of an interval of 95 %, bootstrap of few segments allowed for."""
    return 0.90 <= share <= 0.995


def graded(
    rng: np.random.Generator,
    *,
    segments: int = 40,
    judges: int = 3,
    difficulty: float = 8.0,
    noise: float = 4.0,
    systems: tuple[str, ...] = ("a",),
    repeats: bool = False,
) -> Grades:
    """Grades about 50 whose segments differ more than their judges do."""
    easy = rng.normal(0, difficulty, segments)
    times = ("", "repeat") if repeats else ("",)
    return grades(
        (f"judge{judge}", str(segment), system, float(50 + easy[segment] + rng.normal(0, noise)), control)
        for segment in range(segments)
        for judge in range(judges)
        for system in systems
        for control in times
    )


def test_weighted_medians_are_those_of_the_values_written_out() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        values = np.sort(rng.integers(0, 6, 7)).astype(float)
        weights = rng.integers(0, 3, 7).astype(float)
        if weights.sum():
            assert weighted_median(values, weights) == np.median(np.repeat(values, weights.astype(int)))
    assert np.isnan(weighted_median(values, np.zeros(7)))


def test_rows_of_a_segment_are_drawn_together() -> None:
    for weights in drawn_weights(np.array([5, 5, 9, 9, 9]), samples=20, rng=np.random.default_rng(1)):
        assert weights[0] == weights[1]
        assert weights[2] == weights[3] == weights[4]
        assert weights[0] + weights[2] == 2
    sums = drawn_scores(np.ones((30, 1)), lambda each: each[:, 0], samples=7, rng=np.random.default_rng(1))
    assert sums.tolist() == [30.0] * 7
    assert interval_of([np.nan, np.nan], level=0.9) is None


def test_the_interval_of_a_median_holds_the_truth_where_judges_share_segments() -> None:
    """Single grades taken for independent would hold it far less often: three of one segment say nearly the same."""
    rng = np.random.default_rng(2)
    held, naive = [], []
    for _ in range(TRIALS):
        rows = graded(rng)
        interval = score_systems(rows, ranked_by="median", samples=300, rng=rng)[0].median_interval
        held.append(interval.low <= 50 <= interval.high)
        alone = median_interval(rows.value)
        naive.append(alone.low <= 50 <= alone.high)
    assert holds(float(np.mean(held)))
    assert np.mean(naive) < 0.85


def test_the_interval_of_a_median_of_few_grades_is_between_grades() -> None:
    judgments = simulate_evaluation(
        find_protocol("dialog"), World(systems=2), Asking(segments=30, judgments=2), rng=np.random.default_rng(1)
    ).judgments
    (ranking,) = analyse_judgments(judgments, analysis=HumanAnalysis(samples=200)).rankings
    for each in ranking.systems:
        assert {each.interval.low % 0.25, each.interval.high % 0.25} == {0.0}
        assert each.interval.low <= each.score <= each.interval.high
        assert each.figure_intervals["mean"].low < each.figures["mean"] < each.figure_intervals["mean"].high


@pytest.mark.parametrize("kind", ["interval", "bootstrap"])
def test_means_over_single_grades_take_segments_for_the_units(kind: str) -> None:
    rng = np.random.default_rng(3)
    held = []
    for _ in range(TRIALS):
        found = score_systems(graded(rng), averaged="grades", samples=300, rng=rng)[0]
        interval = getattr(found, kind)
        held.append(interval.low <= 50 <= interval.high)
    assert holds(float(np.mean(held)))


def test_with_as_many_grades_of_every_segment_both_means_have_the_same_interval() -> None:
    rows = graded(np.random.default_rng(4))
    one, other = (score_systems(rows, averaged=way)[0].interval for way in ("segments", "grades"))
    assert (one.low, one.high) == (pytest.approx(other.low), pytest.approx(other.high))


def test_differences_of_systems_on_common_segments_are_narrower_and_hold_the_truth() -> None:
    rng = np.random.default_rng(5)
    held = []
    for _ in range(TRIALS):
        compared = compare_systems(segment_scores(graded(rng, systems=("a", "b"), judges=1)))
        difference = compared.means[0] - compared.means[1]
        held.append(abs(difference) <= 1.96 * compared.errors[0, 1])
        # Segments differ by 8, which both systems share; the difference has the noise of both alone.
        assert compared.errors[0, 1] < 2 * 4 * np.sqrt(2 / 40)
    assert holds(float(np.mean(held)))


def test_errors_of_differences_are_those_of_welch_without_common_segments() -> None:
    rng = np.random.default_rng(6)
    values = {"a": rng.normal(5, 1, 9), "b": rng.normal(4, 2, 14)}
    rows = grades((("j", f"{name}{n}", name, float(x)) for name, own in values.items() for n, x in enumerate(own)))
    compared = compare_systems(segment_scores(rows))
    expected = np.sqrt(sum(own.var(ddof=1) / len(own) for own in values.values()))
    assert compared.errors[0, 1] == pytest.approx(expected)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("between", ["judges", "own"])
@pytest.mark.parametrize("protocol", ["fluency", "direct"])
def test_mean_kappas_are_the_means_of_kappas(weights: KappaWeights | None, between: Between, protocol: str) -> None:
    asking = Asking(segments=30, judgments=3, repeats=0.2)
    simulated = simulate_evaluation(find_protocol(protocol), World(), asking, rng=np.random.default_rng(1))
    rows = find_protocol(protocol).grades(simulated.judgments)
    kappas = (
        [pair.agreement for pair in judge_kappas(rows, weights=weights)]
        if between == "judges"
        else list(intra_judge_kappas(rows, weights=weights).values())
    )
    known = [each for each in kappas if each.value is not None]
    found = mean_kappa(rows, between=between, weights=weights, samples=50, rng=np.random.default_rng(1))
    assert found.value == pytest.approx(sum(e.value * e.n for e in known) / sum(e.n for e in known))
    assert found.pairs == len(kappas)
    assert found.interval.low < found.value < found.interval.high


def test_samples_of_mean_kappas_are_those_of_rows_written_out() -> None:
    rng = np.random.default_rng(7)
    rows = grades((judge, str(n), "a", float(rng.integers(0, 4))) for n in range(12) for judge in ("x", "y"))
    drawn = []
    for weights in drawn_weights(np.arange(12), samples=40, rng=np.random.default_rng(9)):
        order = np.repeat(np.arange(12), weights.astype(int))
        first, second = (rows.value[rows.judge == judge][order].tolist() for judge in (0, 1))
        value = cohen_kappa(first, second, weights="linear").value
        drawn.append(np.nan if value is None else value)
    expected = percentile_interval(np.array(drawn)[~np.isnan(drawn)], level=0.95)
    found = mean_kappa(rows, weights="linear", samples=40, rng=np.random.default_rng(9)).interval
    assert (found.low, found.high) == (pytest.approx(expected.low), pytest.approx(expected.high))


@pytest.mark.parametrize(
    ("measure", "statistic"),
    [
        ("fleiss", fleiss_kappa),
        ("alpha-nominal", krippendorff_alpha),
        ("alpha-interval", lambda rows: krippendorff_alpha(rows, measure="interval")),
    ],
)
def test_samples_of_agreement_are_those_of_rows_written_out(
    measure: UnitMeasure, statistic: Callable[..., Any]
) -> None:
    rng = np.random.default_rng(8)
    rows = grades((judge, str(n), "a", float(rng.integers(0, 4))) for n in range(15) for judge in ("x", "y", "z"))
    units = repeated_units(rows, "judges")
    answers = units.rows()
    generator = np.random.default_rng(9)
    drawn = [statistic([answers[k] for k in generator.integers(15, size=15)]).value for _ in range(60)]
    expected = percentile_interval(np.array([each for each in drawn if each is not None]), level=0.95)
    found = unit_agreement(units, measure, samples=60, rng=np.random.default_rng(9))
    assert found.value == statistic(answers).value
    assert (found.interval.low, found.interval.high) == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_samples_of_own_chances_are_those_of_segments_written_out() -> None:
    """Cohen's chance comes from the sample, too."""
    judgments = drawn_rankings(np.random.default_rng(5), screens=40, segments=6)
    preferences = preferences_of(*judgments)
    drawn = []
    for weights in drawn_weights(np.arange(len(preferences.items)), samples=25, rng=np.random.default_rng(9)):
        parts = [
            preferences.take(preferences.item == item) for item, times in enumerate(weights) for _ in range(int(times))
        ]
        columns = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("judge", "judgment", "control", "seconds", "first", "second", "outcome")
        }
        # A segment drawn twice is two segments.
        items = np.concatenate([np.full(len(part), number, dtype=np.int32) for number, part in enumerate(parts)])
        written = type(preferences)(
            systems=preferences.systems,
            judges=preferences.judges,
            items=tuple(("", "", "", str(number)) for number in range(len(parts))),
            item=items,
            **columns,
        )
        drawn.append(preference_agreement(written, chance="cohen").value)
    expected = percentile_interval(np.array(drawn), level=0.95)
    found = preference_agreement(preferences, chance="cohen", samples=25, rng=np.random.default_rng(9)).interval
    assert (found.low, found.high) == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_the_interval_of_inconsistency_holds_the_truth() -> None:
    """Of two normal grades of deviation s the mean difference is 2s/√π."""
    rng = np.random.default_rng(10)
    held = []
    for _ in range(TRIALS):
        found = grader_inconsistency(graded(rng, repeats=True), samples=300, rng=rng)
        truth = 2 * 4.0 / np.sqrt(np.pi)
        held.append(found.interval.low <= truth <= found.interval.high)
        assert found.judge_intervals.keys() == found.judges.keys()
    assert holds(float(np.mean(held)))


def test_judges_with_one_repeat_have_no_interval_of_their_own() -> None:
    rows = [("ann", str(n), "a", 1, control) for n in range(3) for control in ("", "repeat")]
    rows += [("bob", "1", "a", 2, ""), ("bob", "1", "a", 3, "repeat")]
    found = grader_inconsistency(grades(rows), samples=50, rng=np.random.default_rng(1))
    assert found.judges == {"ann": 0, "bob": 1}
    assert set(found.judge_intervals) == {"ann"}


def test_order_statistics_hold_the_median_at_least_as_often_as_they_say() -> None:
    rng = np.random.default_rng(11)
    for size in (6, 15, 60):
        drawn = rng.exponential(1, (2000, size))
        intervals = [median_interval(each) for each in drawn]
        share = np.mean([each.low <= np.log(2) <= each.high for each in intervals])
        assert share >= 0.94
    assert median_interval(np.arange(1.0, 11.0)) == Interval(2.0, 9.0)
    assert median_interval(np.arange(5.0)) is None
