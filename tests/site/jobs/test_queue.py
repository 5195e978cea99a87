"""The queue hands each job to one worker, and to another when that one is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bakeoff.errors import BakeoffError, TransientError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs import execution
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import LEASE, MOST_ATTEMPTS, MOST_LOSSES, claim, enqueue, finish, renew, retry
from tests.site.conftest import Clock


def asked(campaign: Campaign, subject: int = 1, lane: str = "") -> Job:
    return enqueue(JobKind.SCORE_RUN, subject, campaign_id=campaign.pk, lane=lane)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The subjects that were worked on; a task that fails where the subject is 13."""
    subjects: list[int] = []

    def work(subject: int, report: execution.Report) -> None:
        report(1, 2)
        if subject == 13:
            raise BakeoffError("the run is not readable.")
        if subject == 14:
            raise RuntimeError("lost")
        if subject == 15:
            raise TransientError("the cluster is away.")
        subjects.append(subject)

    execution.periodic_tasks()  # has all tasks loaded, so that none comes later and takes the place of this one
    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, work)
    return subjects


def test_jobs_are_done_in_their_order(campaign: Campaign, done: list[int]) -> None:
    for subject in (3, 1, 2):
        asked(campaign, subject)
    assert work_off("w") == 3
    assert done == [3, 1, 2]
    job = Job.objects.get(subject_id=1)
    assert (job.state, job.steps_done, job.steps) == (JobState.DONE, 2, 2)
    assert [line.split(maxsplit=2)[2] for line in job.log.splitlines()] == ["queued", "started by w", "done"]


def ask_for_all(campaign: Campaign) -> None:
    """A job of each kind, in the order in which they are least wanted."""
    kinds = (
        "RUN_PLUGINS",
        "COMPARE_RUNS",
        "COMPARE_METRICS",
        "MAKE_RELEASE",
        "READ_PACKAGE",
        "PACK_OUTPUTS",
        "SCORE_RUN",
        "SCORE_INPUT",
        "FOLLOW_RULES",
        "CHECK_SUBMISSION",
        "CHECK_DRAFT",
        "SCORE_TRIAL",
        "ANALYSE_JUDGMENTS",
        "ALIGN_WORDS",
    )
    for kind in kinds:
        enqueue(JobKind[kind], 1, campaign_id=campaign.pk)
    assert set(kinds) == set(JobKind.__members__)


def test_what_people_wait_for_comes_first_and_comparisons_and_plug_ins_last(campaign: Campaign) -> None:
    ask_for_all(campaign)
    order = []
    while (job := claim("w")) is not None:
        order.append(job.kind)
    assert order == [
        JobKind.FOLLOW_RULES,
        JobKind.CHECK_SUBMISSION,
        JobKind.CHECK_DRAFT,
        JobKind.SCORE_TRIAL,
        JobKind.ANALYSE_JUDGMENTS,
        JobKind.PACK_OUTPUTS,
        JobKind.SCORE_RUN,
        JobKind.SCORE_INPUT,
        JobKind.ALIGN_WORDS,
        JobKind.COMPARE_RUNS,
        JobKind.COMPARE_METRICS,
        JobKind.MAKE_RELEASE,
        JobKind.READ_PACKAGE,
        JobKind.RUN_PLUGINS,
    ]


def test_a_worker_kept_free_does_only_what_is_quick(campaign: Campaign) -> None:
    ask_for_all(campaign)
    order = []
    while (job := claim("w", quick=True)) is not None:
        order.append(job.kind)
    assert order == [
        JobKind.FOLLOW_RULES,
        JobKind.CHECK_SUBMISSION,
        JobKind.CHECK_DRAFT,
        JobKind.SCORE_TRIAL,
        JobKind.ANALYSE_JUDGMENTS,
    ]
    assert claim("w") is not None


def test_what_waits_is_not_asked_for_twice(campaign: Campaign) -> None:
    assert asked(campaign) == asked(campaign)
    running = claim("w")
    assert running is not None
    assert asked(campaign) != running  # what changed since it was begun is not lost


def test_a_job_has_one_worker(campaign: Campaign) -> None:
    asked(campaign)
    assert claim("one") is not None
    assert claim("two") is None


def test_a_killed_workers_job_is_taken_up_again(campaign: Campaign, clock: Clock) -> None:
    asked(campaign)
    first = claim("killed")
    assert first is not None
    clock.move_on(LEASE / 2)
    assert renew(first)
    clock.move_on(LEASE / 2 + timedelta(seconds=1))
    assert claim("other") is None
    clock.move_on(LEASE)
    second = claim("other")
    assert second is not None
    assert (second.pk, second.attempts) == (first.pk, 2)
    assert not renew(first)
    assert not finish(first)  # who was thought dead cannot speak for it any more
    assert finish(second)


def test_a_job_that_takes_its_workers_with_it_is_given_up(campaign: Campaign, clock: Clock) -> None:
    poison = asked(campaign, 1)
    taken = 0
    for _ in range(200):
        job = claim("killed")
        taken += job is not None
        clock.move_on(LEASE + timedelta(seconds=1))
    assert taken == MOST_LOSSES
    poison.refresh_from_db()
    assert (poison.state, poison.lease_until) == (JobState.FAILED, None)
    assert poison.error.startswith(f"its workers were gone before it was done, {MOST_LOSSES} times")
    assert poison.log.splitlines()[-1].endswith(f"failed: {poison.error}")
    retry(poison)  # which an organiser asks for
    assert claim("w") is not None


def test_other_jobs_come_before_one_that_lost_its_worker_twice(campaign: Campaign, clock: Clock) -> None:
    asked(campaign, 1)
    assert claim("killed") is not None
    clock.move_on(LEASE + timedelta(seconds=1))
    first = claim("killed too")
    assert first is not None
    assert first.subject_id == 1  # at once: workers die for many reasons
    clock.move_on(LEASE + timedelta(seconds=1))
    asked(campaign, 2)
    other = claim("w")
    assert other is not None
    assert other.subject_id == 2
    assert claim("w") is None
    clock.move_on(timedelta(seconds=10))
    again = claim("w")
    assert again is not None
    assert (again.subject_id, again.attempts) == (1, 3)


def test_a_lane_is_walked_one_by_one(campaign: Campaign) -> None:
    for subject in (1, 2):
        asked(campaign, subject, lane="team:1")
    asked(campaign, 3, lane="team:2")
    first, other = claim("w"), claim("w")
    assert first is not None
    assert other is not None
    assert [first.subject_id, other.subject_id] == [1, 3]
    assert claim("w") is None
    finish(first)
    second = claim("w")
    assert second is not None
    assert second.subject_id == 2


def test_bad_input_fails_at_once_and_says_why(campaign: Campaign, done: list[int]) -> None:
    asked(campaign, 13)
    work_off("w")
    job = Job.objects.get()
    assert (job.state, job.attempts, job.error) == (JobState.FAILED, 1, "the run is not readable.")


def test_what_may_work_later_is_tried_again_and_says_why(campaign: Campaign, done: list[int]) -> None:
    asked(campaign, 15)
    work_off("w")
    job = Job.objects.get()
    assert (job.state, job.attempts, job.error) == (JobState.QUEUED, 1, "the cluster is away.")


def test_other_failures_are_tried_again_after_a_pause(campaign: Campaign, done: list[int], clock: Clock) -> None:
    asked(campaign, 14)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert work_off("w") == 1
        job = Job.objects.get()
        assert job.attempts == attempt
        assert job.state == (JobState.QUEUED if attempt < MOST_ATTEMPTS else JobState.FAILED)
        assert work_off("w") == 0
        clock.move_on(timedelta(minutes=10))
    assert job.error == "RuntimeError: lost"
