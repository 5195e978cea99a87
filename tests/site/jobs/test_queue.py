"""The queue hands each job to one worker, and to another when that one is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bakeoff.errors import BakeoffError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs import registry
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.running import work_off
from bakeoff_site.jobs.services import LEASE, MOST_ATTEMPTS, claim, enqueue, finish, renew
from tests.site.conftest import Clock


def asked(campaign: Campaign, subject: int = 1, lane: str = "") -> Job:
    return enqueue(JobKind.SCORE_RUN, subject, campaign=campaign, lane=lane)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The subjects that were worked on; a task that fails where the subject is 13."""
    subjects: list[int] = []

    def work(subject: int, report: registry.Report) -> None:
        report(1, 2)
        if subject == 13:
            raise BakeoffError("the run is not readable.")
        if subject == 14:
            raise RuntimeError("lost")
        subjects.append(subject)

    registry.rounds()  # has all tasks loaded, so that none comes later and takes the place of this one
    monkeypatch.setitem(registry._TASKS, JobKind.SCORE_RUN, work)
    return subjects


def test_jobs_are_done_in_their_order(campaign: Campaign, done: list[int]) -> None:
    for subject in (3, 1, 2):
        asked(campaign, subject)
    assert work_off("w") == 3
    assert done == [3, 1, 2]
    job = Job.objects.get(subject_id=1)
    assert (job.state, job.steps_done, job.steps) == (JobState.DONE, 2, 2)
    assert [line.split(maxsplit=2)[2] for line in job.log.splitlines()] == ["queued", "begun by w", "done"]


def test_comparisons_wait_until_nothing_else_does(campaign: Campaign) -> None:
    enqueue(JobKind.COMPARE_RUNS, 1, campaign=campaign)
    enqueue(JobKind.CHECK_SUBMISSION, 2, campaign=campaign)
    asked(campaign, 3)
    order = []
    while (job := claim("w")) is not None:
        order.append((job.kind, job.subject_id))
    assert order == [(JobKind.CHECK_SUBMISSION, 2), (JobKind.SCORE_RUN, 3), (JobKind.COMPARE_RUNS, 1)]


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
