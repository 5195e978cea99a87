import math
from typing import Any

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.trueskill import rank_by_trueskill, rank_runs
from bakeoff.statistics import RankRange
from tests.human_eval.judgments import drawn_rankings, pairwise, preferences_of


def test_clear_differences_are_ranked_in_clusters_of_one() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(1), screens=400, noise=0.8))
    found = rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=200)
    assert [found.systems[s] for s in found.order] == ["s0", "s1", "s2", "s3", "s4"]
    assert [len(cluster) for cluster in found.clusters] == [1] * 5
    assert [found.ranges[s] for s in found.order] == [RankRange(n, n) for n in range(1, 6)]
    assert found.scores.tolist() == found.runs.mean(axis=0).tolist()


def test_equal_systems_share_a_cluster() -> None:
    rng = np.random.default_rng(2)
    rows = [pairwise("x", str(n), rng.permutation(list("abc"))[:2], "first") for n in range(600)]
    found = rank_by_trueskill(preferences_of(*rows), rng=np.random.default_rng(1), runs=200)
    assert [sorted(cluster) for cluster in found.clusters] == [[0, 1, 2]]
    assert all(width.low < width.high for width in found.ranges)


def test_runs_are_the_same_for_the_same_seed_on_any_number_of_threads() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(1), screens=50))
    one, two = (
        rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=20, threads=threads) for threads in (1, 2)
    )
    assert one.runs.tolist() == two.runs.tolist()


def test_without_resampling_every_run_takes_all_comparisons() -> None:
    # Each comparison drawn in a run has the variance of an outcome; a sample of them first adds as much again.
    rng = np.random.default_rng(4)
    rows = [pairwise("x", str(n), "ab", "first" if rng.random() < 0.6 else "second") for n in range(300)]
    preferences = preferences_of(*rows)
    spreads = {}
    for resampled in (True, False):
        found = rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=4000, resampled=resampled)
        assert found.resampled == resampled
        spreads[resampled] = found.runs[:, 0].var()
    assert spreads[True] / spreads[False] == pytest.approx(2, rel=0.1)


def test_without_resampling_a_single_comparison_is_in_every_run() -> None:
    # Three systems of which two met once: a sample leaves that comparison out in every third run (1/e).
    rows = [pairwise("x", str(n), "ab", "tie") for n in range(80)]
    preferences = preferences_of(pairwise("x", "once", "bc", "first"), *rows)
    runs = {
        resampled: rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=400, resampled=resampled).runs
        for resampled in (True, False)
    }
    third = preferences.systems.index("c")
    assert (runs[True][:, third] == 0).mean() == pytest.approx(math.exp(-1), abs=0.07)
    assert (runs[False][:, third] < 0).all()


def test_runs_over_all_comparisons_are_no_intervals() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(1), screens=50))
    given = rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=40, resampled=False)
    assert given.intervals(level=0.95) == [None] * 5
    drawn = rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=40)
    for score, around in zip(drawn.scores, drawn.intervals(level=0.95), strict=True):
        assert around.low < score < around.high


def test_ranges_leave_out_the_tails() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(3), screens=60, noise=3.0))
    found = rank_by_trueskill(preferences, rng=np.random.default_rng(1), runs=400, level=0.9)
    ranks = 1 + np.argsort(np.argsort(-found.runs, axis=1), axis=1)
    for system, bounds in enumerate(found.ranges):
        assert (ranks[:, system] < bounds.low).mean() <= 0.05
        assert (ranks[:, system] <= bounds.low).mean() > 0.05
        assert (ranks[:, system] > bounds.high).mean() <= 0.05


@pytest.mark.parametrize(
    ("runs", "left_out"),
    [(1, 0), (2, 0), (3, 1), (40, 1), (41, 2), (100, 3), (999, 25), (1000, 25), (1001, 26)],
)
def test_tails_are_rounded_up_but_never_all_runs(runs: int, left_out: int) -> None:
    # A system of fixed skill 0 and another that is above it in the first `better` runs alone.
    def worst_of_the_first(better: int) -> int:
        skills = np.stack([np.zeros(runs), np.where(np.arange(runs) < better, 1.0, -1.0)], axis=1)
        return rank_runs(("a", "b"), skills).ranges[0].high

    assert worst_of_the_first(left_out) == 1
    assert worst_of_the_first(left_out + 1) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1}, "level between 0 and 1"),
        ({"tie_probability": 0}, "tie_probability between 0 and 1"),
        ({"prior_deviation": 0}, "a prior deviation above 0"),
        ({"runs": 0}, "number of runs of 1 or more"),
    ],
)
def test_senseless_options_are_refused(options: dict[str, Any], message: str) -> None:
    preferences = preferences_of(pairwise("x", "1", "ab", "first"))
    with pytest.raises(InputError, match=message):
        rank_by_trueskill(preferences, rng=np.random.default_rng(1), **options)


def test_nothing_to_compare_is_an_error() -> None:
    preferences = preferences_of(pairwise("x", "1", "ab", "first", control="gold"))
    with pytest.raises(InputError, match="comparisons of systems, found none"):
        rank_by_trueskill(preferences, rng=np.random.default_rng(1))
