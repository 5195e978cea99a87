"""The calendar file of a campaign."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Team
from tests.reports.campaigns.calendar_reader import read_events
from tests.site.conftest import Clock

PAGE = "/campaigns/openmt/calendar.ics"


def events(client: Client) -> dict[str, dict[str, str]]:
    return {event["UID"].partition("@")[0]: event for event in read_events(client.get(PAGE).content.decode())[1]}


def test_everyone_gets_the_schedule_of_the_page(campaign: Campaign, client: Client) -> None:
    response = client.get(PAGE)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="openmt.ics"'
    assert {f"openmt2012.{phase}" for phase in campaign.rules.phases} <= set(events(client))
    assert f'<a class="small" href="{PAGE}">Add to calendar</a>' in client.get("/campaigns/openmt/").content.decode()


def test_a_team_with_more_time_gets_its_own_deadline_and_nobody_else_does(
    campaign: Campaign, team: Team, owner: User, rival: User, organiser: User, client: Client, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    until = clock.now + timedelta(days=20)
    Extension.objects.create(team=team, phase="evaluation", until=until, reason="ill", granted_by=organiser)
    everybodys = events(client)["openmt2012.evaluation"]["DTEND"]
    client.force_login(owner)
    assert events(client)["openmt2012.evaluation"]["DTEND"] == f"{until:%Y%m%dT%H%M%SZ}"
    assert "Extended</span>" in client.get("/campaigns/openmt/").content.decode()
    client.force_login(rival)
    assert events(client)["openmt2012.evaluation"]["DTEND"] == everybodys
    assert "Extended</span>" not in client.get("/campaigns/openmt/").content.decode()
