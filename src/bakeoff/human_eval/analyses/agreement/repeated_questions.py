"""Agreement on whatever was asked several times, with the interval that segments drawn again give it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.agreement.preferences import Between
from bakeoff.human_eval.analyses.resampled_segments import drawn_scores, interval_of
from bakeoff.human_eval.protocols.observations import Floats, Observations
from bakeoff.human_eval.quality.rules import answered
from bakeoff.statistics import Agreement, fleiss_kappa, kappa, kappa_of_shares, krippendorff_alpha

UnitMeasure = Literal["kappa", "fleiss", "alpha-nominal", "alpha-interval"]
"""Kappa with a chance that is set, Fleiss's, Krippendorff's alpha of labels or of numbers."""


@dataclass(frozen=True, slots=True)
class Units:
    """Answers in rows; answers to the same question are adjacent, and every question has two or more."""

    unit: NDArray[np.int64]
    """From 0 in ascending order."""
    segment: NDArray[np.int64]
    value: Floats
    judge: NDArray[np.int64]
    """Who gave it."""

    def __len__(self) -> int:
        return int(self.unit[-1]) + 1 if len(self.unit) else 0

    def rows(self) -> list[list[float]]:
        """The answers question by question."""
        starts = np.flatnonzero(np.diff(self.unit)) + 1
        return [part.tolist() for part in np.split(self.value, starts)] if len(self.unit) else []


def repeated_units(observations: Observations, between: Between) -> Units:
    """What was asked several times: of every judge the first answer, or all answers of one judge."""
    counted = observations.take(observations.ordinary)
    things, values = answered(counted)
    things = np.unique(things, return_inverse=True)[1]
    own = things * len(counted.judges) + counted.judge
    order = np.lexsort((counted.judgment, own))
    if between == "judges":
        order = order[np.unique(own[order], return_index=True)[1]]
    keys = (things if between == "judges" else own)[order]
    _, units, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    several = sizes[units] > 1
    numbered = np.unique(units[several], return_inverse=True)[1]
    item, judge = (column[order][several].astype(np.int64) for column in (counted.item, counted.judge))
    return Units(numbered, item, values[order][several], judge)


def unit_agreement(
    units: Units,
    measure: UnitMeasure,
    *,
    chance: float = 0.0,
    samples: int = 0,
    level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> Agreement:
    """The agreement; with `samples` and `rng` an interval, by drawing segments again with all their answers.

    `chance` is that of kappa. Samples in which the measure is not defined are left out.
    """
    agreement = _ONCE[measure](units.rows(), chance)
    segments, places = np.unique(units.segment, return_inverse=True)
    if not samples or rng is None or len(segments) < 2:
        return agreement
    columns = _columns(units, places, len(segments), with_labels=measure in ("fleiss", "alpha-nominal"))
    drawn = drawn_scores(columns, lambda sums: _scores(sums, measure, chance), samples=samples, rng=rng)
    return replace(agreement, interval=interval_of(drawn, level=level))


_ONCE: dict[UnitMeasure, Callable[[list[list[float]], float], Agreement]] = {
    "kappa": lambda rows, chance: kappa(rows, chance=chance),
    "fleiss": lambda rows, _: fleiss_kappa(rows),
    "alpha-nominal": lambda rows, _: krippendorff_alpha(rows),
    "alpha-interval": lambda rows, _: krippendorff_alpha(rows, measure="interval"),
}
_FIXED = 7


def _columns(units: Units, places: NDArray[np.intp], segments: int, *, with_labels: bool) -> Any:
    """Sums by segment, those of labels sparse: there may be as many labels as answers.

    Agreeing and all pairs, unequal pairs and squared distances as alpha weighs them, how many answers, their sum and
    the sum of their squares; then how many of each label.
    """
    labels, codes = np.unique(units.value, return_inverse=True)
    sizes = np.bincount(units.unit)
    cells, counts = np.unique(units.unit * len(labels) + codes, return_counts=True)
    agreeing = np.bincount(cells // len(labels), weights=counts * (counts - 1) / 2, minlength=len(sizes))
    pairs = sizes * (sizes - 1) / 2
    # About the mean, so that squares of large numbers keep their digits.
    values = units.value - units.value.mean()
    means = np.bincount(units.unit, weights=values) / sizes
    within = np.bincount(units.unit, weights=(values - means[units.unit]) ** 2)
    of_unit = np.zeros(len(sizes), dtype=np.int64)
    of_unit[units.unit] = places
    by_unit = (agreeing, pairs, 2 * (pairs - agreeing) / (sizes - 1), 2 * sizes * within / (sizes - 1))
    by_answer = (np.ones_like(values), values, values**2)
    dense = np.column_stack(
        [np.bincount(of_unit, weights=column, minlength=segments) for column in by_unit]
        + [np.bincount(places, weights=column, minlength=segments) for column in by_answer]
    )
    if not with_labels:
        return dense
    from scipy import sparse  # noqa: PLC0415 -- slow to load, and seldom needed

    of_labels = sparse.csr_array((np.ones(len(codes)), (places, codes)), shape=(segments, len(labels)))
    return sparse.hstack([sparse.csr_array(dense), of_labels]).tocsr()


def _scores(sums: Floats, measure: UnitMeasure, chance: float) -> Floats:
    agreeing, pairs, unequal, distances, n, total, squares = sums[:, :_FIXED].T
    labels = (sums[:, _FIXED:] ** 2).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        if measure in ("kappa", "fleiss"):
            expected = np.full(len(sums), chance) if measure == "kappa" else labels / n**2
            return kappa_of_shares(agreeing / pairs, expected)
        by_chance = (
            (n**2 - labels) / (n * (n - 1)) if measure == "alpha-nominal" else 2 * (squares - total**2 / n) / (n - 1)
        )
        agreement = 1 - (unequal if measure == "alpha-nominal" else distances) / n / by_chance
    return np.where(by_chance > 1e-12, agreement, np.nan)
