"""Organisers add scores of systems whose output is not available: on a page and by the API, into the rulebook."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from django.test import Client

from bakeoff.client import ConflictError, InvalidError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from tests.site.api.conftest import speaking
from tests.site.submissions.conftest import PAIR

PAGE = "/campaigns/openmt/organise/published-scores/"
PLACE: dict[str, Any] = {"system": "BEST09", "track": "single", "language_pair": PAIR, "test_set": "current"}
SCORES = {"bleu@mteval": "46.10", "ter@tercom": "45.2"}
SOURCE = "OpenMT09 results, https://example.org/2009"
SYSTEM = '\n[systems.BEST09]\nkind = "earlier"\ntitle = "Best of 2009"\n'


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    """With a system of an earlier year."""
    campaign.rulebook_text += SYSTEM
    campaign.rulebook_content["systems"] = tomllib.loads(SYSTEM)["systems"]
    campaign.save()
    return Campaign.objects.get(pk=campaign.pk)


def stored() -> Any:
    campaign = Campaign.objects.get(slug="openmt")
    written = tomllib.loads(campaign.rulebook_text).get("published_scores", [])
    assert campaign.rulebook_content.get("published_scores", []) == written
    return written


def test_a_form_writes_scores_into_the_rulebook_and_a_button_removes_them(
    campaign: Campaign, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    scores = {f"score:{metric}": value for metric, value in SCORES.items()}
    answer = client.post(PAGE, {**PLACE, **scores, "source": SOURCE}, follow=True)
    assert "The published scores of Best of 2009 are part of the rulebook now." in answer.content.decode()
    assert stored() == [{**PLACE, "scores": SCORES, "source": SOURCE}]
    page = client.get(PAGE).content.decode()
    assert '<a href="/campaigns/openmt/organise/submissions/" aria-current="page">Submissions</a>' in page
    assert "BLEU&nbsp;46.10, " in page
    assert 'OpenMT09 results, <a href="https://example.org/2009"' in page
    assert AuditEvent.objects.filter(act="campaign.change-rulebook", actor=organiser).count() == 1
    (entry,) = speaking(organiser).published_scores("openmt")
    client.post(f"{PAGE}{entry.id}/remove/")
    assert stored() == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"score:bleu@mteval": "460.1"},
            "Expected a score by bleu@mteval of at least 0 and at most 100, found 460.1",
        ),
        ({"score:bleu@mteval": "46,1"}, "Expected a number such as 25.07, found &#x27;46,1&#x27;."),
        ({"score:bleu@mteval": ""}, "Enter the score of at least one metric."),
        ({"source": ""}, "This field is required."),
    ],
)
def test_mistakes_are_named_and_nothing_is_kept(
    campaign: Campaign, organiser: User, client: Client, changes: dict[str, str], said: str
) -> None:
    client.force_login(organiser)
    page = client.post(PAGE, {**PLACE, "score:bleu@mteval": "46.1", "source": SOURCE, **changes}).content.decode()
    assert said in page
    assert stored() == []


def test_programs_add_list_and_remove_scores(campaign: Campaign, organiser: User) -> None:
    speaker = speaking(organiser)
    added = speaker.publish_scores("openmt", **PLACE, scores=SCORES, source=SOURCE)
    assert (added.scores, added.source, added.condition) == (SCORES, SOURCE, "")
    assert list(speaker.published_scores("openmt")) == [added]
    with pytest.raises(InvalidError) as caught:
        speaker.publish_scores("openmt", **PLACE, scores={"bleu@mteval": "46.1x"}, source=SOURCE)
    (finding,) = caught.value.findings
    assert (finding.code, finding.found, finding.expected) == ("rulebook-value", "'46.1x'", "a number such as 25.07")
    speaker.remove_published_scores("openmt", added.id)
    assert list(speaker.published_scores("openmt")) == []
    with pytest.raises(ConflictError, match="no longer in the rulebook"):
        speaker.remove_published_scores("openmt", added.id)
