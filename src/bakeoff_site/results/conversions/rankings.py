"""Which runs of a board are significantly better than which, by one metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Ranking:
    """Runs ranked by a metric."""

    def __init__(self, method: str, content: Mapping[str, Any]) -> None:
        self.method = method
        self.order: tuple[int, ...] = tuple(content.get("order") or ())
        """The runs that were compared, by their scores."""
        self._ranges: Mapping[str, Sequence[int]] = content.get("rank_ranges") or {}
        self._clusters: Sequence[Sequence[int]] = content.get("clusters") or ()
        self._numbers = {run_id: number for number, cluster in enumerate(self._clusters, start=1) for run_id in cluster}
        self._pairs = {(pair["a"], pair["b"]): pair for pair in content.get("pairs") or ()}

    @property
    def compared(self) -> tuple[int, ...]:
        """The runs that were compared, best first."""
        return tuple(self._numbers)

    @property
    def clusters(self) -> tuple[tuple[int, ...], ...]:
        """The runs that were compared in their clusters, best first."""
        return tuple(map(tuple, self._clusters))

    @property
    def rank_ranges(self) -> Mapping[int, tuple[int, int]]:
        """The first and last place that each run may have."""
        return {int(run_id): (low, high) for run_id, (low, high) in self._ranges.items()}

    @property
    def pairs(self) -> tuple[Mapping[str, Any], ...]:
        """The tests of all pairs, of each pair the run with the better score first."""
        return tuple(self._pairs.values())

    def rank(self, run_id: int) -> str:
        """The ranks that a run may have."""
        if str(run_id) not in self._ranges:
            return ""
        low, high = self._ranges[str(run_id)]
        return str(low) if low == high else f"{low}–{high}"

    def cluster(self, run_id: int) -> int:
        """The number of its cluster, from 1; 0 for a run that was not compared."""
        return self._numbers.get(run_id, 0)

    def pair(self, one: int, other: int) -> Mapping[str, Any] | None:
        """The test of two runs, in either order."""
        return self._pairs.get((one, other)) or self._pairs.get((other, one))

    def beats(self, one: int, other: int) -> bool:
        """Whether a run is significantly better than another; pairs are stored with the better one first."""
        pair = self._pairs.get((one, other))
        # Comparisons that an earlier version stored do not say whether the test contradicts the scores.
        return pair is not None and bool(pair.get("beats", pair["significant"]))

    def cluster_sentences(self) -> tuple[str, ...]:
        """What every system of each cluster is better than; empty where it is not better than all that follow.

        >>> pairs = [{"a": 1, "b": 2, "significant": True}]
        >>> Ranking("", {"clusters": [[1], [2]], "pairs": pairs}).cluster_sentences()
        ('better than the system in cluster 2', '')
        """
        return tuple(self._sentence(number) for number in range(1, len(self._clusters) + 1))

    def _sentence(self, number: int) -> str:
        below = [run_id for cluster in self._clusters[number:] for run_id in cluster]
        if not below or not all(self.beats(one, other) for one in self._clusters[number - 1] for other in below):
            return ""
        what = "the system" if len(below) == 1 else "every system"
        first, last = number + 1, len(self._clusters)
        if first == last:
            return f"better than {what} in cluster {last}"
        joint = " and " if last == first + 1 else "–"
        return f"better than {what} in clusters {first}{joint}{last}"
