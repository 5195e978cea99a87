"""Undoing what the log lists, where nothing happened since."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import set_listed
from bakeoff_site.campaigns.services.teams import reinstate_team, withdraw_team
from bakeoff_site.campaigns.services.undo import undo_event, undoable
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from tests.site.campaigns.conftest import NOW
from tests.site.campaigns.test_organise import HOME, SignIn


def last(act: str) -> AuditEvent:
    event = AuditEvent.objects.filter(act=act).first()
    assert event is not None
    return event


def test_a_team_that_was_withdrawn_by_mistake_takes_part_again(
    campaign: Campaign, team: Team, organiser: User, signed_in: SignIn
) -> None:
    withdraw_team(team, by=organiser, reason="a mistake")
    client = signed_in(organiser)
    event = last("team.withdraw")
    assert f"log/{event.pk}/undo/" in client.get(HOME + "log/").content.decode()
    page = client.post(f"{HOME}log/{event.pk}/undo/", follow=True).content.decode()
    assert "It is undone. The log keeps both." in page
    team.refresh_from_db()
    assert team.withdrawn_at is None
    assert f"log/{event.pk}/undo/" not in page
    assert f"log/{last('team.reinstate').pk}/undo/" in page


def test_only_the_last_act_on_a_subject_can_be_undone(campaign: Campaign, team: Team, organiser: User) -> None:
    withdraw_team(team, by=organiser, reason="first")
    first = last("team.withdraw")
    reinstate_team(team, by=organiser, reason="second")
    assert undoable(campaign, AuditEvent.objects.all()) == {last("team.reinstate").pk}
    with pytest.raises(RefusedError, match="something else happened since then"):
        undo_event(campaign, first, by=organiser)


def test_listing_is_undone(campaign: Campaign, organiser: User) -> None:
    set_listed(campaign, actor=organiser, listed=True)
    undo_event(campaign, last("campaign.list"), by=organiser)
    campaign.refresh_from_db()
    assert not campaign.listed


def test_nothing_is_undone_in_the_archive(campaign: Campaign, team: Team, organiser: User) -> None:
    withdraw_team(team, by=organiser, reason="a mistake")
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=NOW + timedelta(days=1))
    campaign.refresh_from_db()
    assert undoable(campaign, AuditEvent.objects.all()) == set()


def test_other_acts_are_not_offered(campaign: Campaign, team: Team) -> None:
    assert undoable(campaign, AuditEvent.objects.filter(act="team.register")) == set()
