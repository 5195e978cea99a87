"""One correction is proposed: what is stored, what is refused, who sees what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.campaigns.models import Campaign, Extension, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.models import DataFile
from tests.site.adjudication.conftest import address, propose, words
from tests.site.conftest import Clock
from tests.site.scoring.world import put_data
from tests.site.texts import reference_xml

Show = Callable[..., str]


def test_the_smallest_stretch_that_changes_is_stored(
    proposal: Correction, talks: DataFile, team: Team, owner: User
) -> None:
    assert (proposal.segment, proposal.found, proposal.proposed) == ("t-1", "to", "two")
    assert (proposal.reference, proposal.team, proposal.proposed_by) == (talks, team, owner)
    assert (proposal.decision, proposal.reason) == ("open", "the number")
    event = AuditEvent.objects.get(act="correction.propose")
    assert (event.actor, event.details["segments"]) == (owner, ["t-1"])


def test_through_the_page_from_the_search_to_the_list(
    campaign: Campaign, talks: DataFile, owner: User, adjudicating: Clock, client: Client, page: Show
) -> None:
    text = page(owner, "propose", talks, "?text=SHIPS")
    assert "1 segment." in text
    assert "we have to ships" in text
    assert "harbour" not in text
    chosen = page(owner, "propose", talks, "?segment=t-1")
    assert "Current text we have to ships" in chosen
    said = {
        "part": 1,
        "segment": "t-1",
        "found": "we have to ships",
        "proposed": "we have two ships",
        "reason": "number",
    }
    listed = words(client.post(address(campaign, "propose", talks), said, follow=True))
    assert "The correction of segment t-1 is proposed." in listed
    assert "Found we have to ships Proposed we have two ships Why number" in listed
    assert "Yours" in listed


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"proposed": "we have to ships"}, "is the same as the current one"),
        ({"found": "we have too ships"}, "has changed since you looked at it"),
        ({"segment": "t-9"}, "no segment t-9"),
        ({"reason": "  "}, "say why it is to be changed"),
        ({"proposed": "two\nships"}, "Nothing was proposed: 1 mistake"),
        ({"part": 2}, "There is no segment"),
    ],
)
def test_what_cannot_be_is_refused(
    said: dict[str, object], reason: str, talks: DataFile, owner: User, adjudicating: Clock
) -> None:
    with pytest.raises(RefusedError, match=reason):
        propose(talks, owner, **said)  # type: ignore[arg-type]
    assert not Correction.objects.exists()


def test_the_same_is_proposed_once_and_again_when_it_was_refused(
    proposal: Correction, talks: DataFile, owner: User
) -> None:
    with pytest.raises(RefusedError, match="the same correction is proposed already"):
        propose(talks, owner)
    Correction.objects.update(decision="refused", decision_reason="no")
    assert propose(talks, owner).pk != proposal.pk


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        ("evaluation", "the phase preliminary will release it"),
        ("preliminary", "the phase Adjudication will open the adjudication"),
        ("results", "the phase Adjudication is over"),
    ],
)
def test_teams_propose_in_the_phase_alone(
    phase: str, reason: str, campaign: Campaign, talks: DataFile, owner: User, clock: Clock
) -> None:
    clock.move_into(campaign, phase)
    with pytest.raises(RefusedError, match=reason):
        propose(talks, owner)


def test_an_extension_lets_a_team_propose_later(
    campaign: Campaign, talks: DataFile, owner: User, team: Team, organiser: User, clock: Clock
) -> None:
    clock.move_into(campaign, "results")
    Extension.objects.create(
        team=team, phase="adjudication", until=clock.now.replace(day=20), reason="illness", granted_by=organiser
    )
    assert propose(talks, owner).team == team


def test_others_than_teams_and_organisers_propose_nothing(
    talks: DataFile, stranger: User, judge: User, observer: User, adjudicating: Clock
) -> None:
    for user in (stranger, judge, observer):
        with pytest.raises(RefusedError, match="proposed by teams that take part, and by organisers"):
            propose(talks, user)


def test_an_address_that_is_not_confirmed_proposes_nothing(talks: DataFile, owner: User, adjudicating: Clock) -> None:
    User.objects.filter(pk=owner.pk).update(email_verified_at=None)
    with pytest.raises(RefusedError, match="confirm your address first"):
        propose(talks, User.objects.get(pk=owner.pk))


def test_organisers_propose_until_scores_are_public(
    campaign: Campaign, talks: DataFile, organiser: User, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    assert propose(talks, organiser).team is None
    clock.move_into(campaign, "public")
    with pytest.raises(RefusedError, match="has made the scores on Talks public"):
        propose(talks, organiser, "we had to ships")


def test_others_see_the_proposal_but_not_whose_it_is(
    proposal: Correction, talks: DataFile, rivals: Team, rival: User, organiser: User, clock: Clock, page: Show
) -> None:
    text = page(rival, "proposals", talks)
    assert "Found we have to ships Proposed we have two ships" in text
    assert "Tests" not in text
    assert "Owen" not in text
    assert "yours" not in text
    assert "Tests (Owen Owner)" in page(organiser, "proposals", talks)
    clock.move_into(talks.campaign, "results")  # which releases who takes part
    later = page(rival, "proposals", talks)
    assert "Tests" in later
    assert "Owen" not in later


@pytest.mark.parametrize("name", ["proposals", "propose", "upload", "suggestions"])
def test_before_references_are_released_no_page_shows_them(
    name: str, campaign: Campaign, talks: DataFile, owner: User, stranger: User, client: Client, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    for user in (owner, stranger):
        client.force_login(user)
        response = client.get(address(campaign, name, talks))
        assert response.status_code == 403
        assert "ships" not in response.content.decode()
    client.logout()
    assert client.get(address(campaign, name, talks)).headers["Location"].startswith("/account/sign-in/")


def test_a_segment_of_one_of_several_references_in_a_file(
    campaign: Campaign, organiser: User, adjudicating: Clock, page: Show
) -> None:
    content = reference_xml(["今天天气很好", "二", "三"], set_id="news", names=["a", "b"])
    news = put_data(campaign, "reference", content, name="refs.xml", test_set="news", pair="en-zh")
    found = "今天天气很好"
    row = propose(news, organiser, "今天天汽很好", segment="doc-1:1", found=found, reason="x", part=2)
    assert (row.part, row.found) == (2, found)
    DataFile.objects.filter(pk=news.pk).update(holds=2)
    assert "reference 2" in page(organiser, "proposals", news)


def test_texts_say_their_language_and_mark_single_characters(
    campaign: Campaign, organiser: User, adjudicating: Clock, client: Client
) -> None:
    content = reference_xml(["今天天气很好", "二", "三"], set_id="news")
    news = put_data(campaign, "reference", content, name="refs.xml", test_set="news", pair="en-zh")
    propose(news, organiser, "今天天汽很好", segment="doc-1:1", found="今天天气很好", reason="x")
    client.force_login(organiser)
    html = client.get(address(campaign, "proposals", news)).content.decode()
    assert '<dd dir="auto" lang="zh">今天天<mark class="wrong">气</mark>很好' in html
    assert '今天天<mark class="right">汽</mark>很好' in html


def test_many_segments_come_in_pages(campaign: Campaign, owner: User, adjudicating: Clock, page: Show) -> None:
    many = b"".join(b"word %d (t-%d)\n" % (number, number) for number in range(30))
    talks = put_data(campaign, "reference", many, name="talks.trn", test_set="talks", pair="en")
    assert "30 segments." in (first := page(owner, "propose", talks))
    assert "Page 1 of 2" in first
    assert "word 29" not in first
    assert "word 29" in page(owner, "propose", talks, "?page=2")
