"""What people who are in no team can do in a campaign. Pure: everything was looked up before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.urls import reverse

from bakeoff.rulebook import Period
from bakeoff.rulebook.calendar import FOREVER, clock_time, schedule
from bakeoff_site.campaigns.permissions import CampaignRole, may_register_team
from bakeoff_site.core.todos import Todo, state_by


def registration_todos(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    """Registering a team, now or when it opens. Organisers register no teams."""
    if role.is_organiser:
        return
    if role.campaign.archived_at is not None:
        return
    if role.user is None:
        yield from _of_visitor(role, now)
        return
    answer = may_register_team(role, now)
    if answer.allowed:
        title = "Register another team" if role.teams else "Register a team"
        text = "You name the team and choose what it takes part in; then you invite the others."
        yield _register(role, now, title=title, text=text, action=title)
    elif not role.teams:
        yield from _coming(role, answer.opens)


def signing_in_todos(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    """Signing in, for people of teams, where registering does not ask for it already."""
    if role.user is not None or role.campaign.archived_at is not None:
        return
    if not any(period.holds(now) for period in _registration_periods(role)):
        yield Todo(
            title="Are you in a team already?",
            text="Sign in to see what your team has to do, its data and its results.",
            action="Sign in",
            page="accounts:sign-in",
            query=f"?next={reverse('campaigns:campaign', args=[role.campaign.slug])}",
        )


def _of_visitor(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    periods = _registration_periods(role)
    if any(period.holds(now) for period in periods):
        text = (
            "Sign in or create an account first. Then you name the team, choose what it takes part in and invite the "
            "others. It takes about five minutes."
        )
        register = _register(role, now, title="Register a team", text=text, action="Sign in to register")
        yield replace(register, page="accounts:sign-in", arguments=(), query=f"?next={register.address}")
        return
    coming = min((period.start for period in periods if period.start > now), default=None)
    yield from _coming(role, coming)


def _registration_periods(role: CampaignRole) -> list[Period]:
    return [each for each in schedule(role.campaign.rules) if "register" in each.phase.opens]


def _register(role: CampaignRole, now: datetime, *, title: str, text: str, action: str) -> Todo:
    rules = role.campaign.rules
    ends = [each.end for each in schedule(rules) if "register" in each.phase.opens and each.holds(now)]
    end = max(ends, default=FOREVER)
    due = None if end == FOREVER else end
    return Todo(
        title=title,
        text=text,
        state=state_by(due, now),
        action=action,
        page="campaigns:register",
        arguments=(role.campaign.slug,),
        due=due,
        zone=rules.campaign.zone,
    )


def _coming(role: CampaignRole, opens: datetime | None) -> Iterator[Todo]:
    """Registration that opens later. That it is closed for good is nothing to do: the schedule says it."""
    if opens is not None:
        yield Todo(
            title=f"Registration opens on {clock_time(opens, role.campaign.rules.campaign)}",
            text="Add the dates to your calendar, so that you do not miss it.",
            action="Add to calendar",
            page="campaigns:calendar",
            arguments=(role.campaign.slug,),
        )
