"""Organisers release runs of the ASR track as input of the SLT track, under names that they choose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.errors import InputError
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.release.inputs import release_targets
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep, path_of
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.submissions.forms import PackageForm
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.selectors.inputs import releasable_runs, released_runs_of
from bakeoff_site.submissions.services.released_runs import release_run
from tests.site.conftest import campaign_by

CTM = b"talk1 1 0.0 0.5 hello\n"


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2012", slug="talks")


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="Team", code="KIT")


def run_of(team: Team, by: User, name: str, data: bytes = CTM, **board: str) -> Run:
    place: dict[str, Any] = {
        "track": "ted-asr",
        "language_pair": "en",
        "condition": "ted-asr",
        "test_set": "asr-tst2012",
    }
    kept = keep([data])
    submission = Submission.objects.create(
        campaign=team.campaign,
        team=team,
        number=Submission.objects.count() + 1,
        name=name,
        sha256=kept.sha256,
        size=kept.size,
        submitted_by=by,
        received_at=datetime(2012, 9, 5, tzinfo=UTC),
        state="valid",
    )
    where, _ = Board.objects.get_or_create(campaign=team.campaign, **{**place, **board})
    return Run.objects.create(
        submission=submission,
        board=where,
        team=team,
        system_type="primary",
        system="primary",
        name=name,
        file_name=f"{name}.ctm",
        sha256=kept.sha256,
        size=kept.size,
    )


def test_runs_go_to_sets_of_the_same_material_and_language() -> None:
    rules = read_rulebook("iwslt2016")

    def targets(**of: str) -> Any:
        return release_targets(rules, **of)

    talks = targets(track="talk-asr", test_set="asr-tst2016", language_pair="en")
    assert talks == (("slt-tst2016", "en-de"), ("slt-tst2016", "en-fr"))
    assert targets(track="mslt-asr", test_set="mslt-asr-tst2016", language_pair="de") == (
        ("mslt-slt-tst2016", "de-en"),
    )
    assert targets(track="talk-mt", test_set="tst2016", language_pair="en-de") == ()


def test_a_released_run_is_a_source_under_its_new_name(team: Team, owner: User, organiser: User) -> None:
    run = run_of(team, owner, "KIT_primary")
    (file,) = release_run(run, label="NICT", by=organiser)
    assert (file.test_set, file.language_pair, file.input, file.number) == ("slt-tst2012", "en-fr", "released-runs", 1)
    assert (file.label, file.name) == ("NICT", "NICT.ctm")
    assert path_of(file.sha256).read_bytes() == CTM
    event = AuditEvent.objects.get(act="run.release")
    assert (event.subject, event.details["name"]) == ("KIT_primary", "NICT")
    assert [(row.run, row.released_as) for row in releasable_runs(team.campaign)] == [(run, "NICT")]
    assert [each.data["value"] for each in PackageForm(team.campaign)["released_runs"].subwidgets] == ["NICT"]


def test_the_same_name_replaces_and_another_is_added(team: Team, owner: User, organiser: User) -> None:
    first, second = run_of(team, owner, "a"), run_of(team, owner, "b", CTM + b"talk1 1 0.5 0.5 there\n")
    release_run(first, label="NICT", by=organiser)
    release_run(second, label="UEDIN", by=organiser)
    (file,) = release_run(second, label="NICT", by=organiser)
    assert (file.number, file.version) == (1, 2)
    assert released_runs_of(team.campaign, "slt-tst2012", "en-fr") == ["NICT", "UEDIN"]


@pytest.mark.parametrize(
    ("change", "label", "message"),
    [
        ({}, " ", "Give the run a name"),
        ({"withdrawn_at": datetime(2012, 9, 6, tzinfo=UTC)}, "NICT", "withdrawn or replaced"),
    ],
)
def test_what_cannot_be_released(
    team: Team, owner: User, organiser: User, change: dict[str, Any], label: str, message: str
) -> None:
    run = run_of(team, owner, "a")
    Run.objects.filter(pk=run.pk).update(**change)
    with pytest.raises(RefusedError, match=message):
        release_run(Run.objects.get(pk=run.pk), label=label, by=organiser)
    assert not team.campaign.data_files.exists()


def test_a_run_of_another_track_cannot_be_released(team: Team, owner: User, organiser: User) -> None:
    run = run_of(team, owner, "a", track="ted-mt", language_pair="en-fr", condition="ted-mt", test_set="tst2012")
    with pytest.raises(RefusedError, match="no track that starts from runs of ted-mt on tst2012"):
        release_run(run, label="NICT", by=organiser)


def test_a_run_that_lacks_a_recording_is_refused(team: Team, owner: User, organiser: User) -> None:
    add_data_file(
        team.campaign,
        kind="regions",
        name="t.uem",
        chunks=[b"talk1 1 0 9\ntalk2 1 0 9\n"],
        test_set="slt-tst2012",
        language_pair="en-fr",
        by=None,
    )
    with pytest.raises(InputError, match="none of talk2"):
        release_run(run_of(team, owner, "a"), label="NICT", by=organiser)


def test_organisers_release_runs_on_a_page(team: Team, owner: User, organiser: User, client: Client) -> None:
    run = run_of(team, owner, "KIT_primary")
    client.force_login(organiser)
    address = reverse("submissions:released-runs", args=["talks"])
    assert client.post(address, {"run": run.pk, "label": "NICT"}).status_code == 302
    page = client.get(address).content.decode()
    assert "<bdi>NICT</bdi>" in page
    client.force_login(owner)
    assert client.get(address).status_code == 403
