"""The queue as organisers see it."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, enqueue, renew
from bakeoff_site.scoring.selectors.jobs import RunState, queue_of, state_of_runs
from bakeoff_site.submissions.models import Run
from tests.site.scoring.world import OUTPUTS, put_news, put_run

PAGE = "/campaigns/small/organise/jobs/"


@pytest.fixture
def runs(campaign: Campaign, team: Team, owner: User) -> list[Run]:
    put_news(campaign)
    return [
        put_run(campaign, OUTPUTS["aster"], by=owner, name="good", team=team),
        put_run(campaign, b"one\n", by=owner, name="short", team=team),
        put_run(campaign, OUTPUTS["cedar"], by=owner, name="third", team=team),
    ]


def ask(*runs: Run) -> None:
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=run.board.campaign_id)


def shown(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get(PAGE).content.decode()


def test_an_empty_queue_says_so(campaign: Campaign, organiser: User) -> None:
    page = shown(organiser)
    for text in (
        "Nothing is running, waiting or failed.",
        "Jobs start with the first submission, and when you enter a system.",
    ):
        assert text in page
    assert "hx-get" not in page


def test_running_jobs_show_how_far_they_are(runs: list[Run], organiser: User) -> None:
    ask(*runs[:2])
    job = claim("w")
    assert job is not None
    renew(job, done=3, total=8)
    page = shown(organiser)
    label = "Progress of score good (mt, German–English, news)"
    assert f'<progress max="100" value="37" aria-label="{label}">37 %</progress>' in page
    assert 'hx-trigger="every 2s"' in page
    assert "1 job." in page


def test_failed_jobs_show_why_and_are_tried_again(runs: list[Run], organiser: User, campaign: Campaign) -> None:
    ask(runs[1])
    work_off("w")
    page = shown(organiser)
    assert "short.txt (run short): expected" in page
    assert "started by w" in page
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    client = Client()
    client.force_login(organiser)
    answer = client.post(f"{PAGE}{job.pk}/retry/", follow=True)
    assert "It will be tried again." in answer.content.decode()
    assert [each.state for each in Job.objects.filter(kind=JobKind.SCORE_RUN)] == [JobState.FAILED, JobState.QUEUED]
    assert AuditEvent.objects.get(act="job.retry").actor == organiser
    assert not queue_of(campaign).failed  # it waits again
    assert client.post(f"{PAGE}{job.pk}/retry/").status_code == 404


def test_jobs_of_other_campaigns_are_not_there(runs: list[Run], organiser: User) -> None:
    ask(runs[1])
    work_off("w")
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    other = Campaign.objects.create(slug="other", title="Other", rulebook_text="", rulebook_content={})
    Job.objects.update(campaign=other)
    client = Client()
    client.force_login(organiser)
    assert "short" not in shown(organiser)
    assert client.post(f"{PAGE}{job.pk}/retry/").status_code == 404


def test_runs_tell_their_state(runs: list[Run]) -> None:
    good, short, third = runs
    assert state_of_runs(runs) == {run.pk: RunState("unscored") for run in runs}
    ask(good, short)
    work_off("w", most=1)
    states = state_of_runs(runs)
    assert (states[good.pk].state, states[short.pk].state) == ("scored", "waiting")
    job = claim("w")
    assert job is not None
    renew(job, done=1, total=4)
    assert state_of_runs(runs)[short.pk] == RunState("running", steps_done=1, steps=4)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, lease_until=None, error="why")
    assert state_of_runs(runs)[short.pk] == RunState("failed", error="why")
    ask(good)
    assert state_of_runs(runs)[good.pk] == RunState("waiting", is_scored=True)
    assert state_of_runs(runs)[third.pk] == RunState("unscored")


def test_the_page_takes_as_many_queries_for_one_job_as_for_three(
    runs: list[Run], organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(organiser)
    ask(runs[0])
    client.get(PAGE)
    with django_assert_num_queries(14):
        client.get(PAGE)
    ask(*runs)
    with django_assert_num_queries(14):
        assert client.get(PAGE).content.decode().count("<bdi>") >= 4
