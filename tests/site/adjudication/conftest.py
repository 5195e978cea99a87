"""A campaign of recognition in whose transcript there are mistakes, and of translation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.services.proposals import propose_correction
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.scoring.world import put_data, put_run, small_campaign

RULES = """
[campaign]
id = "small"
title = "Small"
[language_pairs]
en = { source = "English" }
en-zh = { source = "English", target = "Chinese" }
[tracks.asr]
kind = "asr"
language_pairs = ["en"]
[tracks.mt]
kind = "mt"
language_pairs = ["en-zh"]
[test_sets.talks]
title = "Talks"
role = "current"
tracks = ["asr"]
[test_sets.news]
role = "current"
tracks = ["mt"]
references = 2
[registration]
by_language_pair = true
[phases.evaluation]
start = 2026-02-01
end = 2026-02-10
opens = ["submit:main"]
[phases.preliminary]
start = 2026-03-01
releases = { participants = ["own-scores", "references:talks"] }
[phases.adjudication]
title = "Adjudication"
start = 2026-03-05
end = 2026-03-10
tracks = ["asr"]
opens = ["adjudicate"]
[phases.results]
start = 2026-04-01
releases = { participants = ["scores", "system-names", "participants", "outputs"] }
[phases.public]
start = 2026-05-01
releases = { public = ["scores"] }
[submission]
format = "trn"
[submission.packages.main]
[submission.system_types.primary]
exactly = 1
compared = true
[evaluation]
official_metric = "bleu"
metrics = ["ter"]
interval = { samples = 50 }
comparison = { trials = 200 }
[evaluation.tracks.asr]
official_metric = "wer@sclite"
metrics = ["wer@sclite"]
case = false
"""
TALKS = b"we have to ships (t-1)\nthe harbour is full (t-2)\nno more words (t-3)\n"
RIGHT = b"we have two ships (t-1)\nthe harbour is full (t-2)\nno more words (t-3)\n"
"""Hears what the reference writes wrong, and nothing else."""
WRONG = b"we have two chips (t-1)\nthe harbour is fool (t-2)\nno more words (t-3)\n"
AS_WRITTEN = b"we have to ships (t-1)\nthe harbour is full (t-2)\nno more birds (t-3)\n"
"""Has the mistake of the reference, and one of its own: better than RIGHT before and worse after."""


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None) -> Campaign:
    return small_campaign(RULES)


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="Tests", code="TESTS", language_pairs=["en", "en-zh"])


@pytest.fixture
def rivals(rival: User) -> Team:
    team = Team.objects.get(members__user=rival)
    team.language_pairs = ["en", "en-zh"]
    team.save()
    return team


@pytest.fixture
def talks(campaign: Campaign) -> DataFile:
    """The transcript, with a mistake in its first utterance."""
    return put_data(campaign, "reference", TALKS, name="talks.trn", test_set="talks", pair="en")


@pytest.fixture
def adjudicating(campaign: Campaign, clock: Clock) -> Clock:
    """The phase in which teams propose corrections."""
    clock.move_into(campaign, "adjudication")
    return clock


@pytest.fixture
def runs(campaign: Campaign, talks: DataFile, team: Team, rivals: Team, organiser: User) -> dict[str, Run]:
    """Three systems that are scored."""
    where: dict[str, Any] = {"by": organiser, "track": "asr", "pair": "en", "test_set": "talks"}
    found = {
        "TESTS": put_run(campaign, RIGHT, name="TESTS primary", team=team, file_name="t.trn", **where),
        "RIVAL": put_run(campaign, AS_WRITTEN, name="RIVAL primary", team=rivals, file_name="r.trn", **where),
        "BASE": put_run(campaign, WRONG, name="baseline", file_name="b.trn", **where),
    }
    for run in found.values():
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("test")
    return found


@pytest.fixture
def proposal(talks: DataFile, owner: User, adjudicating: Clock) -> Correction:
    """`to` should be `two`."""
    return propose(talks, owner)


def propose(
    reference: DataFile,
    by: User,
    proposed: str = "we have two ships",
    *,
    segment: str = "t-1",
    found: str = "we have to ships",
    reason: str = "the number",
    **fields: Any,
) -> Correction:
    return propose_correction(
        reference, segment=segment, found=found, proposed=proposed, reason=reason, by=by, **fields
    )


@pytest.fixture
def page(client: Client, campaign: Campaign) -> Callable[..., str]:
    """The words of a page for someone."""

    def page(user: User | None, name: str, reference: DataFile | None = None, query: str = "") -> str:
        client.logout()
        if user is not None:
            client.force_login(user)
        response = client.get(address(campaign, name, reference) + query)
        assert response.status_code == 200, (name, response.status_code)
        return words(response)

    return page


def address(campaign: Campaign, name: str, reference: DataFile | None = None) -> str:
    arguments: list[Any] = [campaign.slug] if reference is None else [campaign.slug, reference.pk]
    return reverse(f"adjudication:{name}", args=arguments)


def words(response: Any) -> str:
    answer: HttpResponse = response
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
