"""Clusters and rank ranges: by hand, by their definitions on random matrices, and as WMT published them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.statistics.clusters import cluster_systems, rank_ranges

pytestmark = pytest.mark.filterwarnings("error")


@st.composite
def matrices(draw: st.DrawFn) -> npt.NDArray[np.bool_]:
    """Who beats whom of up to seven systems; the better placed one beats more often."""
    n = draw(st.integers(1, 7))
    matrix = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1, n):
            winner = draw(st.sampled_from(["above", "above", "above", "none", "below"]))
            matrix[i, j], matrix[j, i] = winner == "above", winner == "below"
    return matrix


@given(matrices())
def test_strict_lines_part_systems_of_which_each_above_beats_each_below(beats: npt.NDArray[np.bool_]) -> None:
    clusters = cluster_systems(beats)
    assert [system for cluster in clusters for system in cluster] == list(range(len(beats)))
    lines = {cluster[-1] for cluster in clusters[:-1]}
    for after in range(len(beats) - 1):
        parts = all(beats[i, j] for i in range(after + 1) for j in range(after + 1, len(beats)))
        assert (after in lines) == parts


@given(matrices())
def test_lines_of_wmt_count_the_wins_of_the_system_above_them(beats: npt.NDArray[np.bool_]) -> None:
    clusters = cluster_systems(beats, rule="wmt")
    assert [system for cluster in clusters for system in cluster] == list(range(len(beats)))
    lines = {cluster[-1] for cluster in clusters[:-1]}
    for after in range(len(beats) - 1):
        assert (after in lines) == (sum(beats[after]) == len(beats) - 1 - after)


def test_rules_differ_where_a_better_placed_system_beats_less() -> None:
    beats = [[0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert cluster_systems(beats) == ((0, 1, 2, 3),)
    assert cluster_systems(beats, rule="wmt") == ((0, 1), (2, 3))


def test_rule_of_wmt_counts_wins_over_better_placed_systems_too() -> None:
    beats = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert cluster_systems(beats) == ((0, 1, 2),)
    assert cluster_systems(beats, rule="wmt") == ((0, 1), (2,))


@given(matrices(), st.integers(0, 99))
def test_rank_ranges_follow_their_systems(beats: npt.NDArray[np.bool_], seed: int) -> None:
    ranges = rank_ranges(beats)
    for system, (low, high) in enumerate(ranges):
        assert low == 1 + sum(beats[:, system])
        assert high == len(beats) - sum(beats[system])
        assert 1 <= low <= high <= len(beats)
    order = np.random.default_rng(seed).permutation(len(beats))
    assert rank_ranges(beats[np.ix_(order, order)]) == tuple(ranges[i] for i in order)


@given(matrices())
def test_a_rank_range_stays_within_its_strict_cluster(beats: npt.NDArray[np.bool_]) -> None:
    ranges = rank_ranges(beats)
    for cluster in cluster_systems(beats):
        assert all(cluster[0] + 1 <= ranges[i].low <= ranges[i].high <= cluster[-1] + 1 for i in cluster)


def test_extremes() -> None:
    assert cluster_systems(np.triu(np.ones((3, 3)), 1)) == ((0,), (1,), (2,))
    assert cluster_systems(np.zeros((3, 3))) == ((0, 1, 2),)
    assert rank_ranges(np.zeros((3, 3))) == ((1, 3),) * 3
    for rule in ("strict", "wmt"):
        assert cluster_systems([[False]], rule=rule) == ((0,),)
        assert cluster_systems(np.zeros((0, 0)), rule=rule) == ()
    assert rank_ranges(np.zeros((0, 0))) == ()


PUBLISHED = {"uk-en": "wmt22-uk-en", "xh-zu": "wmt21-flores-zu-xh", "zu-xh": "wmt21-flores-zu-xh"}


@pytest.mark.parametrize("pair", PUBLISHED)
def test_clusters_of_published_p_values_of_wmt(pair: str, data: Path) -> None:
    """Direct assessment: p-values of each system being better than each other, and the clusters made of them."""
    folder = data / PUBLISHED[pair] / "da"
    rows = (folder / f"adwilcox-{pair.replace('-', '')}.csv").read_text().split("\n")[1:]
    beats = np.array([[float(p) < 0.05 for p in row.split()[1:]] for row in rows if row.strip()])
    table = [line.split() for line in (folder / f"clusters-{pair}.csv").read_text().splitlines()[1:]]
    assert beats.sum(axis=1).tolist() == [int(row[2]) for row in table]
    ends = [int(row[5]) for row in table if row[6] == "True"]
    for rule in ("wmt", "strict"):
        assert [cluster[-1] + 1 for cluster in cluster_systems(beats, rule=rule)] == ends


@pytest.mark.parametrize(
    ("beats", "sentence"),
    [
        ([[0, 1, 0], [0, 0, 0]], "expected as many columns as rows in the matrix of who beats whom, found 2 × 3."),
        ([[1]], "expected of two systems at most one to beat the other, found system 0 beats itself."),
        ([[0, 1], [1, 0]], "expected of two systems at most one to beat the other, found 0 and 1 beat each other."),
        ([[0, 0.5], [0, 0]], "expected yes or no (1 or 0) in the matrix of who beats whom, found 0.5."),
        ([0, 1], "expected the matrix of who beats whom of 2 dimensions, found 1."),
    ],
    ids=["shape", "itself", "each-other", "half", "row"],
)
@pytest.mark.parametrize("function", [cluster_systems, rank_ranges])
def test_bad_input_is_named(function: Callable[..., Any], beats: list[int | list[float]], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        function(beats)
    assert str(error.value) == sentence


def test_unknown_rule_is_named() -> None:
    with pytest.raises(
        InputError, match="expected the rule of clusters to be one of strict, wmt, neighbours, found 'loose'"
    ):
        cluster_systems([[0]], rule="loose")  # type: ignore[arg-type]


def test_lines_stand_between_neighbours_of_which_one_beats_the_other_by_the_rule_of_iwslt() -> None:
    beats = [[0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert cluster_systems(beats, rule="neighbours") == ((0, 1), (2, 3))
    assert cluster_systems(beats, rule="strict") == ((0, 1, 2, 3),)
    assert cluster_systems([[0]], rule="neighbours") == ((0,),)
