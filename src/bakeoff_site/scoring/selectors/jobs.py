"""The queue of a campaign, and how far the scoring of runs is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Exists, OuterRef

from bakeoff.rulebook.titles import board_title
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.models import RunScore, Trial
from bakeoff_site.submissions.models import Board, Draft, Run, Submission

_LAST = 20
KINDS: Mapping[str, str] = {
    JobKind.CHECK_SUBMISSION: "check",
    JobKind.CHECK_DRAFT: "check a draft",
    JobKind.SCORE_RUN: "score",
    JobKind.COMPARE_RUNS: "compare",
    JobKind.SCORE_TRIAL: "trial",
    JobKind.RUN_PLUGINS: "run plug-ins",
    JobKind.PACK_OUTPUTS: "pack outputs",
    JobKind.SCORE_INPUT: "score ASR output",
    JobKind.FOLLOW_RULES: "follow the rulebook",
    JobKind.ANALYSE_JUDGMENTS: "analyse judgments",
    JobKind.ALIGN_WORDS: "align words",
    JobKind.COMPARE_METRICS: "compare metrics with people",
    JobKind.MAKE_RELEASE: "make results",
    JobKind.READ_PACKAGE: "read an earlier year",
}
"""The kinds of jobs in words."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job and what it is about."""

    job: Job
    what: str
    subject: str

    @property
    def percent(self) -> int | None:
        return 100 * self.job.steps_done // self.job.steps if self.job.steps else None


@dataclass(frozen=True, slots=True)
class Queue:
    """The jobs of a campaign: running jobs, the next waiting ones, failed ones, and the last finished ones."""

    running: Sequence[JobRow]
    waiting: Sequence[JobRow]
    waiting_count: int
    failed: Sequence[JobRow]
    done: Sequence[JobRow]

    @property
    def is_busy(self) -> bool:
        return bool(self.running or self.waiting)


def queue_of(campaign: Campaign) -> Queue:
    """What an organiser sees of the queue."""
    jobs = Job.objects.filter(campaign=campaign)
    later = jobs.filter(kind=OuterRef("kind"), subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
    parts = {
        "running": list(jobs.filter(state=JobState.RUNNING)),
        "waiting": list(jobs.filter(state=JobState.QUEUED)[:_LAST]),
        # What was asked for again since then is no longer failed.
        "failed": list(jobs.filter(~Exists(later), state=JobState.FAILED).order_by("-pk")[:_LAST]),
        "done": list(jobs.filter(state=JobState.DONE).order_by("-finished_at", "-pk")[:_LAST]),
    }
    names = _subjects(job for part in parts.values() for job in part)
    rows = {
        name: [
            JobRow(job, KINDS[job.kind], names.get((job.kind, job.subject_id), f"#{job.subject_id}")) for job in part
        ]
        for name, part in parts.items()
    }
    return Queue(waiting_count=jobs.filter(state=JobState.QUEUED).count(), **rows)


def failed_job(campaign: Campaign, job_id: int) -> Job | None:
    """A job that failed for good and was not asked for again."""
    return next((row.job for row in queue_of(campaign).failed if row.job.pk == job_id), None)


ScoringState = Literal["scored", "waiting", "running", "failed", "unscored"]


@dataclass(frozen=True, slots=True)
class RunState:
    """How far the scoring of a run is. A run that is scored may wait to be scored again."""

    state: ScoringState
    is_scored: bool = False
    steps_done: int = 0
    steps: int = 0
    error: str = ""


def state_of_runs(runs: Sequence[Run]) -> dict[int, RunState]:
    """The state of each run by its number, in two queries."""
    numbers = [run.pk for run in runs]
    scored = set(RunScore.objects.filter(run__in=numbers, current=True).order_by().values_list("run", flat=True))
    last: dict[int, Job] = {}
    for job in Job.objects.filter(kind=JobKind.SCORE_RUN, subject_id__in=numbers).order_by("pk"):
        # A running job says more than one that waits behind it.
        if job.subject_id not in last or last[job.subject_id].state not in OPEN_STATES:
            last[job.subject_id] = job
    return {number: _state(last.get(number), is_scored=number in scored) for number in numbers}


def _state(job: Job | None, *, is_scored: bool) -> RunState:
    if job is not None and job.state in OPEN_STATES:
        state: ScoringState = "running" if job.state == JobState.RUNNING else "waiting"
        return RunState(state, is_scored, job.steps_done, job.steps)
    if job is not None and job.state == JobState.FAILED:
        return RunState("failed", is_scored, error=job.error)
    return RunState("scored" if is_scored else "unscored", is_scored)


def _subjects(jobs: Iterable[Job]) -> dict[tuple[str, int], str]:
    """What jobs are about, by kind and number, in a query a kind."""
    wanted: dict[str, set[int]] = {}
    for job in jobs:
        wanted.setdefault(job.kind, set()).add(job.subject_id)
    return {
        (kind, number): name
        for kind, find in _FINDERS.items()
        if kind in wanted
        for number, name in find(wanted[kind]).items()
    }


def _runs(numbers: set[int]) -> dict[int, str]:
    runs = Run.objects.filter(pk__in=numbers).select_related("board__campaign")
    return {run.pk: f"{run.name} ({board_title(run.board.campaign.rules, run.board)})" for run in runs}


def _boards(numbers: set[int]) -> dict[int, str]:
    boards = Board.objects.filter(pk__in=numbers).select_related("campaign")
    return {board.pk: board_title(board.campaign.rules, board) for board in boards}


def _submissions(numbers: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in Submission.objects.filter(pk__in=numbers)}


def _drafts(numbers: set[int]) -> dict[int, str]:
    """Whose they are; what is in them is the team's own until it submits them."""
    return {each.pk: str(each.team) for each in Draft.objects.filter(pk__in=numbers).select_related("team")}


def _campaigns(numbers: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in Campaign.objects.filter(pk__in=numbers)}


def _trials(numbers: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in Trial.objects.filter(pk__in=numbers)}


def _data_files(numbers: set[int]) -> dict[int, str]:
    return {each.pk: f"{each} ({slot_of(each)})" for each in DataFile.objects.filter(pk__in=numbers)}


_FINDERS: Mapping[str, Callable[[set[int]], dict[int, str]]] = {
    JobKind.SCORE_RUN: _runs,
    JobKind.COMPARE_RUNS: _boards,
    JobKind.RUN_PLUGINS: _boards,
    JobKind.CHECK_SUBMISSION: _submissions,
    JobKind.CHECK_DRAFT: _drafts,
    JobKind.SCORE_TRIAL: _trials,
    JobKind.FOLLOW_RULES: _campaigns,
    JobKind.SCORE_INPUT: _data_files,
}
