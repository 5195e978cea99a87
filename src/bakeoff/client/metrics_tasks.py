"""How metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import KindCorrelations, MetricsResult, MetricsResultRow


class MetricsTasks(Asking):
    """Results of metrics tasks, as much of them as the caller may see."""

    def metrics_results(self, slug: str) -> Iterator[MetricsResultRow]:
        """All results that the caller may see."""
        return self._each(MetricsResultRow, at(slug, "metrics-task"))

    def metrics_result(self, slug: str, track: str, test_set: str, evaluation: str) -> MetricsResult:
        """How well each metric agrees with one human evaluation, with tests between metrics."""
        return self._get(MetricsResult, at(slug, "metrics-task", track, test_set, evaluation))

    def kind_correlations(self, slug: str, *, coefficient: str = "spearman") -> KindCorrelations:
        """How far human evaluations that the caller may see rank systems alike."""
        return self._get(KindCorrelations, at(slug, "kinds-of-judgment"), {"coefficient": coefficient})
