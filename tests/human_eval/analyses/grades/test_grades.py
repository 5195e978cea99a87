"""Scores, tests, agreement and times from grades."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.agreement.grades import grade_alpha, judge_kappas
from bakeoff.human_eval.analyses.agreement.inconsistency import (
    grader_inconsistency,
    intra_judge_kappas,
    repeated_grades,
)
from bakeoff.human_eval.analyses.agreement.mean_kappas import mean_kappa
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.analyses.grades.system_tests import compare_systems
from bakeoff.human_eval.analyses.timing import measure_times
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.statistics import KappaWeights, cohen_kappa, krippendorff_alpha
from tests.human_eval.small_grades import grades

TINY = [
    ("ann", "1", "a", 4),
    ("ann", "1", "b", 2),
    ("ann", "2", "a", 3),
    ("bob", "1", "a", 2),
    ("bob", "2", "b", 0),
    ("bob", "2", "b", 100, "attention"),
    ("bob", "3", "c", 100, "gold"),
]


def simulated(qualities: dict[str, float], *, segments: int, seed: int) -> Grades:
    """Three judges with ways of their own grade every output."""
    rng = np.random.default_rng(seed)
    ways = {"ann": (0, 1), "bob": (20, 0.5), "eve": (-10, 2)}
    return grades(
        (judge, str(segment), system, float(mild + width * (quality + rng.normal(0, 1))))
        for segment in range(segments)
        for system, quality in qualities.items()
        for judge, (mild, width) in ways.items()
    )


def test_segment_scores_are_means_without_controls() -> None:
    found = segment_scores(grades(TINY))
    assert found.judged == ("a", "b")
    assert found.of("a").tolist() == [3, 3]
    assert found.of("b").tolist() == [2, 0]
    assert found.judgments.tolist() == [2, 1, 1, 1]
    table = found.table()
    assert table[:2, :2].tolist() == [[3, 3], [2, 0]]
    assert np.isnan(table[2]).all()


def test_means_over_segments_and_over_grades() -> None:
    by_segments = {each.system: each for each in score_systems(grades(TINY))}
    assert (by_segments["a"].mean, by_segments["a"].median) == (3, 3)
    assert (by_segments["a"].segments, by_segments["a"].judgments) == (2, 3)
    rows = [*TINY[:3], ("bob", "1", "a", 1)]
    means = {way: score_systems(grades(rows), averaged=way)[0].mean for way in ("segments", "grades")}
    assert means == {"segments": 2.75, "grades": pytest.approx(8 / 3)}


def test_the_normal_interval_of_a_mean() -> None:
    values = [4, 2, 3, 1, 4]
    found = score_systems(grades(("ann", str(n), "a", value) for n, value in enumerate(values)))[0].interval
    half = 1.959963984540054 * float(np.std(values, ddof=1)) / math.sqrt(5)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(2.8 - half), pytest.approx(2.8 + half))
    assert score_systems(grades([("ann", "1", "a", 4)]))[0].interval is None


def test_intervals_cover_the_true_mean() -> None:
    """Of 200 campaigns 95 % are expected to cover; fewer than 90 % have a probability below .002."""
    covered = {"interval": 0, "bootstrap": 0}
    for seed in range(200):
        rng = np.random.default_rng(seed)
        rows = grades(("ann", str(n), "a", float(value)) for n, value in enumerate(rng.normal(50, 10, 60)))
        found = score_systems(rows, samples=300, rng=rng)[0]
        for kind in covered:
            interval = getattr(found, kind)
            covered[kind] += interval.low <= 50 <= interval.high
    assert all(count >= 180 for count in covered.values()), covered


def test_systems_are_ranked_by_mean_or_median_and_penalties_upside_down() -> None:
    rows = [("ann", str(n), "a", value) for n, value in enumerate([1, 1, 1, 9])]
    rows += [("ann", str(n), "b", 2) for n in range(4)]
    found = grades(rows)
    assert [each.system for each in score_systems(found)] == ["a", "b"]
    assert [each.system for each in score_systems(found, ranked_by="median")] == ["b", "a"]
    assert [each.system for each in score_systems(found, higher_is_better=False)] == ["b", "a"]


@pytest.mark.parametrize(
    "options",
    [{"samples": 10}, {"ranked_by": "mode"}, {"averaged": "screens"}],
)
def test_impossible_options_are_refused(options: Any) -> None:
    with pytest.raises(InputError):
        score_systems(grades(TINY), **options)


def test_z_scores_have_mean_0_and_deviation_1_for_each_judge() -> None:
    found = standardise_by_judge(simulated({"a": 1, "b": 0}, segments=30, seed=1))
    for judge in range(3):
        own = found.value[found.judge == judge]
        assert (own.mean(), own.std(ddof=1)) == (pytest.approx(0, abs=1e-12), pytest.approx(1))


def test_standardising_twice_changes_nothing() -> None:
    once = standardise_by_judge(simulated({"a": 1, "b": 0}, segments=30, seed=2))
    assert standardise_by_judge(once).value.tolist() == once.value.tolist()


def test_controls_count_for_the_mean_of_a_judge() -> None:
    found = standardise_by_judge(
        grades([("ann", "1", "a", 1), ("ann", "2", "a", 3), ("ann", "1", "a", 5, "attention")])
    )
    assert found.value.tolist() == [-1, 0, 1]


def test_judges_of_one_answer_get_0() -> None:
    rows = [("ann", "1", "a", 0.1), ("ann", "2", "a", 0.1), ("ann", "3", "a", 0.1), ("bob", "1", "a", 7)]
    assert standardise_by_judge(grades(rows)).value.tolist() == [0, 0, 0, 0]


def test_clusters_are_rarely_wrong() -> None:
    """Two equal systems above a third: a twentieth of 60 campaigns tells them apart by chance; over 9 have p < .002."""
    wrong = 0
    for seed in range(60):
        rows = standardise_by_judge(simulated({"x": 0, "y": 1, "z": 1}, segments=80, seed=seed))
        clusters = compare_systems(segment_scores(rows)).clusters
        assert clusters[-1] == ("x",)
        wrong += len(clusters) == 3
    assert wrong <= 9


def test_wins_clusters_and_ranges_of_clear_differences() -> None:
    rows = [
        ("ann", str(n), system, n + 100 * place) for n in range(30) for system, place in (("x", 0), ("y", 1), ("z", 1))
    ]
    found = compare_systems(segment_scores(grades(rows)))
    assert found.systems == ("y", "z", "x")
    assert found.clusters == (("y", "z"), ("x",))
    assert found.wins == (1, 1, 0)
    assert found.ranges == ((1, 2), (1, 2), (3, 3))
    assert (np.diag(found.p) == 1).all()


@pytest.mark.parametrize("test", ["rank-sum", "signed-rank", "randomization"])
def test_equal_systems_are_rarely_separated(test: Any) -> None:
    """At level .05 a twentieth of 200 campaigns is expected; fewer than 2 or more than 20 have p < .002."""
    rng = np.random.default_rng(4)
    found = 0
    for seed in range(200):
        scores = segment_scores(simulated({"x": 0, "y": 0}, segments=15, seed=seed))
        found += bool(compare_systems(scores, test=test, trials=300, rng=rng).beats.any())
    assert 2 <= found <= 20


def expected_of(test: str, left: Any, right: Any) -> float:
    """The two-sided p-value by SciPy."""
    if test == "rank-sum":
        return float(stats.mannwhitneyu(left, right, method="asymptotic").pvalue)
    if test == "signed-rank":
        return float(stats.wilcoxon(left, right, correction=True, method="approx").pvalue)
    return float(
        stats.permutation_test(
            (left, right), lambda a, b: a.mean() - b.mean(), permutation_type="samples", n_resamples=9999, rng=1
        ).pvalue
    )


@pytest.mark.parametrize("test", ["rank-sum", "signed-rank", "randomization"])
def test_p_values_are_two_sided_and_those_of_scipy(test: Any) -> None:
    scores = segment_scores(simulated({"x": 0, "y": 0.3, "z": 0.5}, segments=60, seed=8))
    found = compare_systems(scores, test=test, trials=9999, rng=np.random.default_rng(4))
    assert found.sides == "two-sided"
    assert (found.p == found.p.T).all()
    assert (found.corrected == found.corrected.T).all()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        left, right = (scores.of(found.systems[place]) for place in (i, j))
        expected = expected_of(test, left, right)
        assert found.p[i, j] == pytest.approx(expected, abs=0.02 if test == "randomization" else 1e-9)
        assert found.ahead[i, j] != found.ahead[j, i]


def test_one_sided_p_values_are_named_and_those_of_each_direction() -> None:
    scores = segment_scores(simulated({"x": 0, "y": 0.4}, segments=60, seed=8))
    two, one = compare_systems(scores), compare_systems(scores, sides="one-sided")
    assert (two.sides, one.sides) == ("two-sided", "one-sided")
    assert 2 * one.p[0, 1] == pytest.approx(two.p[0, 1])
    assert one.p[1, 0] > 0.5
    assert compare_systems(scores, test="rank-sum-wmt").p.tolist() == one.p.tolist()
    assert compare_systems(scores, test="rank-sum-wmt").sides == "one-sided"


def test_the_system_ahead_is_the_one_that_the_test_sees_better() -> None:
    """Ten slightly better outputs, and one that is far worse: ranks and means differ about who is ahead."""
    rows = [("ann", str(n), system, n + (system == "x")) for n in range(20) for system in "xy"]
    rows += [("ann", "20", "x", 0), ("ann", "20", "y", 99)]
    scores = segment_scores(grades(rows))
    by_ranks = compare_systems(scores, test="signed-rank")
    by_means = compare_systems(scores, test="randomization", trials=99, rng=np.random.default_rng(1))
    assert by_ranks.systems == by_means.systems == ("y", "x")
    assert by_ranks.beats.tolist() == [[False, False], [True, False]]
    assert by_means.ahead.tolist() == [[False, True], [False, False]]


def test_lower_penalties_win() -> None:
    scores = segment_scores(simulated({"x": 0, "y": 3}, segments=40, seed=5))
    assert compare_systems(scores).systems == ("y", "x")
    found = compare_systems(scores, higher_is_better=False)
    assert found.systems == ("x", "y")
    assert found.wins == (1, 0)


@pytest.mark.parametrize(("sides", "tests"), [("two-sided", 3), ("one-sided", 6)])
def test_corrections_are_over_all_pairs_and_one_sided_over_all_ordered_ones(sides: Any, tests: int) -> None:
    scores = segment_scores(simulated({"x": 0, "y": 0.2, "z": 0.4}, segments=40, seed=6))
    plain = compare_systems(scores, sides=sides)
    strict = compare_systems(scores, sides=sides, correction="bonferroni")
    off = ~np.eye(3, dtype=bool)
    assert strict.corrected[off].tolist() == np.minimum(1, plain.p[off] * tests).tolist()
    assert strict.p.tolist() == plain.p.tolist()


def test_pairs_need_common_segments() -> None:
    scores = segment_scores(grades([("ann", "1", "a", 1), ("ann", "2", "b", 2)]))
    with pytest.raises(InputError, match="segments that both b and a have grades of"):
        compare_systems(scores, test="signed-rank")
    with pytest.raises(InputError, match="rng"):
        compare_systems(scores, test="randomization")
    with pytest.raises(InputError, match="rank-sum"):
        compare_systems(scores, test="t")  # type: ignore[arg-type]


I05_TABLE_16 = {
    "adequacy": ([0.32, 0.32, 0.60], 0.41),
    "fluency": ([0.29, 0.30, 0.61], 0.40),
    "meaning": ([0.25, 0.24, 0.40], 0.30),
}


@pytest.mark.parametrize("protocol", I05_TABLE_16)
def test_grader_inconsistency_as_in_i05_table_16(protocol: str) -> None:
    """Judges who grade 100 outputs twice, as many of them one grade apart as the table says."""
    figures, average = I05_TABLE_16[protocol]
    rows = []
    for judge, figure in enumerate(figures):
        for output in range(100):
            second = 2 + (output < round(100 * figure))
            rows += [
                (f"grader {judge + 1}", str(output), "a", 2),
                (f"grader {judge + 1}", str(output), "a", second, "repeat"),
            ]
    found = grader_inconsistency(grades(rows))
    assert found.judges == {f"grader {n}": pytest.approx(figure) for n, figure in enumerate(figures, start=1)}
    assert round(found.average, 2) == average


def test_repeats_are_found_by_judge_and_output() -> None:
    rows = [
        ("ann", "1", "a", 1),
        ("bob", "1", "a", 5),
        ("ann", "1", "b", 9),
        ("ann", "1", "a", 3),
        ("ann", "1", "a", 2),
    ]
    found = repeated_grades(grades(rows))
    assert (found.first.tolist(), found.second.tolist()) == ([1, 1], [3, 2])
    with pytest.raises(InputError, match="graded twice"):
        grader_inconsistency(grades(TINY))


def test_intra_judge_kappa_is_that_of_first_and_second_grades() -> None:
    first, second = [1, 2, 3, 1, 2], [1, 2, 2, 1, 3]
    rows = [("ann", str(n), "a", value) for n, value in enumerate(first)]
    rows += [("ann", str(n), "a", value, "repeat") for n, value in enumerate(second)]  # type: ignore[misc]
    assert intra_judge_kappas(grades(rows)) == {"ann": cohen_kappa(first, second)}
    assert intra_judge_kappas(grades(rows), weights="linear") == {"ann": cohen_kappa(first, second, weights="linear")}


def test_kappas_of_judges_over_common_outputs() -> None:
    answers = {"ann": [1, 2, 3, 1, 2, 3], "bob": [1, 2, 2, 1, 3, None], "eve": [None, 2, 2, 1, 1, 3]}
    rows = [
        (judge, str(n), "a", value)
        for n in (3, 0, 5, 1, 4, 2)
        for judge in answers
        if (value := answers[judge][n]) is not None
    ]
    rows.append(("ann", "0", "a", 3))  # only the first answer counts
    found = {(each.first, each.second): each.agreement for each in judge_kappas(grades(rows), weights="quadratic")}
    assert found == {
        (one, two): cohen_kappa(answers[one], answers[two], weights="quadratic")
        for one, two in (("ann", "bob"), ("ann", "eve"), ("bob", "eve"))
    }
    assert len(judge_kappas(grades(rows), least=5)) == 2
    assert [each.first for each in judge_kappas(grades(rows), judges=["eve", "bob"])] == ["bob"]
    with pytest.raises(InputError, match="'zoe'"):
        judge_kappas(grades(rows), judges=["zoe"])
    alpha = krippendorff_alpha(list(zip(*answers.values(), strict=True)), measure="interval")
    assert grade_alpha(grades(rows)).value == pytest.approx(alpha.value)


def test_long_screens_are_counted_apart() -> None:
    seconds = [10, 20, 30, 300, 301, 5000]
    rows: list[tuple[Any, ...]] = [("ann", str(n), "a", 1, "", value) for n, value in enumerate(seconds)]
    rows += [("bob", "1", "a", 1), ("bob", "2", "a", 1, "gold", 4)]
    found = measure_times(grades(rows))
    assert (found.overall.screens, found.overall.too_long, found.overall.unknown) == (5, 2, 1)
    assert found.judges["ann"].mean == 90
    assert list(found.judges["ann"].quantiles) == [10, 17.5, 25, 97.5, 300]
    assert found.judges["bob"].mean == 4
    everything = measure_times(grades(rows), longest_seconds=None)
    assert (everything.judges["ann"].screens, everything.judges["ann"].too_long) == (6, 0)
    assert measure_times(grades([("bob", "1", "a", 1)])).overall.mean is None
    assert measure_times(grades([])).judges == {}


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_agreement_behind_the_mean_kappa_is_the_mean_of_all_pairs_of_judges(weights: KappaWeights | None) -> None:
    rng = np.random.default_rng(5)
    rows = [(judge, str(n), "a", int(rng.integers(1, 6))) for n in range(60) for judge in ("ann", "bob", "eve")]
    rows = [row for row in rows if row[0] != "eve" or int(row[1]) < 25]
    found = mean_kappa(grades(rows), weights=weights)
    assert found is not None
    answers = {judge: {row[1]: row[3] for row in rows if row[0] == judge} for judge in ("ann", "bob", "eve")}
    pairs = []
    for one, two in (("ann", "bob"), ("ann", "eve"), ("bob", "eve")):
        common = sorted(answers[one].keys() & answers[two].keys())
        pairs.append(cohen_kappa(*([answers[each][n] for n in common] for each in (one, two)), weights=weights))
    sizes = [each.n for each in pairs]
    for name in ("value", "observed", "expected"):
        mean = np.average([getattr(each, name) for each in pairs], weights=sizes)
        assert getattr(found, name) == pytest.approx(mean), name


def test_judges_who_know_one_grade_agree_always_and_by_chance() -> None:
    rows = [(judge, str(n), "a", 3) for n in range(4) for judge in ("ann", "bob")]
    for weights in (None, "linear", "quadratic"):
        found = mean_kappa(grades(rows), weights=weights)
        assert found is not None
        assert (found.value, found.observed, found.expected) == (None, 1, 1)
