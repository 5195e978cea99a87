"""What tests say of the differences between runs of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models.fields.json import KeyTransform

from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.shown import Metric
from bakeoff_site.results.conversions.words import is_compared
from bakeoff_site.results.selectors.scores import BoardScores
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.scoring.selectors.comparisons import digest_of_scores
from bakeoff_site.submissions.models import Board, Run

WHOLE = "all"
"""What comparisons call the group of all segments."""


class Tested:
    """Comparisons of a board's runs, looked up under the specifications that are asked for."""

    def __init__(
        self, board: Board, runs: Sequence[Run], scores: BoardScores, comparisons: Iterable[tuple[str, int, str]]
    ) -> None:
        """`runs` are all that count and are scored; `comparisons` are specifications with id and digest of inputs."""
        self._board = board
        self._scores = scores
        self._runs = sorted(run.pk for run in runs if is_compared(board.campaign.rules, run))
        # Without any run that may be seen, there are no comparisons either.
        self._comparisons = {spec: (pk, inputs_digest) for spec, pk, inputs_digest in comparisons} if runs else {}
        self.is_stale = False
        """Whether a comparison that was asked for is of other runs or scores than those in force."""

    def of(self, metric: Metric, group: str) -> Ranking | None:
        """The ranking by a metric on a group, where there is one."""
        found = self._comparisons.get(metric.specification)
        if found is None:
            return None
        if not self._fits(metric.specification, found[1]):
            self.is_stale = True
            return None
        return ranking_by(*found, metric.expression, group)

    def _fits(self, specification: str, inputs_digest: str) -> bool:
        """Whether it was made of these scores, of which each belongs to one run."""
        found = [self._scores.ids.get((run_id, specification), ()) for run_id in self._runs]
        return digest_of_scores(self._board, [score_id for of_run in found for score_id in of_run]) == inputs_digest


_RANKINGS: ComputedCache[Ranking | None] = ComputedCache(most=64)


def ranking_by(comparison_id: int, inputs_digest: str, expression: str, group: str) -> Ranking | None:
    """The ranking of a comparison that was made on a inputs_digest: read once, as the pairs of many runs are many."""

    def read() -> Ranking | None:
        part = part_of_comparison(comparison_id, expression, group)
        return None if part is None else Ranking(*part)

    return _RANKINGS.get((comparison_id, inputs_digest, expression, group), read)


def part_of_comparison(comparison_id: int, expression: str, group: str) -> tuple[str, Mapping[str, Any]] | None:
    """The method of a comparison and what it says by one metric on one group; the whole of it is long."""
    part = KeyTransform(group or WHOLE, KeyTransform(expression, "content"))
    found = BoardComparison.objects.filter(pk=comparison_id).values_list("method", part).first()
    return (found[0], found[1]) if found is not None and isinstance(found[1], Mapping) else None


class Ranking:
    """Runs ranked by a metric."""

    def __init__(self, method: str, content: Mapping[str, Any]) -> None:
        self.method = method
        self._ranges: Mapping[str, Sequence[int]] = content.get("rank_ranges") or {}
        self._clusters = {
            run_id: number for number, cluster in enumerate(content.get("clusters") or ()) for run_id in cluster
        }
        self._pairs = {(pair["a"], pair["b"]): pair for pair in content.get("pairs") or ()}

    def rank(self, run_id: int) -> str:
        """The ranks that a run may have."""
        if str(run_id) not in self._ranges:
            return ""
        low, high = self._ranges[str(run_id)]
        return str(low) if low == high else f"{low}–{high}"

    def has(self, run_id: int) -> bool:
        """Whether a run was compared."""
        return run_id in self._clusters

    def parts(self, above: int, below: int) -> bool:
        """Whether a line of significance stands between two runs."""
        first, second = self._clusters.get(above), self._clusters.get(below)
        return first is not None and second is not None and first != second

    def pair(self, one: int, other: int) -> Mapping[str, Any] | None:
        """The test of two runs, in whichever order they stand."""
        return self._pairs.get((one, other)) or self._pairs.get((other, one))
