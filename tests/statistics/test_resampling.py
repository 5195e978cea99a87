import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.native import bootstrap_sums, coin_sums
from bakeoff.statistics import Measure, block_sums, measure, sampler
from bakeoff.statistics.resampling import Kind


def some_measures(rng: np.random.Generator, segments: int = 40) -> list[Measure]:
    ratio = Measure(rng.integers(0, 9, (3, segments, 2)).astype(float) + 1, lambda sums: sums[..., 0] / sums[..., 1])
    mean = measure(list(rng.normal(size=(3, segments))))
    return [ratio, mean]


@pytest.mark.parametrize("kind", ["bootstrap", "coins"])
def test_pieces_are_the_samples_of_each_measure_and_system(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    measures = some_measures(np.random.default_rng(1))
    draws = sampler(kind, measures, rng=np.random.default_rng(2))
    whole = [np.concatenate(parts, axis=2) for parts in zip(*(sums for _, sums in draws.pieces(100)), strict=True)]
    monkeypatch.setattr("bakeoff.statistics.resampling._LONGEST_PIECE", 7)
    cut = [np.concatenate(parts, axis=2) for parts in zip(*(sums for _, sums in draws.pieces(100)), strict=True)]
    kernel = {"bootstrap": bootstrap_sums, "coins": coin_sums}[kind]
    for one, sums, others in zip(measures, whole, cut, strict=True):
        assert np.array_equal(sums, others)
        for system in range(3):
            rows = np.ascontiguousarray(one.rows[system])
            assert np.array_equal(sums[system], kernel(rows, key=draws.key, first=0, samples=100))


@pytest.mark.parametrize("kind", ["bootstrap", "coins"])
def test_the_number_of_threads_changes_nothing(kind: Kind) -> None:
    measures = some_measures(np.random.default_rng(3))
    found = []
    for threads in (1, 2, 5):
        draws = sampler(kind, measures, rng=np.random.default_rng(4), threads=threads)
        found.append([sums for _, pieces in draws.pieces(50) for sums in pieces])
    for others in found[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(found[0], others, strict=True))


def test_blocks_are_drawn_in_one_piece() -> None:
    rows = np.arange(12.0).reshape(6, 2)
    blocks = np.array(["z", "x", "z", "z", "y", "x"])
    numbered = np.array([0, 1, 0, 0, 2, 1])
    one = Measure(rows[np.newaxis], lambda sums: sums[..., 0])
    drawn = sampler("bootstrap", [one], rng=np.random.default_rng(5), blocks=blocks)
    by_hand = sampler(
        "bootstrap", [Measure(block_sums(rows, numbered)[np.newaxis], one.score)], rng=np.random.default_rng(5)
    )
    assert drawn.units == by_hand.units == 3
    assert np.array_equal(next(drawn.pieces(30))[1][0], next(by_hand.pieces(30))[1][0])
    assert np.array_equal(drawn.left_out(rows), rows.sum(axis=0) - block_sums(rows, numbered))


def test_bootstrap_draws_each_row_once_on_average_and_coins_half_of_them() -> None:
    rows = np.eye(30)
    counts = bootstrap_sums(rows, key=1, first=0, samples=20_000).T
    assert (counts.sum(axis=1) == 30).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(30), abs=5 * np.sqrt(1 / 20_000))
    assert counts.var(axis=0) == pytest.approx(np.full(30, 29 / 30), abs=0.1)
    picked = coin_sums(rows, key=1, first=0, samples=20_000).T
    assert set(np.unique(picked)) == {0.0, 1.0}
    assert picked.mean(axis=0) == pytest.approx(np.full(30, 0.5), abs=5 * 0.5 / np.sqrt(20_000))
    assert np.asarray(np.corrcoef(picked.T))[~np.eye(30, dtype=bool)] == pytest.approx(
        np.zeros(870), abs=5 / np.sqrt(20_000)
    )


def test_systems_on_other_segments_are_refused() -> None:
    with pytest.raises(InputError, match="expected the same segments for all systems and metrics, found 2, 3 segments"):
        measure([[1.0, 2.0], [1.0, 2.0, 3.0]])
    with pytest.raises(InputError, match="the same segments"):
        sampler("coins", [measure([[1.0]]), measure([[1.0, 2.0]])], rng=np.random.default_rng(1))
    with pytest.raises(InputError, match="the block of each of 2 segments"):
        sampler("coins", [measure([[1.0, 2.0]])], rng=np.random.default_rng(1), blocks=[1])
    with pytest.raises(InputError, match="expected the same segments for all systems and metrics, found no system"):
        measure([])


def test_values_that_are_no_numbers_are_refused_with_their_place() -> None:
    with pytest.raises(InputError, match=r"expected finite numbers in system 1, found nan at 2 \(counted from 0\)"):
        measure([[1.0, 2.0, 3.0], [1.0, 2.0, float("nan")]])
    with pytest.raises(InputError, match="expected numbers in system 0"):
        measure([["a"]])
    with pytest.raises(InputError, match="system 0 of 2 dimensions, found 1"):
        measure([[1.0]], score=lambda sums: sums[..., 0])
