"""What scores are summed from, segment by segment."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.evaluation.scores.packed import unpack_statistics
from bakeoff.release.content import SegmentStatistics
from bakeoff_site.publication.selectors.results import SeenCampaign
from bakeoff_site.scoring.models import RunScore

_AT_ONCE = 50


def segment_statistics(seen: SeenCampaign) -> Iterator[SegmentStatistics]:
    """Of every run and metric whose scores are shown; read from the database as they are asked for."""
    for board in seen.boards:
        shown = {(metric.specification, metric.expression) for metric in board.metrics}
        rows = RunScore.objects.filter(run__in=board.scored, current=True).select_related(None).order_by("run", "pk")
        for row in rows.iterator(chunk_size=_AT_ONCE):
            if row.statistics and (row.specification, row.metric) in shown:
                yield SegmentStatistics(
                    run=board.ids[row.run_id],
                    metric=row.metric,
                    specification=row.specification,
                    columns=tuple(row.columns),
                    rows=unpack_statistics(bytes(row.statistics)),
                )
