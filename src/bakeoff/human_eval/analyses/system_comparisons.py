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
from bakeoff.statistics.inputs import one_of

SystemTest = Literal["rank-sum", "rank-sum-wmt", "signed-rank", "randomization"]
"""`rank-sum` and `rank-sum-wmt`, which is one-sided as WMT published it, take all outputs of both systems; the others
pair outputs of segments that both have."""
Sides = Literal["two-sided", "one-sided"]
_RANK_SUMS = ("rank-sum", "rank-sum-wmt")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SystemComparisons:
    """All pairs of systems, best system first.

    `p[i, j]` is of the hypothesis that i and j do not differ; one-sided, that i is not better than j.
    """

    systems: tuple[str, ...]
    means: Floats
    errors: Floats
    """Standard errors of the differences of means, over segments; NaN where a system has one segment only."""
    p: Floats
    """1 in the diagonal."""
    corrected: Floats
    ahead: NDArray[np.bool_]
    """Whether the test saw the system of the row better than that of the column, significantly or not."""
    beats: NDArray[np.bool_]
    test: SystemTest
    sides: Sides
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

    def run(self, left: Floats, right: Floats, alternative: Alternative) -> tuple[float, float]:
        """The p-value, and by how much the test sees the left ahead: positive, 0 or negative."""
        if self.name in _RANK_SUMS:
            ranks = wilcoxon_rank_sum(left, right, alternative=alternative)
            return ranks.p, ranks.statistic - len(left) * len(right) / 2
        if self.name == "signed-rank":
            signed = wilcoxon_signed_rank(left - right, alternative=alternative)
            return signed.p, signed.statistic - signed.n * (signed.n + 1) / 4
        rng = np.random.default_rng(self.seed)
        drawn = paired_randomization(left, right, rng=rng, trials=self.trials, alternative=alternative)
        return drawn.p, drawn.difference


def sides_of(test: SystemTest, asked: Sides) -> Sides:
    """Whether p-values are two-sided: as asked for, but the test as WMT published it is one-sided."""
    return "one-sided" if test == "rank-sum-wmt" else asked


def compare_systems(
    scores: SegmentScores,
    *,
    test: SystemTest = "rank-sum",
    sides: Sides = "two-sided",
    level: float = 0.05,
    correction: Correction = "none",
    rule: ClusterRule = "strict",
    higher_is_better: bool = True,
    trials: int = 10_000,
    rng: np.random.Generator | None = None,
) -> SystemComparisons:
    """Tests every system against every other and sorts them by the mean over their segments.

    i beats j where the test sees i ahead and p, corrected over all pairs, is at most `level`. One-sided, every pair is
    tested in both directions, and p corrected over all ordered pairs. `rank-sum-wmt` is always one-sided: without a
    correction and with `rule="wmt"` it is what WMT published for direct assessment; lines then may stand where a system
    above does not beat one below. `randomization` needs `rng`.
    """
    one_of(test, get_args(SystemTest), "test")
    one_of(sides, get_args(Sides), "sides")
    if test == "randomization" and rng is None:
        raise InputError(expected="rng for the test by randomisation", found="none")
    used = sides_of(test, sides)
    chosen = _Test(test, trials, 0 if rng is None else int(rng.integers(2**63)))
    means = {system: float(scores.of(system).mean()) for system in scores.judged}
    sign = 1 if higher_is_better else -1
    systems = sorted(means, key=lambda system: (-sign * means[system], system))
    table = sign * scores.table()[[scores.systems.index(system) for system in systems]]
    p = np.ones((len(systems), len(systems)))
    ahead = np.zeros(p.shape, dtype=bool)
    above = np.triu_indices(len(systems), k=1)
    for i, j in zip(*above, strict=True):
        left, right = _samples(test, table[i], table[j], (systems[i], systems[j]))
        if used == "one-sided":
            (p[i, j], _), (p[j, i], _) = (chosen.run(left, right, each) for each in ("greater", "less"))
            lead = p[j, i] - p[i, j]
        else:
            p[i, j], lead = chosen.run(left, right, "two-sided")
        ahead[i, j], ahead[j, i] = lead > 0, lead < 0
    corrected = np.ones_like(p)
    if used == "one-sided":
        off = ~np.eye(len(systems), dtype=bool)
        corrected[off] = adjust_p_values(p[off], correction=correction)
    else:
        corrected[above] = adjust_p_values(p[above], correction=correction)
        p, corrected = np.minimum(p, p.T), np.minimum(corrected, corrected.T)
    return SystemComparisons(
        systems=tuple(systems),
        means=np.array([means[system] for system in systems]),
        errors=_errors(table),
        p=p,
        corrected=corrected,
        ahead=ahead,
        beats=ahead & (corrected <= level),
        test=test,
        sides=used,
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
    if test in _RANK_SUMS:
        return first[~np.isnan(first)], second[~np.isnan(second)]
    shared = ~np.isnan(first) & ~np.isnan(second)
    if not shared.any():
        raise InputError(
            expected=f"segments that both {names[0]} and {names[1]} have grades of",
            found="none",
            remedy="Take the rank-sum test, which needs no pairs.",
        )
    return first[shared], second[shared]
