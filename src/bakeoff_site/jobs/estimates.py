"""How far jobs are, and how long people will have to wait for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Case, Q, When
from django.utils import timezone

from bakeoff_site.jobs.choices import OPEN_STATES, QUICK, JobKind, JobState
from bakeoff_site.jobs.models import Job

_RANKS: Mapping[str, int] = {
    **dict.fromkeys(QUICK, 0),
    JobKind.COMPARE_RUNS: 2,
    JobKind.COMPARE_METRICS: 2,
    JobKind.MAKE_RELEASE: 2,
    JobKind.READ_PACKAGE: 2,
    JobKind.RUN_PLUGINS: 3,
}
RANK = Case(*(When(kind=kind, then=rank) for kind, rank in _RANKS.items()), default=1)
"""Which jobs come first; those of the same rank in the order in which they were asked for."""
_LAST = 50
"""Finished jobs from which times are estimated."""
_FEW, _MINUTE, _HOUR = timedelta(seconds=10), timedelta(minutes=1), timedelta(hours=1)
_UNKNOWN = timedelta(seconds=3)
"""What a job takes of a kind that was never done here."""


@dataclass(frozen=True, slots=True)
class JobProgress:
    """A job that waits or runs."""

    state: str
    ahead: int
    """How many jobs come before it."""
    percent: int | None
    """How much of it is done, where it says so."""
    left: timedelta
    """How long it will probably take until it is done."""

    @property
    def in_words(self) -> str:
        """The time left, as roughly as it is known."""
        for unit, length in (("hour", _HOUR), ("minute", _MINUTE)):
            if self.left >= length:
                count = round(self.left / length)
                return f"about {count} {unit}{'' if count == 1 else 's'}"
        return f"about {round(self.left / _FEW) * 10} seconds" if self.left > _FEW else "a few seconds"


def progress_of(kind: JobKind, subjects: Collection[int]) -> Mapping[int, JobProgress]:
    """The jobs of a kind about some rows that wait or run, by row."""
    jobs = Job.objects.filter(kind=kind, subject_id__in=subjects, state__in=OPEN_STATES).order_by("-pk")
    last = {job.subject_id: job for job in jobs}
    if not last:
        return {}
    now, times = timezone.now(), _usual_times()
    running = max(1, Job.objects.filter(state=JobState.RUNNING).count())
    queued = _queued_before(kind, max(job.pk for job in last.values()))
    return {subject: _progress(job, times, queued, running, now) for subject, job in last.items()}


def _queued_before(kind: JobKind, pk: int) -> Sequence[tuple[int, str, int]]:
    """Keys, kinds and ranks of the jobs that come before one of a kind."""
    rank = _RANKS.get(kind, 1)
    before = Q(rank__lt=rank) | Q(rank=rank, pk__lt=pk)
    jobs = Job.objects.filter(state=JobState.QUEUED, campaign__archived_at=None).annotate(rank=RANK).filter(before)
    return list(jobs.order_by().values_list("pk", "kind", "rank"))


def _progress(
    job: Job,
    times: Mapping[str, timedelta],
    queued: Sequence[tuple[int, str, int]],
    running: int,
    now: datetime,
) -> JobProgress:
    usual = times.get(job.kind, _UNKNOWN)
    if job.state == JobState.RUNNING:
        percent = 100 * job.steps_done // job.steps if job.steps else None
        return JobProgress(job.state, 0, percent, _left(job, usual, now))
    rank = _RANKS.get(job.kind, 1)
    ahead = [kind for pk, kind, its_rank in queued if (its_rank, pk) < (rank, job.pk)]
    waiting = sum((times.get(kind, _UNKNOWN) for kind in ahead), timedelta())
    return JobProgress(job.state, len(ahead), None, waiting / running + usual)


def _left(job: Job, usual: timedelta, now: datetime) -> timedelta:
    elapsed = now - (job.started_at or now)
    if job.steps_done:
        return elapsed * (job.steps - job.steps_done) / job.steps_done
    return max(usual - elapsed, timedelta())


def _usual_times() -> Mapping[str, timedelta]:
    """By kind, the median of the last jobs that were done."""
    done = (
        Job.objects.filter(state=JobState.DONE).order_by("-pk").values_list("kind", "started_at", "finished_at")[:_LAST]
    )
    taken: dict[str, list[float]] = {}
    for kind, started_at, finished_at in done:
        if started_at and finished_at:
            taken.setdefault(kind, []).append((finished_at - started_at).total_seconds())
    return {kind: timedelta(seconds=median(times)) for kind, times in taken.items()}
