"""What tests say of the differences between runs of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models.fields.json import KeyTransform

from bakeoff_site.results.conversions.shown import Metric
from bakeoff_site.results.conversions.words import is_compared
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.scoring.selectors.comparisons import comparison_basis
from bakeoff_site.submissions.models import Board, Run

WHOLE = "all"
"""What comparisons call the group of all segments."""


class Tested:
    """Comparisons of a board's runs, looked up under the specifications that are asked for."""

    def __init__(self, board: Board, runs: Sequence[Run]) -> None:
        """`runs` are all that are in force and scored; without any, there are no comparisons either."""
        self._board = board
        self._runs = {run.pk: run for run in runs}
        self._found: dict[str, BoardComparison | None] = {}
        self.is_stale = False
        """Whether a comparison that was asked for is of other runs or scores than those in force."""

    def of(self, metric: Metric, group: str) -> Ranking | None:
        """The ranking by a metric on a group, where there is one."""
        if metric.specification not in self._found:
            self._found[metric.specification] = self._fresh(metric.specification)
        comparison = self._found[metric.specification]
        content = part_of_comparison(comparison.pk, metric.expression, group) if comparison is not None else None
        return Ranking(comparison.method, content) if comparison is not None and content else None

    def _fresh(self, specification: str) -> BoardComparison | None:
        if not self._runs:
            return None
        comparison = self._board.comparisons.filter(specification=specification).defer("content").first()
        if comparison is None or self._fits(comparison):
            return comparison
        self.is_stale = True
        return None

    def _fits(self, comparison: BoardComparison) -> bool:
        rules = self._board.campaign.rules
        wanted = {run.pk for run in self._runs.values() if is_compared(rules, run)}
        if set(comparison.runs) != wanted:
            return False
        compared = [self._runs[run_id] for run_id in comparison.runs]
        return comparison_basis(self._board, compared, comparison.specification) == comparison.basis


def part_of_comparison(comparison_id: int, expression: str, group: str) -> Mapping[str, Any] | None:
    """What a comparison says by one metric on one group; the whole of it is long on a board of many runs."""
    part = KeyTransform(group or WHOLE, KeyTransform(expression, "content"))
    found = BoardComparison.objects.filter(pk=comparison_id).values_list(part, flat=True).first()
    return found if isinstance(found, Mapping) else None


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
