"""How long people wait for jobs, estimated from those before them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, enqueue, finish, renew
from tests.site.conftest import Clock

pytestmark = pytest.mark.django_db


def done(campaign: Campaign, kind: JobKind, *seconds: int) -> None:
    """Jobs that took so long."""
    now = timezone.now()
    Job.objects.bulk_create(
        Job(
            kind=kind,
            subject_id=1000 + number,
            campaign=campaign,
            state=JobState.DONE,
            not_before=now,
            started_at=now,
            finished_at=now + timedelta(seconds=each),
        )
        for number, each in enumerate(seconds)
    )


def test_a_job_waits_for_those_before_it(campaign: Campaign) -> None:
    done(campaign, JobKind.CHECK_SUBMISSION, 2, 4, 60)
    done(campaign, JobKind.SCORE_RUN, 30)
    for subject in (1, 2):
        enqueue(JobKind.CHECK_SUBMISSION, subject, campaign_id=campaign.pk)
    enqueue(JobKind.SCORE_RUN, 3, campaign_id=campaign.pk)
    checks = progress_of(JobKind.CHECK_SUBMISSION, [1, 2, 99])
    assert {subject: (each.ahead, each.left.total_seconds()) for subject, each in checks.items()} == {
        1: (0, 4.0),
        2: (1, 8.0),
    }
    # What is quick comes first
    (score,) = progress_of(JobKind.SCORE_RUN, [3]).values()
    assert (score.state, score.ahead, score.left.total_seconds()) == (JobState.QUEUED, 2, 38.0)


def test_jobs_of_archived_campaigns_are_not_waited_for(campaign: Campaign) -> None:
    enqueue(JobKind.CHECK_SUBMISSION, 1, campaign_id=campaign.pk)
    Campaign.objects.update(archived_at=timezone.now())
    other = Campaign.objects.get()
    other.pk, other.slug, other.archived_at = None, "other", None
    other.save()
    enqueue(JobKind.CHECK_SUBMISSION, 2, campaign_id=other.pk)
    assert progress_of(JobKind.CHECK_SUBMISSION, [2])[2].ahead == 0


def test_a_running_job_says_how_far_it_is(campaign: Campaign, clock: Clock) -> None:
    enqueue(JobKind.SCORE_RUN, 1, campaign_id=campaign.pk)
    job = claim("w")
    assert job is not None
    first = progress_of(JobKind.SCORE_RUN, [1])[1]
    assert (first.state, first.ahead, first.percent) == (JobState.RUNNING, 0, None)
    clock.move_on(timedelta(seconds=30))
    renew(job, done=1, total=4)
    assert progress_of(JobKind.SCORE_RUN, [1])[1] == JobProgress(JobState.RUNNING, 0, 25, timedelta(seconds=90))
    finish(job)
    assert progress_of(JobKind.SCORE_RUN, [1]) == {}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few seconds"),
        (9, "a few seconds"),
        (24, "about 20 seconds"),
        (70, "about 1 minute"),
        (600, "about 10 minutes"),
        (3600, "about 1 hour"),
        (8000, "about 2 hours"),
    ],
)
def test_the_time_left_in_words(seconds: int, words: str) -> None:
    assert JobProgress(JobState.QUEUED, 0, None, timedelta(seconds=seconds)).in_words == words
