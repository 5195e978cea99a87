"""Packages that the server wrote: every published number can be computed again from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bakeoff.release.reading import read_package
from bakeoff.release.verification import verify_package
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.publication.choices import PublishedFor
from bakeoff_site.publication.services import prepare_version, publish_version
from tests.site.conftest import Clock
from tests.site.judging.world import judged_campaign, planned_task
from tests.site.people import person
from tests.site.publication.test_release_content import CONSENT, JUDGES, TEXTS
from tests.site.results.test_human_boards import JUDGING, OPEN, judge_all


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


def test_a_package_of_the_server_bears_out_every_number(db: None, clock: Clock, tmp_path: Path, client: Client) -> None:
    campaign: Campaign = judged_campaign(TEXTS.replace("[phases.evaluation]", CONSENT, 1))
    olga = person("Olga Organiser")
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=olga, opening="phase"), JUDGES)
    for team in Team.objects.exclude(code="DELTA"):
        ConsentGiven.objects.create(team=team, consent="sharing", given_by=olga)
    clock.move_to(OPEN)
    version = prepare_version(campaign, PublishedFor.PUBLIC, licence="CC-BY-4.0", by=olga)
    work_off("test")
    version.refresh_from_db()
    assert version.is_ready, list(Job.objects.values_list("state", "error"))
    publish_version(version, by=olga)
    work_off("test")
    answer = client.get(f"/campaigns/{campaign.slug}/published/1/files/package/")
    assert answer.status_code == 200
    path = tmp_path / "package.zip"
    path.write_bytes(answer.getvalue())
    found = verify_package(path)
    assert found.is_sound, (found.unreadable, found.changed[:3], found.wrong[:3], found.gaps[:5])
    assert found.numbers > 50
    assert found.sha256 == answer["X-Checksum-Sha256"]
    read = read_package(path)
    assert read.licence == "CC-BY-4.0"
    assert read.results.publication.version == 1
    assert read.results.publication.left_out == ("2 outputs are left out: the team did not consent to share outputs.",)
    assert {output.run for output in read.outputs} == {
        run.id for _, run in read.results.runs.values() if run.team != "DELTA"
    }
    content = path.read_bytes()
    for word in ("Able", "Best", "Olga", "@example"):
        assert word.encode() not in content
