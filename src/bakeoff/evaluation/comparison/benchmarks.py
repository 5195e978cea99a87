"""This year's systems against what was there before: systems of earlier years, a baseline."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from bakeoff.errors import InputError
from bakeoff.evaluation.comparison.systems import Comparison, PairComparison
from bakeoff.evaluation.scores.results import Evaluation, Score

HeldKind = Literal["baseline", "earlier"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BestAgainst:
    """The best system of this year against a baseline or the best of earlier years, by one metric."""

    metric: str
    best: str
    score: Score
    against: HeldKind
    held: str
    held_score: Score
    pair: PairComparison
    """The test of the two; the difference is that of the best from the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmarks:
    """Systems of this year, the earlier ones and the baseline on the same segments, and what tests say of them."""

    evaluation: Evaluation
    """Of all systems."""
    earlier: tuple[str, ...]
    baseline: str | None
    comparisons: tuple[Comparison, ...]
    """With the earlier systems, with the baseline: those that there are."""

    @property
    def current(self) -> tuple[str, ...]:
        """The systems of this year."""
        held = {*self.earlier, self.baseline}
        return tuple(system.name for system in self.evaluation.systems if system.name not in held)

    @property
    def best(self) -> tuple[BestAgainst, ...]:
        """The best system by the first metric, against each that it is compared with, on all segments."""
        return tuple(
            _best(comparison, "earlier" if comparison.earlier else "baseline") for comparison in self.comparisons
        )


CompareHeld = Callable[[Evaluation, str | None, Sequence[str]], Comparison]
"""A test of the systems of an evaluation against a baseline or against earlier systems."""


def compare_with_benchmarks(
    evaluation: Evaluation, compare: CompareHeld, *, earlier: Sequence[str], baseline: str | None
) -> Benchmarks:
    """Tests this year's systems against the best of the earlier ones, and against the baseline, each by itself."""
    held = {*earlier, *([] if baseline is None else [baseline])}
    if not held:
        raise InputError(expected="earlier systems or a baseline to compare with", found="none")
    if not [system for system in evaluation.systems if system.name not in held]:
        raise InputError(expected="systems of this year", found="only earlier systems and a baseline")
    comparisons = []
    if earlier:
        without = _without(evaluation, {name for name in held if name not in earlier})
        comparisons.append(compare(without, None, earlier))
    if baseline is not None:
        comparisons.append(compare(_without(evaluation, set(earlier)), baseline, ()))
    return Benchmarks(evaluation=evaluation, earlier=tuple(earlier), baseline=baseline, comparisons=tuple(comparisons))


def _without(evaluation: Evaluation, names: Collection[str]) -> Evaluation:
    kept = tuple(system for system in evaluation.systems if system.name not in names)
    return replace(evaluation, systems=kept)


def _best(comparison: Comparison, against: HeldKind) -> BestAgainst:
    first = comparison.comparisons[0]
    held = cast(str, first.against)  # all systems were tested against one
    best = next(name for name in first.scores if name != held and name not in comparison.earlier)
    pair = next(pair for pair in first.pairs if pair.a == best)
    return BestAgainst(
        metric=first.metric,
        best=best,
        score=first.scores[best],
        against=against,
        held=held,
        held_score=first.scores[held],
        pair=pair,
    )
