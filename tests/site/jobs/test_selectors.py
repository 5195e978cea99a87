"""What is wrong with the queue."""

from __future__ import annotations

from datetime import timedelta

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.commands.installation.configuration_checks import job_problems
from bakeoff_site.config.environment import Environment
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.selectors import failed_jobs, overdue_jobs
from bakeoff_site.jobs.services import claim, enqueue, fail, finish, retry
from tests.site.conftest import Clock

LATER = timedelta(minutes=11)


def test_jobs_that_nobody_does_are_overdue(campaign: Campaign, clock: Clock) -> None:
    enqueue(JobKind.SCORE_RUN, 1, campaign_id=campaign.pk)
    assert overdue_jobs() == 0
    clock.move_on(LATER)
    assert overdue_jobs() == 1


def test_a_long_queue_with_a_worker_is_not(campaign: Campaign, clock: Clock) -> None:
    for subject in (1, 2):
        enqueue(JobKind.SCORE_RUN, subject, campaign_id=campaign.pk)
    clock.move_on(LATER)
    job = claim("w")
    assert job is not None
    assert overdue_jobs() == 0
    finish(job)
    assert overdue_jobs() == 0
    clock.move_on(LATER)
    assert overdue_jobs() == 1


def test_jobs_of_dead_workers_that_nobody_takes_up_are_overdue(campaign: Campaign, clock: Clock) -> None:
    enqueue(JobKind.SCORE_RUN, 1, campaign_id=campaign.pk)
    claim("w")
    clock.move_on(LATER + timedelta(minutes=2))
    assert overdue_jobs() == 1


def test_failed_jobs_count_until_they_are_asked_for_again(campaign: Campaign) -> None:
    enqueue(JobKind.SCORE_RUN, 1, campaign_id=campaign.pk)
    job = claim("w")
    assert job is not None
    fail(job, "why", again=False)
    assert failed_jobs() == 1
    retry(Job.objects.get())
    assert failed_jobs() == 0


def test_the_check_of_the_server_tells_both(campaign: Campaign, clock: Clock) -> None:
    assert list(job_problems(Environment())) == []
    for subject in (1, 2, 3):
        enqueue(JobKind.SCORE_RUN, subject, campaign_id=campaign.pk)
    job = claim("w")
    assert job is not None
    fail(job, "why", again=False)
    clock.move_on(LATER)
    waiting = "2 jobs have waited for more than ten minutes: no worker takes them. "
    failed = "1 job has failed: the page Jobs of each campaign shows why, and tries them again."
    assert list(job_problems(Environment())) == [
        waiting + "Start bakeoff serve, or a worker by bakeoff worker.",
        failed,
    ]
    assert list(job_problems(Environment(worker_processes=0))) == [
        waiting + "Start one by bakeoff worker, as BAKEOFF_WORKER_PROCESSES is 0.",
        failed,
    ]
