"""Work of the queue, and what workers look after."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.combination.services import ask_for_first_packs, pack_outputs
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.submissions.models import Board


@task(JobKind.PACK_OUTPUTS)
def pack(board_id: int, report: Report) -> None:
    pack_outputs(Board.objects.select_related("campaign").get(pk=board_id), report)


@every(timedelta(minutes=1))
def first_packs_of_outputs(now: datetime) -> None:
    """When the phase opens that hands outputs out, they are packed."""
    ask_for_first_packs(now)
