"""Which differences of a board are significant: every compared system against every other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import Metric


@dataclass(frozen=True, slots=True)
class ComparedSystem:
    """A system that was compared, as someone may know it."""

    run_id: int
    key: str
    name: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class PairResult:
    """A system (the first) against another (the second) by one metric."""

    first: ComparedSystem
    second: ComparedSystem
    difference: float | None
    """The first one's score less the second's."""
    p: float
    p_corrected: float
    is_significant: bool
    beats: bool
    """Whether the first is significantly better."""

    @property
    def p_text(self) -> str:
        """The corrected p-value as tables print it."""
        return p_value_text(self.p_corrected)

    @property
    def p_in_words(self) -> str:
        return p_value_in_words(self.p_corrected)


class Significance:
    """The tests of all pairs of systems that are shown, by one metric."""

    def __init__(self, ranking: Ranking, systems: Sequence[ComparedSystem], metric: Metric) -> None:
        """`systems` are some or all that were compared."""
        by_id = {system.run_id: system for system in systems}
        self.systems = tuple(by_id[run_id] for run_id in ranking.compared if run_id in by_id)
        """Best first."""
        self.metric = metric
        self._ranking = ranking

    @property
    def method(self) -> str:
        return self._ranking.method

    def rows(self) -> Iterable[tuple[ComparedSystem, tuple[PairResult | None, ...]]]:
        """Every system with its results against all, in order; None against itself, and where nothing was tested."""
        for one in self.systems:
            yield one, tuple(self.result(one, other) for other in self.systems)

    def pairs(self) -> Iterable[PairResult]:
        """Every pair once, the better system first."""
        for place, one in enumerate(self.systems):
            for other in self.systems[place + 1 :]:
                if (result := self.result(one, other)) is not None:
                    yield result

    def result(self, one: ComparedSystem, other: ComparedSystem) -> PairResult | None:
        pair = self._ranking.pair(one.run_id, other.run_id)
        if pair is None:
            return None
        sign = 1 if pair["a"] == one.run_id else -1
        return PairResult(
            first=one,
            second=other,
            difference=None if pair["difference"] is None else sign * pair["difference"],
            p=pair["p"],
            p_corrected=pair["p_corrected"],
            is_significant=bool(pair["significant"]),
            beats=self._ranking.beats(one.run_id, other.run_id),
        )


def p_value_text(p: float) -> str:
    """A p-value in a cell.

    >>> p_value_text(0.00002), p_value_text(0.0312), p_value_text(1)
    ('<.001', '.031', '1')
    """
    return "<.001" if p < 0.001 else "1" if p >= 0.9995 else f"{p:.3f}".removeprefix("0")


def p_value_in_words(p: float) -> str:
    """A p-value in a sentence, after "p".

    >>> p_value_in_words(0.00002), p_value_in_words(0.0312)
    ('< 0.001', '= 0.031')
    """
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"
