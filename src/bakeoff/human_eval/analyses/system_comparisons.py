"""Which systems are significantly better than which, by the scores of their outputs; clusters and rank ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.segment_scores import SegmentScores
from bakeoff.human_eval.observations import Floats
from bakeoff.statistics import (
    Alternative,
    ClusterRule,
    Correction,
    RankRange,
    adjust_p_values,
    cluster_systems,
    paired_randomization,
    rank_ranges,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

SystemTest = Literal["rank-sum", "signed-rank", "randomization"]
"""`rank-sum` takes all outputs of both systems (WMT); the others pair outputs of segments that both have."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SystemComparisons:
    """All pairs of systems, best system first: `p[i, j]` is of the hypothesis that i is not better than j."""

    systems: tuple[str, ...]
    means: Floats
    errors: Floats
    """Standard errors of the differences of means, over segments; NaN where a system has one segment only."""
    p: Floats
    """One-sided; 1 in the diagonal."""
    corrected: Floats
    beats: NDArray[np.bool_]
    test: SystemTest
    correction: Correction
    rule: ClusterRule

    @property
    def wins(self) -> tuple[int, ...]:
        """How many systems each beats, wherever they stand."""
        return tuple(self.beats.sum(axis=1).tolist())

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """Best first, by the rule in force."""
        groups = cluster_systems(self.beats, rule=self.rule)
        return tuple(tuple(self.systems[place] for place in group) for group in groups)

    @property
    def ranges(self) -> tuple[RankRange, ...]:
        return rank_ranges(self.beats)


@dataclass(frozen=True, slots=True)
class _Test:
    name: SystemTest
    trials: int
    seed: int


def compare_systems(
    scores: SegmentScores,
    *,
    test: SystemTest = "rank-sum",
    level: float = 0.05,
    correction: Correction = "none",
    rule: ClusterRule = "strict",
    higher_is_better: bool = True,
    trials: int = 10_000,
    rng: np.random.Generator | None = None,
) -> SystemComparisons:
    """Tests every system against every other, one-sided, and sorts them by the mean over their segments.

    i beats j where p, corrected over all ordered pairs, is at most `level`. With `rank-sum`, no correction and
    `rule="wmt"` it is what WMT published for direct assessment; lines then may stand where a system above does not beat
    one below. `randomization` needs `rng`.
    """
    if test not in get_args(SystemTest):
        raise InputError(expected=f"test to be one of {', '.join(get_args(SystemTest))}", found=repr(test))
    if test == "randomization" and rng is None:
        raise InputError(expected="rng for the test by randomisation", found="none")
    chosen = _Test(test, trials, 0 if rng is None else int(rng.integers(2**63)))
    means = {system: float(scores.of(system).mean()) for system in scores.judged}
    sign = 1 if higher_is_better else -1
    systems = sorted(means, key=lambda system: (-sign * means[system], system))
    table = sign * scores.table()[[scores.systems.index(system) for system in systems]]
    p = np.ones((len(systems), len(systems)))
    for i, j in zip(*np.triu_indices(len(systems), k=1), strict=True):
        left, right = _samples(test, table[i], table[j], (systems[i], systems[j]))
        p[i, j], p[j, i] = (_p_value(chosen, left, right, alternative) for alternative in ("greater", "less"))
    off = ~np.eye(len(systems), dtype=bool)
    corrected = np.ones_like(p)
    corrected[off] = adjust_p_values(p[off], correction=correction)
    return SystemComparisons(
        systems=tuple(systems),
        means=np.array([means[system] for system in systems]),
        errors=_errors(table),
        p=p,
        corrected=corrected,
        beats=off & (corrected <= level),
        test=test,
        correction=correction,
        rule=rule,
    )


def _errors(table: Floats) -> Floats:
    """Standard errors of the differences between means of rows, which may share segments (NaN: not graded)."""
    counts = (~np.isnan(table)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.nansum(table, axis=1) / counts
        deviations = (table - means[:, None]) / np.sqrt(counts * (counts - 1))[:, None]
    shares = np.nan_to_num(deviations)
    products = shares @ shares.T
    squares = np.diag(products)[:, None] + np.diag(products)[None, :] - 2 * products
    errors = np.sqrt(np.maximum(squares, 0))
    errors[counts < 2, :] = errors[:, counts < 2] = np.nan
    return np.asarray(errors)


def _samples(test: SystemTest, first: Floats, second: Floats, names: tuple[str, str]) -> tuple[Floats, Floats]:
    """What is tested: all scores of both, or those of the segments that both have."""
    if test == "rank-sum":
        return first[~np.isnan(first)], second[~np.isnan(second)]
    shared = ~np.isnan(first) & ~np.isnan(second)
    if not shared.any():
        raise InputError(
            expected=f"segments that both {names[0]} and {names[1]} have grades of",
            found="none",
            remedy="Take the rank-sum test, which needs no pairs.",
        )
    return first[shared], second[shared]


def _p_value(test: _Test, left: Floats, right: Floats, alternative: Alternative) -> float:
    if test.name == "rank-sum":
        return wilcoxon_rank_sum(left, right, alternative=alternative).p
    if test.name == "signed-rank":
        return wilcoxon_signed_rank(left - right, alternative=alternative).p
    rng = np.random.default_rng(test.seed)
    return paired_randomization(left, right, rng=rng, trials=test.trials, alternative=alternative).p
