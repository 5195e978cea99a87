"""The queue: work is requested, claimed under a lease, renewed while it runs, finished or tried again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from bakeoff_site.jobs.choices import QUICK, JobKind, JobState
from bakeoff_site.jobs.estimates import RANK
from bakeoff_site.jobs.models import Job

if TYPE_CHECKING:
    from bakeoff_site.campaigns.models import Campaign

LEASE = timedelta(seconds=60)
"""How long a job stays with a worker that no longer says anything."""
MOST_ATTEMPTS = 5
"""That fail."""
MOST_LOSSES = 10
"""Attempts after which a job whose worker is gone is given up: of the reasons why workers die, it may be one."""
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_WAIT = timedelta(seconds=30)
_UNTIL_FIXED = timedelta(minutes=5)
"""Between looks whether the server has again what it lacked."""


class InCampaign(Protocol):
    """A board, or anything else that belongs to a campaign."""

    @property
    def pk(self) -> int: ...
    @property
    def campaign_id(self) -> int: ...


class OfTeam(InCampaign, Protocol):
    """A submission."""

    @property
    def team_id(self) -> int | None: ...


class OnBoard(Protocol):
    """A run."""

    @property
    def pk(self) -> int: ...
    @property
    def board(self) -> InCampaign: ...


def request_check(submission: OfTeam) -> Job:
    """Asks to check a submission; those of one team are checked one after another."""
    lane = f"team:{submission.team_id}"
    return enqueue(JobKind.CHECK_SUBMISSION, submission.pk, campaign_id=submission.campaign_id, lane=lane)


def request_draft_check(draft: OfTeam) -> Job:
    """Asks to check a draft. Those of one team are checked one after another, and submissions do not wait for them."""
    lane = f"drafts:{draft.team_id}"
    return enqueue(JobKind.CHECK_DRAFT, draft.pk, campaign_id=draft.campaign_id, lane=lane)


def request_scoring(run: OnBoard) -> Job:
    """Asks to score a run."""
    return enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=run.board.campaign_id)


def request_comparison(board: InCampaign) -> Job:
    """Asks to compare the runs of a board; its comparisons are made one after another."""
    return enqueue(JobKind.COMPARE_RUNS, board.pk, campaign_id=board.campaign_id, lane=f"board:{board.pk}")


def request_plugins(board: InCampaign) -> Job:
    """Asks to run the plug-ins of the server on the runs of a board, one after another."""
    return enqueue(JobKind.RUN_PLUGINS, board.pk, campaign_id=board.campaign_id, lane=f"plugins:{board.pk}")


def request_trial(trial: InCampaign) -> Job:
    """Asks to score a text that someone tries."""
    return enqueue(JobKind.SCORE_TRIAL, trial.pk, campaign_id=trial.campaign_id)


def request_pack(board: InCampaign) -> Job:
    """Asks to pack the outputs of a board; the packs of a campaign are made one after another."""
    return enqueue(JobKind.PACK_OUTPUTS, board.pk, campaign_id=board.campaign_id, lane=f"outputs:{board.campaign_id}")


def request_input_scoring(data_file: InCampaign) -> Job:
    """Asks to score n-best lists or lattices that systems start from."""
    return enqueue(JobKind.SCORE_INPUT, data_file.pk, campaign_id=data_file.campaign_id)


def request_rescoring(campaign: Campaign) -> Job:
    """Asks to find, and to score and compare again, what is not by the rulebook in force."""
    return enqueue(JobKind.FOLLOW_RULES, campaign.pk, campaign_id=campaign.pk)


def request_analysis(analysis_id: int, *, evaluation_id: int, campaign_id: int) -> Job:
    """Asks to analyse the judgments of a human evaluation; its analyses are made one after another."""
    lane = f"judgments:{evaluation_id}"
    return enqueue(JobKind.ANALYSE_JUDGMENTS, analysis_id, campaign_id=campaign_id, lane=lane)


def request_metrics_comparison(result: InCampaign) -> Job:
    """Asks to compare metrics with people; those of a campaign are compared one after another."""
    return enqueue(
        JobKind.COMPARE_METRICS, result.pk, campaign_id=result.campaign_id, lane=f"metrics:{result.campaign_id}"
    )


def request_release(version: InCampaign) -> Job:
    """Asks to make a version of results; those of a campaign are made one after another."""
    return enqueue(
        JobKind.MAKE_RELEASE, version.pk, campaign_id=version.campaign_id, lane=f"release:{version.campaign_id}"
    )


def request_package_reading(year: InCampaign) -> Job:
    """Asks to read the release package of an earlier year."""
    return enqueue(JobKind.READ_PACKAGE, year.pk, campaign_id=year.campaign_id)


def request_word_alignment(source: InCampaign) -> Job:
    """Asks to align the words of the translations of a source with it."""
    return enqueue(JobKind.ALIGN_WORDS, source.pk, campaign_id=source.campaign_id)


def enqueue(kind: JobKind, subject_id: int, *, campaign_id: int, lane: str = "") -> Job:
    """Queues a job, in the transaction that makes it necessary. A job that is queued already is not queued twice."""
    job, _ = Job.objects.get_or_create(
        kind=kind,
        subject_id=subject_id,
        state=JobState.QUEUED,
        defaults={"campaign_id": campaign_id, "lane": lane, "not_before": timezone.now(), "log": _line("queued")},
    )
    return job


def claim(worker: str, *, lease: timedelta = LEASE, quick: bool = False) -> Job | None:
    """The next job for a worker, which is its own until the lease ends; None where nothing is to do.

    What is quick comes first, and with `quick` nothing else. Comparisons wait until nothing else does: each run that is
    scored meanwhile would have them made again. Plug-ins, which may take hours, come last. A job whose lease ended is
    one whose worker was killed: it is the next one's to start with, but one that was lost before waits a while, and is
    given up in the end.
    """
    moving = Job.objects.filter(campaign__archived_at=None)  # those of archived campaigns wait
    if not moving.filter(state__in=(JobState.QUEUED, JobState.RUNNING)).exists():
        return None  # as most of the time: a look, no transaction
    now = timezone.now()
    ready = Q(state=JobState.QUEUED, not_before__lte=now) | _is_lost(now)
    if quick:
        ready &= Q(kind__in=QUICK)
    before = Job.objects.filter(lane=OuterRef("lane"), pk__lt=OuterRef("pk"))
    same_lane = Job.objects.filter(lane=OuterRef("lane")).exclude(pk=OuterRef("pk"))
    held = ~Q(lane="") & (
        Exists(before.filter(state=JobState.QUEUED)) | Exists(same_lane.filter(state=JobState.RUNNING))
    )
    with transaction.atomic():
        _give_up_lost(now)
        waiting = moving.filter(ready).exclude(held).order_by(RANK, "pk")
        if connection.features.has_select_for_update_skip_locked:
            waiting = waiting.select_for_update(skip_locked=True, of=("self",))
        job = waiting.first()
        if job is None:
            return None
        taken_up = job.state == JobState.RUNNING
        job.state = JobState.RUNNING
        job.worker = worker
        job.attempts += 1
        job.lease_until = now + lease
        job.started_at = now
        job.steps_done = job.steps = 0
        job.log += _line(f"taken up again by {worker}: its worker is gone" if taken_up else f"started by {worker}")
        job.save()
    return job


def _is_lost(now: datetime) -> Q:
    """Jobs whose workers are gone, and that are to be taken up again now: the second time at once, later after pauses,
    so that one that takes its workers with it does not keep all others waiting.
    """
    lost = Q(attempts=1, lease_until__lt=now)
    for attempts in range(2, MOST_LOSSES):
        pause = min(_FIRST_PAUSE * 2 ** (attempts - 2), _LONGEST_WAIT)
        lost |= Q(attempts=attempts, lease_until__lt=now - pause)
    return Q(state=JobState.RUNNING) & lost


def _give_up_lost(now: datetime) -> None:
    reason = (
        f"its workers were gone before it was done, {MOST_LOSSES} times: they were killed, or it needs more memory "
        "than there is"
    )
    lost = Job.objects.filter(state=JobState.RUNNING, attempts__gte=MOST_LOSSES, lease_until__lt=now)
    lost.update(**_failed(now, reason), log=Concat("log", Value(_line(f"failed: {reason}"))))


def renew(job: Job, *, done: int | None = None, total: int | None = None, lease: timedelta = LEASE) -> bool:
    """Says that a job continues, and how far it is; False where it has been given to another worker."""
    progress = {} if done is None or total is None else {"steps_done": done, "steps": total}
    return bool(_own(job).update(lease_until=timezone.now() + lease, **progress))


def finish(job: Job) -> bool:
    """Notes that a job is done."""
    now = timezone.now()
    return bool(
        _own(job).update(
            state=JobState.DONE,
            lease_until=None,
            finished_at=now,
            steps_done=F("steps"),
            error="",
            log=Concat("log", Value(_line("done"))),
        )
    )


def fail(job: Job, reason: str, *, again: bool) -> None:
    """Notes that an attempt failed; it is tried again after a pause that doubles, unless that is of no use."""
    now = timezone.now()
    if again and job.attempts < MOST_ATTEMPTS:
        with transaction.atomic():
            # Somebody may have asked for it again while it ran: that one stands for both.
            if Job.objects.filter(kind=job.kind, subject_id=job.subject_id, state=JobState.QUEUED).exists():
                _own(job).update(**_failed(now, reason), log=Concat("log", Value(_line(f"failed: {reason}"))))
                return
            _own(job).update(
                state=JobState.QUEUED,
                lease_until=None,
                not_before=now + _FIRST_PAUSE * 2 ** (job.attempts - 1),
                error=reason,
                log=Concat("log", Value(_line(f"failed, will be tried again: {reason}"))),
            )
        return
    _own(job).update(**_failed(now, reason), log=Concat("log", Value(_line(f"failed: {reason}"))))


def hand_back(job: Job, reason: str) -> bool:
    """Puts a job that was started back into the queue, because its worker stops; it counts as no attempt."""
    return _put_back(job, reason)


def put_off(job: Job, reason: str) -> bool:
    """Has a job done later for which the server lacks something that people have to fix; it counts as no attempt."""
    return _put_back(job, reason, not_before=timezone.now() + _UNTIL_FIXED, error=reason)


def _put_back(job: Job, reason: str, **more: object) -> bool:
    with transaction.atomic():
        if Job.objects.filter(kind=job.kind, subject_id=job.subject_id, state=JobState.QUEUED).exists():
            return bool(_own(job).update(**_failed(timezone.now(), reason), log=Concat("log", Value(_line(reason)))))
        return bool(
            _own(job).update(
                state=JobState.QUEUED,
                attempts=F("attempts") - 1,
                lease_until=None,
                log=Concat("log", Value(_line(f"handed back: {reason}"))),
                **more,
            )
        )


def _failed(now: object, reason: str) -> dict[str, object]:
    return {"state": JobState.FAILED, "lease_until": None, "finished_at": now, "error": reason}


def retry(job: Job) -> Job:
    """Queues again what failed."""
    return enqueue(JobKind(job.kind), job.subject_id, campaign_id=job.campaign_id, lane=job.lane)


def _own(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker, attempts=job.attempts)


def _line(text: str) -> str:
    return f"{timezone.now():%Y-%m-%d %H:%M:%S} {text}\n"
