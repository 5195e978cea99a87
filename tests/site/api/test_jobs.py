"""The queue by the API, for organisers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, enqueue, fail
from tests.site.api.conftest import as_, error_of
from tests.site.world import World

JOBS = "/campaigns/openmt/jobs"


@pytest.fixture
def job(campaign: Campaign) -> Job:
    return enqueue(JobKind.SCORE_RUN, 7, campaign_id=campaign.pk)


def test_organiser_sees_the_queue(job: Job, organiser: User) -> None:
    [shown] = as_(organiser).get(JOBS).json()["items"]
    assert (shown["id"], shown["kind"], shown["subject"], shown["state"]) == (job.pk, "score-run", 7, "queued")
    assert as_(organiser).get(JOBS, state="done").json()["count"] == 0
    assert error_of(as_(organiser).get(JOBS, state="lost")) == (422, "invalid")


def test_failed_job_is_tried_again(job: Job, organiser: User) -> None:
    claimed = claim("test")
    assert claimed is not None
    fail(claimed, "no reference", again=False)
    assert as_(organiser).get(JOBS, state="failed").json()["items"][0]["error"] == "no reference"
    response = as_(organiser, "organise").post(f"{JOBS}/{job.pk}/retry")
    assert (response.status_code, response.json()["state"]) == (200, "queued")


def test_job_that_did_not_fail_is_not_tried_again(job: Job, organiser: User) -> None:
    assert error_of(as_(organiser).post(f"{JOBS}/{job.pk}/retry")) == (404, "not-found")


def test_runs_are_scored_again(make_world: Callable[..., World]) -> None:
    world = make_world("public")
    organiser = world.people["organiser"]
    for body in ({}, {"board": None}, {"board": world.board.pk}):
        response = as_(organiser, "organise").post(f"{JOBS}/rescore", body)
        assert (response.status_code, response.json()) == (200, {"runs": len(world.runs)})
    asked = Job.objects.filter(kind=JobKind.SCORE_RUN, state=JobState.QUEUED)
    assert set(asked.values_list("subject_id", flat=True)) == {run.pk for run in world.runs.values()}
    assert error_of(as_(organiser).post(f"{JOBS}/rescore", {"board": 0})) == (404, "not-found")
    assert error_of(as_(organiser, "read").post(f"{JOBS}/rescore", {})) == (403, "scope")


def test_nothing_to_score_is_refused(campaign: Campaign, organiser: User) -> None:
    assert error_of(as_(organiser).post(f"{JOBS}/rescore", {})) == (409, "refused")


@pytest.mark.parametrize("who", ["owner", "rival", "judge", "observer", "stranger"])
def test_queue_is_for_organisers(who: str, job: Job, request: pytest.FixtureRequest) -> None:
    user = request.getfixturevalue(who)
    assert error_of(as_(user).get(JOBS)) == (403, "forbidden")
    assert error_of(as_(user).post(f"{JOBS}/{job.pk}/retry")) == (403, "forbidden")
