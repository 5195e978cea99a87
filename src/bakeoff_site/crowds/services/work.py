"""Workers get screens until their work ends in one of the ways that have a code."""

from __future__ import annotations

from datetime import datetime

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Worker
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.services.dealing import next_screen, screens_left
from bakeoff_site.judging.services.qualification import QualificationEnded
from bakeoff_site.judging.services.quality import check_judge


def next_for(worker: Worker, *, now: datetime) -> Screen | NothingNow | QualificationEnded | None:
    """The next screen of a worker, or why there is none now; None: their work has ended."""
    judge = worker.judge
    if worker.outcome or judge is None:
        return None
    if judge.blocked_at is not None or not is_open_now(judge.task, now=now):
        _end(worker, Outcome.NO_WORK if judge.blocked_at is None else Outcome.BLOCKED, now)
        return None
    found = next_screen(judge, now=now)
    if isinstance(found, Finished):
        is_done = screens_left(judge) == 0 or worker.study.crowd.screens is None
        _finish(worker, judge, Outcome.DONE if is_done else Outcome.NO_WORK, now)
        return None
    if isinstance(found, QualificationEnded) and found.own.has_failed:
        _end(worker, Outcome.FAILED, now)
        return None
    return found


def stop_waiting(worker: Worker, *, now: datetime) -> None:
    """Ends the work of somebody for whom there is nothing now, and who does not want to wait; else nothing happens."""
    if isinstance(next_for(worker, now=now), NothingNow) and worker.judge is not None:
        _finish(worker, worker.judge, Outcome.NO_WORK, now)


def _finish(worker: Worker, judge: Judge, outcome: Outcome, now: datetime) -> None:
    """The end of work; the last answers are looked at before the code of those who did well is shown."""
    check_judge(judge, now=now)
    judge.refresh_from_db(fields=["blocked_at"])
    _end(worker, outcome if judge.blocked_at is None else Outcome.BLOCKED, now)


def _end(worker: Worker, outcome: Outcome, now: datetime) -> None:
    """Notes how work ended, once: of two requests at a time the first one decides."""
    Worker.objects.filter(pk=worker.pk, outcome="").update(outcome=outcome, ended_at=now)
    worker.refresh_from_db(fields=["outcome", "ended_at"])
