"""Human scores that were computed elsewhere are shown with their origin, without judges, and can be withdrawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import HumanScoreImport
from bakeoff_site.judging.services.imports import ImportRefusedError
from bakeoff_site.judging.services.score_imports import import_scores, withdraw_score_import
from tests.site.judging.world import SYSTEMS, judged_campaign
from tests.site.people import person

pytestmark = pytest.mark.django_db
SCORES = "".join(f"{name}\t{value}\n" for name in (*SYSTEMS, "refA") for value in (-len(name), -1, "None"))


@pytest.fixture
def organiser(db: None) -> User:
    return person("Olga Organiser")


@pytest.fixture
def campaign(organiser: User) -> Campaign:
    campaign = judged_campaign()
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    return campaign


def add(campaign: Campaign, by: User, text: str = SCORES, name: str = "en-zh.mqm.seg.score", **place: str) -> Any:
    where = {"language_pair": "en-zh", "test_set": "news", "title": "MQM of professionals", **place}
    return import_scores(campaign, file_name=name, chunks=[text.encode()], by=by, now=timezone.now(), **where)


def test_scores_are_shown_with_their_origin_and_without_judges(
    campaign: Campaign, organiser: User, client: Client
) -> None:
    text = SCORES.replace(f"{SYSTEMS[2]}\t-1\n", f"{SYSTEMS[2]}\t9.5\n")
    imported = add(campaign, organiser, text)
    assert (imported.level, imported.systems[0]) == ("segment", [SYSTEMS[2], (9.5 - len(SYSTEMS[2])) / 2, 2, 1, False])
    address = reverse("results:imported-scores", args=[campaign.slug, imported.pk])
    assert client.get(address).status_code == 404  # nothing is released yet
    client.force_login(organiser)
    shown = " ".join(client.get(address).text.split())
    assert "en-zh.mqm.seg.score, scores of segments as mt-metrics-eval keeps them" in shown
    assert imported.sha256 in shown
    assert "who judged, how well judges agreed, and which differences are significant is not known here" in shown
    assert 'refA</bdi> <span class="chip">Reference</span>' in shown
    overview = client.get(reverse("results:overview", args=[campaign.slug])).text
    assert "Human scores made elsewhere" in overview
    assert "MQM of professionals" in overview


def test_a_file_is_imported_once_and_withdrawn_with_a_reason(
    campaign: Campaign, organiser: User, client: Client
) -> None:
    imported = add(campaign, organiser)
    with pytest.raises(RefusedError, match=r"imported already, as en-zh\.mqm\.seg\.score"):
        add(campaign, organiser, name="en-zh.again.seg.score")
    with pytest.raises(RefusedError, match="Say why"):
        withdraw_score_import(imported, reason=" ", by=organiser, now=timezone.now())
    client.force_login(organiser)
    address = reverse("judging:withdraw-human-scores", args=[campaign.slug, imported.pk])
    assert "no longer count" in client.post(address, {"reason": "other outputs"}, follow=True).text
    with pytest.raises(RefusedError, match="was withdrawn before"):
        withdraw_score_import(imported, reason="again", by=organiser, now=timezone.now())
    assert client.get(reverse("results:imported-scores", args=[campaign.slug, imported.pk])).status_code == 404
    add(campaign, organiser)
    assert HumanScoreImport.objects.count() == 2


MISTAKES = [
    ("OMEGA\t1\n", "en-zh.mqm.sys.score", "en-zh.mqm.sys.score, line 1: expected systems of the campaign: "
     f"{', '.join(sorted(SYSTEMS))}, found OMEGA. Call systems in the file as the boards do, or take their lines out."),
    ("ALPHA\tgood\n", "en-zh.mqm.sys.score", "en-zh.mqm.sys.score, line 1: expected a number in the column score, "
     "found 'good'. Leave out the row of an item that has no score, or write None."),
    ("ALPHA\t1\nALPHA\t1\nBRAVO\t2\n", "en-zh.mqm.seg.score", "en-zh.mqm.seg.score: expected as many lines for each "
     "system, since they are counted, found 1 of BRAVO, 2 of ALPHA. Write None where there is no score."),
    ("ALPHA\t1\n", "en-de.mqm.sys.score", "en-de.mqm.sys.score: expected scores of en-zh, found those of en-de. Choose "
     "the language pair of the file."),
    ("ALPHA\t1\n", "scores.txt", "scores.txt: expected a name that ends in .sys.score, .domain.score, .doc.score or "
     ".seg.score, found scores.txt. Call it as mt-metrics-eval does: en-de.mqm.seg.score."),
    ("", "en-zh.mqm.sys.score", "en-zh.mqm.sys.score: expected at least one score, found none. Copy the file again."),
    ("ALPHA\tNone\n", "en-zh.mqm.sys.score", "en-zh.mqm.sys.score: expected at least one score, found None in every "
     "line. Copy the file again."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "message"), MISTAKES)
def test_a_file_that_does_not_fit_is_refused_with_its_line(
    text: str, name: str, message: str, campaign: Campaign, organiser: User
) -> None:
    with pytest.raises(ImportRefusedError) as refused:
        add(campaign, organiser, text, name)
    assert refused.value.mistakes == (message,)
    assert not HumanScoreImport.objects.exists()


def test_organisers_upload_a_file_on_a_page(campaign: Campaign, organiser: User, client: Client) -> None:
    client.force_login(organiser)
    address = reverse("judging:human-scores", args=[campaign.slug])

    def upload(text: str) -> Any:
        file = SimpleUploadedFile("en-zh.mqm.domain.score", text.encode())
        given = {"title": "MQM", "language_pair": "en-zh", "test_set": "news", "file": file}
        return client.post(address, given, follow=True)

    assert "No scores have been imported yet" in client.get(address).text
    refused = upload("news\tOMEGA\t1\n")
    assert refused.status_code == 422
    assert "en-zh.mqm.domain.score, line 1: expected systems of the campaign" in refused.text
    done = upload("news\tALPHA\t-1.5\ntalks\tALPHA\t-2.5\n")
    assert "The scores are imported" in done.text
    assert HumanScoreImport.objects.get().systems == [["ALPHA", -2.0, 2, 0, False]]
    assert "These scores were imported already" in upload("news\tALPHA\t-1.5\ntalks\tALPHA\t-2.5\n").text
