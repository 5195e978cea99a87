"""Which systems are significantly better than which, by the scores of their outputs; clusters and rank ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.grades.segment_scores import SegmentScores, UnitScores, by_items
from bakeoff.human_eval.protocols.observations import Floats
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
from bakeoff.statistics.significance.unit_randomization import least_p, randomize_units

SystemTest = Literal["rank-sum", "rank-sum-wmt", "signed-rank", "randomization"]
"""`rank-sum` and `rank-sum-wmt`, which is one-sided as WMT published it, take all outputs of both systems; the others
pair outputs of segments that both have. By document or judge the tests of ranks take the mean of each unit for one
output, and `randomization` takes the units of both systems and of one alone (see `randomize_units`)."""
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
    """Standard errors of the differences of means, over units; NaN where a system has one unit only."""
    units: NDArray[np.int64]
    """Units that each system has."""
    p: Floats
    """1 in the diagonal."""
    corrected: Floats
    ahead: NDArray[np.bool_]
    """Whether the test saw the system of the row better than that of the column, significantly or not."""
    beats: NDArray[np.bool_]
    least: Floats
    """The smallest p that each pair can have after the correction, with as many units as it has."""
    test: SystemTest
    sides: Sides
    correction: Correction
    rule: ClusterRule

    @property
    def wins(self) -> tuple[int, ...]:
        """How many systems each beats, whatever their rank."""
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

    def run(self, pair: UnitScores, alternative: Alternative) -> tuple[float, float]:
        """The p-value, and by how much the test sees the first ahead: positive, 0 or negative."""
        left, right = pair.means
        if self.name in _RANK_SUMS:
            left, right = left[~np.isnan(left)], right[~np.isnan(right)]
            ranks = wilcoxon_rank_sum(left, right, alternative=alternative)
            return ranks.p, ranks.statistic - len(left) * len(right) / 2
        rng = np.random.default_rng(self.seed)
        if self.name == "randomization" and pair.unit != "segment":
            randomized = randomize_units(pair.sums, pair.counts, rng=rng, trials=self.trials, alternative=alternative)
            return randomized.p, randomized.difference
        left, right = _shared(left, right, pair)
        if self.name == "signed-rank":
            signed = wilcoxon_signed_rank(left - right, alternative=alternative)
            return signed.p, signed.statistic - signed.n * (signed.n + 1) / 4
        drawn = paired_randomization(left, right, rng=rng, trials=self.trials, alternative=alternative)
        return drawn.p, drawn.difference

    def least(self, pair: UnitScores, *, two_sided: bool) -> float:
        """The smallest p-value that is possible with this number of units."""
        present = pair.counts > 0
        both = int(present.all(axis=0).sum())
        first, second = (present.sum(axis=1) - both).tolist()
        if self.name in _RANK_SUMS:
            return least_p(0, both + first, both + second, two_sided=two_sided)
        if self.name == "signed-rank":
            return least_p(both, 0, 0, two_sided=two_sided)
        alone = (first, second) if pair.unit != "segment" else (0, 0)
        return least_p(both, *alone, trials=self.trials, two_sided=two_sided)


def sides_of(test: SystemTest, asked: Sides) -> Sides:
    """Whether p-values are two-sided: as asked for, but the test as WMT published it is one-sided."""
    return "one-sided" if test == "rank-sum-wmt" else asked


def compare_systems(
    scores: SegmentScores,
    *,
    units: UnitScores | None = None,
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
    correction and with `rule="wmt"` it is as WMT published it; then lines may appear where a system
    above does not beat one below. `randomization` needs `rng`. `units` are the same scores by document or by judge:
    without them segments are tested.
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
    tested = (units or by_items(scores)).rows([scores.systems.index(system) for system in systems], sign=sign)
    p, least = np.ones((2, len(systems), len(systems)))
    ahead = np.zeros(p.shape, dtype=bool)
    above = np.triu_indices(len(systems), k=1)
    for i, j in zip(*(each.tolist() for each in above), strict=True):
        pair = tested.rows([i, j])
        least[i, j] = least[j, i] = chosen.least(pair, two_sided=used == "two-sided")
        if used == "one-sided":
            (p[i, j], _), (p[j, i], _) = (chosen.run(pair, each) for each in ("greater", "less"))
            lead = p[j, i] - p[i, j]
        else:
            p[i, j], lead = chosen.run(pair, "two-sided")
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
        errors=_errors(tested),
        units=(tested.counts > 0).sum(axis=1),
        p=p,
        corrected=corrected,
        ahead=ahead,
        beats=ahead & (corrected <= level),
        least=_corrected(least, correction),
        test=test,
        sides=used,
        correction=correction,
        rule=rule,
    )


def _corrected(least: Floats, correction: Correction) -> Floats:
    """If all pairs had the smallest p-values that they can have, none would be smaller after the correction."""
    above = np.triu_indices(len(least), k=1)
    corrected = np.ones_like(least)
    corrected[above] = adjust_p_values(least[above], correction=correction)
    return np.minimum(corrected, corrected.T)


def _errors(scores: UnitScores) -> Floats:
    """Standard errors of the differences between means of systems, which may share units."""
    units, counts = (scores.counts > 0).sum(axis=1), scores.counts.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = scores.sums.sum(axis=1) / counts
        deviations = (scores.sums - means[:, None] * scores.counts) / counts[:, None]
        # Of one unit alone nothing is known: the row is NaN below.
        shares = np.nan_to_num(deviations * np.sqrt(units / (units - 1))[:, None], posinf=0.0, neginf=0.0)
    products = shares @ shares.T
    squares = np.diag(products)[:, None] + np.diag(products)[None, :] - 2 * products
    errors = np.sqrt(np.maximum(squares, 0))
    errors[units < 2, :] = errors[:, units < 2] = np.nan
    return np.asarray(errors)


def _shared(left: Floats, right: Floats, pair: UnitScores) -> tuple[Floats, Floats]:
    """The means of the units that both systems have."""
    shared = ~np.isnan(left) & ~np.isnan(right)
    if not shared.any():
        raise InputError(
            expected=f"{pair.unit}s that both {pair.systems[0]} and {pair.systems[1]} have grades of",
            found="none",
            remedy="Take the rank-sum test, which needs no pairs.",
        )
    return left[shared], right[shared]
