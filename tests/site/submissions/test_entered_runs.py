"""Organisers enter baselines and earlier years' runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Run, Submission
from bakeoff_site.submissions.services import RunRefusedError, enter_run
from tests.site.submissions.conftest import PAIR
from tests.submissions.package_files import build


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    """With systems that organisers enter."""
    campaign.rulebook_content["systems"] = {
        "baseline": {"id": "baseline", "title": "Baseline", "kind": "baseline", "language_pairs": [PAIR]},
        "best2009": {"id": "best2009", "kind": "earlier", "tracks": ["single"]},
    }
    campaign.save()
    return Campaign.objects.get(pk=campaign.pk)


@pytest.fixture
def run_text(campaign: Campaign) -> bytes:
    """A run under a system name of its own, as no team could submit it."""
    package = build(campaign.rules, "eval", language_pair=PAIR).package.edited("NIST_ara2eng_primary_cn", "moses")
    return next(iter(package.files.values()))


@pytest.fixture
def enter(campaign: Campaign, organiser: User, run_text: bytes) -> Callable[..., Run]:
    def act(**changes: Any) -> Run:
        given: dict[str, Any] = {
            "system": "baseline",
            "track": "single",
            "language_pair": PAIR,
            "condition": "constrained",
            "test_set": "current",
            "name": "moses.xml",
            "chunks": [run_text],
        }
        return enter_run(campaign, **{**given, **changes}, by=organiser)

    return act


def test_a_run_is_entered_with_a_receipt(
    enter: Callable[..., Run], source: Callable[[str], DataFile], organiser: User, run_text: bytes
) -> None:
    source("current")
    run = enter()
    assert (run.name, run.entered, run.team, run.effect, run.official) == ("Baseline", "baseline", None, "new", True)
    assert path_of(run.sha256).read_bytes() == run_text
    submission = run.submission
    assert (submission.number, submission.state, submission.team, submission.findings) == (1, "valid", None, [])
    event = AuditEvent.objects.get(act="run.enter")
    assert (event.actor, event.subject, event.details["receipt"]) == (organiser, "Baseline", 1)


def test_it_is_scored_where_there_are_references(
    enter: Callable[..., Run], reference: Callable[[str], DataFile]
) -> None:
    reference("current")
    run = enter()
    assert Job.objects.get().kind == JobKind.SCORE_RUN
    assert Job.objects.get().subject_id == run.pk


def test_entered_again_it_replaces(enter: Callable[..., Run]) -> None:
    first, second = enter(), enter()
    first.refresh_from_db()
    assert first.replaced_by == second
    assert (second.effect, second.name, second.submission.number) == ("replaces", "Baseline", 2)


def test_mistakes_in_the_run_are_all_told_and_nothing_is_entered(
    enter: Callable[..., Run], source: Callable[[str], DataFile], run_text: bytes
) -> None:
    source("current")
    with pytest.raises(RunRefusedError, match="not entered") as refusal:
        enter(chunks=[run_text.replace(b'<seg id="2">', b'<seg id="9">', 1)])
    assert {finding.code for finding in refusal.value.findings} == {"seg-id-missing", "seg-id-extra"}
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"system": "nobody"}, "The rulebook has no system nobody; it has: baseline, best2009"),
        ({"system": "best2009", "track": "combination"}, "The system best2009 is not entered in the track combination"),
        ({"language_pair": "chi2eng"}, "The system Baseline is not entered for chi2eng in the track single"),
        ({"test_set": "combination"}, "The track single has no test set combination for ara2eng"),
        ({"condition": ""}, "Expected a data condition out of constrained, unconstrained, found none"),
        ({"name": ".."}, "Expected a file name"),
        ({"chunks": [b""]}, "The file is empty"),
    ],
)
def test_what_does_not_fit_the_rulebook_is_refused(
    enter: Callable[..., Run], changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(RefusedError, match=reason):
        enter(**changes)
    assert not Run.objects.exists()


def test_an_entered_system_is_withdrawn_on_its_page(
    enter: Callable[..., Run], source: Callable[[str], DataFile], organiser: User, client: Client
) -> None:
    source("current")
    run = enter()
    client.force_login(organiser)
    receipt = f"/campaigns/openmt/organise/submissions/{run.submission.number}/"
    for page in ("/campaigns/openmt/organise/submissions/", "/campaigns/openmt/organise/submissions/enter/"):
        assert f'href="{receipt}"' in client.get(page).content.decode()
    page = client.get(receipt).content.decode()
    assert run.name in page
    assert f'href="{receipt}withdraw/"' in page
    asked = client.get(f"{receipt}withdraw/").content.decode()
    assert f'href="{receipt}">Keep it</a>' in asked
    assert "completed step" not in asked
    assert "This field is required." in client.post(f"{receipt}withdraw/", {"reason": ""}).content.decode()
    page = client.post(f"{receipt}withdraw/", {"reason": "of another year"}, follow=True).content.decode()
    assert "is withdrawn; its runs no longer count." in page
    assert "of another year" in page
    assert f'href="{receipt}withdraw/"' not in page
    run.refresh_from_db()
    assert run.withdrawn_at is not None
    assert AuditEvent.objects.get(act="submission.withdraw").actor == organiser
    assert client.post(f"{receipt}withdraw/", {"reason": "again"}).status_code == 403
