"""Work of the queue."""

from __future__ import annotations

from bakeoff_site.combination.services import pack_outputs
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.registry import Report, task
from bakeoff_site.submissions.models import Board


@task(JobKind.PACK_OUTPUTS)
def pack(board_id: int, report: Report) -> None:
    pack_outputs(Board.objects.select_related("campaign").get(pk=board_id), report)
