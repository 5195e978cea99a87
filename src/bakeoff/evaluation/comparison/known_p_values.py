"""What an earlier comparison has found, so that a comparison with more systems tests only the pairs that are new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bakeoff.evaluation.comparison.pair_tests import Outcome, Pair


@dataclass(frozen=True, slots=True)
class KnownPValues:
    """The p-values of a comparison by paired randomisation of the same outputs: what its trials swap depends neither
    on the other systems nor on the other metrics, so those of a pair hold next to any others.
    """

    method: str
    """How it was tested, as the comparison says; what was tested in another way is of no use."""
    p_values: Mapping[tuple[str, str | None], Mapping[frozenset[str], float]]
    """Of each metric and group, by the names of the two systems."""

    def outcomes(
        self, metrics: Sequence[str], group: str | None, names: Sequence[str], pairs: Sequence[Pair]
    ) -> list[dict[Pair, Outcome]]:
        """For each metric the outcomes of those pairs that were tested for all of them."""
        by_metric = [self.p_values.get((metric, group), {}) for metric in metrics]
        called = {pair: frozenset(names[index] for index in pair) for pair in pairs}
        complete = [pair for pair in pairs if all(called[pair] in known for known in by_metric)]
        return [{pair: Outcome(known[called[pair]]) for pair in complete} for known in by_metric]
