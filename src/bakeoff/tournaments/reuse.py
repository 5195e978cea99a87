"""A pair is judged once.

Source: I12, section 5.1, "Systems competing more than once against each other": a second evaluation is not run and the
results of the first comparison are used; and results of matches between systems of 2011 were taken from that campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError


@dataclass(frozen=True, slots=True)
class Results:
    """The one result of each pair that was judged; the order in which they came does not matter."""

    by_pair: Mapping[frozenset[str], MatchResult] = field(default_factory=dict)
    earlier: frozenset[frozenset[str]] = frozenset()
    """Pairs whose result is that of an earlier campaign."""
    superseded: frozenset[frozenset[str]] = frozenset()
    """Pairs that were judged again although there was an earlier result, which counts."""

    def of(self, a: str, b: str) -> MatchResult | None:
        return self.by_pair.get(frozenset((a, b)))


def collect_results(results: Iterable[MatchResult], *, earlier: Iterable[MatchResult] = ()) -> Results:
    """All results by pair. Of a pair judged now and in an earlier campaign the first result counts, the earlier one.

    >>> earlier, now = (MatchResult(a="A", b="B", a_wins=won, b_wins=30) for won in (40, 20))
    >>> collect_results([now], earlier=[earlier]).of("B", "A").a_wins
    40
    """
    before, now = _once(earlier), _once(results)
    return Results({**now, **before}, frozenset(before), frozenset(before.keys() & now.keys()))


def _once(results: Iterable[MatchResult]) -> dict[frozenset[str], MatchResult]:
    by_pair: dict[frozenset[str], MatchResult] = {}
    for result in results:
        if (first := by_pair.get(result.pair)) is not None:
            raise InputError(
                place=result.place,
                expected=f"one result of {first.a} and {first.b}",
                found=f"another ({first.place})" if str(first.place) else "two",
                remedy="A pair is judged once: keep the first result.",
            )
        by_pair[result.pair] = result
    return by_pair
