"""The first page of organisers: phases, what to do, teams by step."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from django.test import Client

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.calendar import FOREVER
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.dashboard import dashboard_of
from bakeoff_site.home.conversions.phase_strip import phase_strip
from bakeoff_site.home.conversions.step_todos import step_todos
from tests.site.conftest import Clock

RULES = read_rulebook("wmt")


def looks(when: datetime) -> list[tuple[str, str]]:
    return [(phase.label, phase.look) for phase in phase_strip(schedule(RULES), when)]


def test_the_strip_shows_what_is_over_open_and_next() -> None:
    assert looks(datetime(2026, 6, 28, tzinfo=UTC)) == [
        ("Registration", "done"),
        ("Training data and evaluation server for development sets", "now"),
        ("Test week", "now"),
        ("System descriptions due", "next"),
        ("Human evaluation", "next"),
    ]


def test_the_strip_ends_with_the_last_phase_when_only_open_ends_are_left() -> None:
    after = max(period.start for period in schedule(RULES)) + timedelta(days=1)
    assert looks(after)[-1] == ("Conference and publication", "now")


def test_the_strip_has_at_most_five_phases_at_any_time() -> None:
    periods = schedule(RULES)
    for period in periods:
        for when in (period.start - timedelta(days=1), period.start, period.start + timedelta(days=1)):
            strip = phase_strip(periods, when)
            assert len(strip) == min(5, len(periods))
            assert all(phase.end is None or phase.end != FOREVER for phase in strip)
    assert phase_strip((), datetime(2026, 1, 1, tzinfo=UTC)) == ()


def test_teams_that_are_behind_are_named_with_a_reminder_to_write(campaign: Campaign, team: Team, clock: Clock) -> None:
    states = dashboard_of(campaign, clock.now).progress
    due = min(row.state.due for state in states for row in state.missing if row.state.due)
    rows = list(step_todos(campaign, states, due - timedelta(days=2)))
    assert rows
    assert all(row.action == "Write a reminder" and "audience=missing-step" in row.address for row in rows)
    assert rows[0].title.startswith("1 team has not "), rows[0].title
    assert not any(":" in row.title for row in rows)
    assert any(team.name in row.text for row in rows)
    assert all(row.due is None or row.due > due - timedelta(days=2) for row in rows)
    assert list(step_todos(campaign, states, due - timedelta(days=300))) == []


def test_the_reminder_is_filled_in(
    campaign: Campaign, team: Team, organiser: User, client: Client, clock: Clock
) -> None:
    states = dashboard_of(campaign, clock.now).progress
    due = min(row.state.due for state in states for row in state.missing if row.state.due)
    row = next(step_todos(campaign, states, due - timedelta(days=2)))
    client.force_login(organiser)
    page = client.get(row.address).content.decode()
    assert re.search(r'<input type="radio" name="audience" value="missing-step"[^>]* checked', page)
    assert 'value="Reminder: ' in page
