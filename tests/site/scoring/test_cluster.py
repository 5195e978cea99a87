"""Scores from a cluster are those of a worker's own, to the last bit."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring import computation
from bakeoff_site.scoring.models import RunScore
from tests.engine.dask_cluster import cluster_url  # noqa: F401
from tests.site.scoring.world import OUTPUTS, put_news, put_run


def test_a_cluster_computes_what_the_worker_would(
    campaign: Campaign,
    team: Team,
    owner: User,
    settings: Any,
    cluster_url: str,  # noqa: F811
) -> None:
    put_news(campaign)
    runs = [put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS", team=team) for _ in range(2)]
    broken = put_run(campaign, b"one\n", by=owner, name="short", team=team)
    for run, url in ((runs[0], ""), (runs[1], cluster_url), (broken, cluster_url)):
        settings.CLUSTER_URL = url
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
        work_off("w")
    computation._engine(cluster_url).shutdown()
    later = put_run(campaign, OUTPUTS["cedar"], by=owner, name="later", team=team)
    enqueue(JobKind.SCORE_RUN, later.pk, campaign_id=campaign.pk)
    work_off("w")  # the connection is gone, which is noticed
    assert Job.objects.get(subject_id=later.pk, kind=JobKind.SCORE_RUN).state == JobState.QUEUED
    Job.objects.update(not_before=timezone.now())
    work_off("w")  # and made again
    assert RunScore.objects.filter(run=later).count() == 4
    computation._engine(cluster_url).shutdown()
    computation._engine.cache_clear()
    fields = ("metric", "specification", "value", "signature", "variation", "groups", "statistics")
    here, there = (RunScore.objects.filter(run=run).values_list(*fields) for run in runs)
    assert len(here) == 4
    assert [[bytes(x) if isinstance(x, memoryview) else x for x in row] for row in here] == [
        [bytes(x) if isinstance(x, memoryview) else x for x in row] for row in there
    ]
    steps = [Job.objects.get(kind=JobKind.SCORE_RUN, subject_id=run.pk).steps for run in runs]
    assert all(steps)  # both told how far they were
    job = Job.objects.get(kind=JobKind.SCORE_RUN, subject_id=broken.pk)
    assert (job.state, job.error[:24]) == (JobState.FAILED, "short.txt (run short): e")


def test_a_cluster_that_falls_silent_is_not_waited_for(
    campaign: Campaign, team: Team, owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that has no workers: what is submitted waits there for ever."""

    class Silent(Executor):
        def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def]
            futures.append(Future())
            return futures[-1]

    futures: list[Future[None]] = []
    monkeypatch.setattr(computation, "open_engine", lambda url: Silent())
    computation._engine.cache_clear()
    settings.CLUSTER_URL = "tcp://silent:8786"
    settings.STALL_SECONDS = 1
    put_news(campaign)
    run = put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS", team=team)
    enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    assert (job.state, job.error) == (
        JobState.QUEUED,
        "nothing was heard of the work for 1 seconds that the cluster tcp://silent:8786 computes: look at its workers.",
    )
    assert futures[0].cancelled()


def test_a_cluster_that_is_gone_is_waited_for(
    campaign: Campaign, team: Team, owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(url: str) -> None:
        raise BakeoffError(f"the cluster {url} cannot be reached.")

    monkeypatch.setattr(computation, "open_engine", gone)
    settings.CLUSTER_URL = "tcp://nowhere:8786"
    put_news(campaign)
    run = put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS", team=team)
    enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    assert (job.state, job.error) == (
        JobState.QUEUED,
        "the cluster tcp://nowhere:8786 cannot be reached.",
    )
