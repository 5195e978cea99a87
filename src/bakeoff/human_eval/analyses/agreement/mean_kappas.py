"""Cohen's kappa of many pairs of judges, or of many judges with themselves, as one figure with an interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.agreement.grades import first_grades, grades_side_by_side
from bakeoff.human_eval.analyses.agreement.inconsistency import repeated_grades
from bakeoff.human_eval.analyses.agreement.preferences import Between
from bakeoff.human_eval.analyses.resampled_segments import drawn_weights, interval_of
from bakeoff.human_eval.protocols.observations import Floats, Grades
from bakeoff.statistics import Interval, KappaWeights


@dataclass(frozen=True, slots=True)
class MeanKappa:
    """The mean of kappas, each counting by the outputs that it is over."""

    value: float | None
    """None where chance alone explains every one of them."""
    observed: float
    """P(A): the share of outputs given the same grade twice; with weights, what grades agree in part."""
    expected: float
    """P(E), the mean of those of all pairs, which count as their kappas do."""
    pairs: int
    """Pairs of judges; judges, where it is that of judges with themselves."""
    interval: Interval | None = None


def mean_kappa(
    grades: Grades,
    *,
    between: Between = "judges",
    weights: KappaWeights | None = None,
    samples: int = 0,
    level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> MeanKappa | None:
    """Cohen's kappa, perhaps weighted, of every two judges over the outputs that both graded, or of first and later
    grades of each; their mean. None where nothing was graded twice.

    With `samples` and `rng` an interval: segments are drawn again, each with all its grades, and the shares by which
    judges would agree by chance come from the sample, too. Kappas that a sample leaves undefined are left out of it.
    """
    rows = _between_judges(grades) if between == "judges" else _own(grades)
    if not len(rows.pair):
        return None
    table = _Kappas.of(rows, weights)
    every = np.ones(len(rows.pair))
    value = table.mean(every)
    observed, expected = table.shares(every)
    interval = None
    if samples and rng is not None and len(np.unique(rows.segment)) > 1:
        drawn = drawn_weights(rows.segment, samples=samples, rng=rng)
        interval = interval_of((table.mean(each) for each in drawn), level=level)
    known = None if value != value else value  # noqa: PLR0124 -- NaN
    return MeanKappa(known, observed, expected, int(rows.pair[-1]) + 1, interval)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Two grades of one output, row by row; pairs of judges from 0 in ascending order."""

    pair: NDArray[np.int64]
    segment: NDArray[np.int64]
    first: Floats
    second: Floats

    @classmethod
    def of(cls, pair: NDArray[np.int64], segment: NDArray[np.int32], first: Floats, second: Floats) -> _Rows:
        order = np.argsort(pair, kind="stable")
        numbered = np.unique(pair[order], return_inverse=True)[1]
        return cls(numbered, segment[order].astype(np.int64), first[order], second[order])


def _between_judges(grades: Grades) -> _Rows:
    counted = first_grades(grades)
    left, right = grades_side_by_side(counted)
    pair = counted.judge[left].astype(np.int64) * len(grades.judges) + counted.judge[right]
    return _Rows.of(pair, counted.item[left], counted.value[left], counted.value[right])


def _own(grades: Grades) -> _Rows:
    repeats = repeated_grades(grades)
    return _Rows.of(repeats.judge.astype(np.int64), repeats.item, repeats.first, repeats.second)


@dataclass(frozen=True, slots=True)
class _Kappas:
    """What kappas of weighted rows are made of. The greatest distance that `cohen_kappa` divides by falls out.

    Cells are the grades that a pair of judges gave, in ascending order, pair by pair.
    """

    pair: NDArray[np.int64]
    distance: Floats
    first_cell: NDArray[np.int64]
    second_cell: NDArray[np.int64]
    pair_of_cell: NDArray[np.int64]
    grade_of_cell: Floats
    weights: KappaWeights | None

    @classmethod
    def of(cls, rows: _Rows, weights: KappaWeights | None) -> _Kappas:
        grades, codes = np.unique(np.concatenate([rows.first, rows.second]), return_inverse=True)
        keys = np.concatenate([rows.pair, rows.pair]) * len(grades) + codes
        cells, places = np.unique(keys, return_inverse=True)
        apart = np.abs(rows.first - rows.second)
        distance = (apart > 0).astype(np.float64) if weights is None else apart if weights == "linear" else apart**2
        size = len(rows.pair)
        return cls(
            rows.pair,
            distance,
            places[:size],
            places[size:],
            cells // len(grades),
            grades[cells % len(grades)],
            weights,
        )

    def mean(self, drawn: Floats) -> float:
        """The mean kappa where rows count so often; NaN where none is defined."""
        counts, observed, expected = self._distances(drawn)
        with np.errstate(invalid="ignore", divide="ignore"):
            kappas = 1 - observed / expected
        known = (counts > 0) & (expected > 1e-12)
        total = counts[known].sum()
        return float((kappas[known] * counts[known]).sum() / total) if total else float("nan")

    def shares(self, drawn: Floats) -> tuple[float, float]:
        """P(A) and P(E) over all rows: 1 less the mean distance, where the greatest distance of two grades is 1."""
        counts, observed, expected = self._distances(drawn)
        apart = float(np.ptp(self.grade_of_cell))
        greatest = 1.0 if self.weights is None or not apart else apart if self.weights == "linear" else apart**2
        one, other = (1 - float((each * counts).sum() / counts.sum() / greatest) for each in (observed, expected))
        return one, other

    def _distances(self, drawn: Floats) -> tuple[Floats, Floats, Floats]:
        """For each pair of judges how many rows count, how far apart their grades are, and would be by chance."""
        pairs, cells = int(self.pair[-1]) + 1, len(self.pair_of_cell)
        counts = np.asarray(np.bincount(self.pair, weights=drawn, minlength=pairs), dtype=np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = np.bincount(self.pair, weights=drawn * self.distance, minlength=pairs) / counts
            shares = [
                np.bincount(places, weights=drawn, minlength=cells) / counts[self.pair_of_cell]
                for places in (self.first_cell, self.second_cell)
            ]
            return counts, observed, self._expected(shares[0], shares[1], pairs)

    def _expected(self, first: Floats, second: Floats, pairs: int) -> Floats:
        """The mean distance of two grades, one of each judge's own, pair by pair."""

        def by_pair(values: Floats) -> Floats:
            return np.asarray(np.bincount(self.pair_of_cell, weights=values, minlength=pairs), dtype=np.float64)

        if self.weights is None:
            return 1 - by_pair(first * second)
        grades = self.grade_of_cell
        if self.weights == "quadratic":
            means = by_pair(first * grades), by_pair(second * grades)
            return by_pair((first + second) * grades**2) - 2 * means[0] * means[1]
        # E|X − Y| is the integral of F(1 − G) + G(1 − F); shares of the pairs before sum to their number.
        one, other = (np.cumsum(np.nan_to_num(each)) for each in (first, second))
        starts = np.flatnonzero(np.diff(self.pair_of_cell, prepend=-1))
        sizes = np.diff(np.append(starts, len(grades)))
        below = [each - np.repeat(each[starts] - np.nan_to_num(share)[starts], sizes)
                 for each, share in ((one, first), (other, second))]  # fmt: skip
        steps = np.append(np.diff(grades), 0.0)
        steps[starts[1:] - 1] = 0.0
        return by_pair(steps * (below[0] * (1 - below[1]) + below[1] * (1 - below[0])))
