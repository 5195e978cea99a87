"""The tables of permissions hold for a campaign of another rulebook too, at every moment of it: what shows things, and
what is done about corrections of references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import pytest
from django.test import Client

from bakeoff.rulebook import schedule
from bakeoff_site.accounts.limits import TOKEN_MAX_AGE
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.api.conftest import Asking, text_of
from tests.site.api.test_permissions import OPERATIONS
from tests.site.api.test_permissions import _ask as ask_operation
from tests.site.conftest import Clock, campaign_by
from tests.site.permissions import OPERATIONS as ROWS
from tests.site.permissions import PAGES, adjudication, datasets, results, submissions
from tests.site.permissions.elsewhere import ALIKE, DIFFERENT, MOMENTS, RULEBOOK, THERE, ElsewhereMoment, secrets_at
from tests.site.permissions.rows import Operation, Page, is_asked, is_its_turn
from tests.site.secrets_kept import WATCHED, Watch
from tests.site.test_permissions import _ask as ask_page
from tests.site.world import ROLES, Role, World, build_world


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by(RULEBOOK, slug="elsewhere")


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="University of the Tests", code="TESTS")


@pytest.fixture
def people(campaign: Campaign, request: pytest.FixtureRequest) -> dict[Role, User]:
    return {role: request.getfixturevalue(role) for role in ROLES if role != "visitor"}


@pytest.fixture
def world(campaign: Campaign, team: Team, people: Mapping[Role, User], clock: Clock) -> World:
    """One for all moments."""
    clock.move_to(_time_of("before", campaign))
    return build_world(campaign, people, team, THERE)


APPS = ("datasets", "adjudication", "results")
"""Whose pages differ most between moments; of others those that strangers open."""
OTHER_PAGES = ("campaigns:campaign", "campaigns:rules", "submissions:describe", "submissions:package", "scoring:trials")
SEEN_BY: tuple[Role, ...] = tuple(role for role in ROLES if role not in ("team_mate", "administrator"))
"""Those who see the same as others are left to the campaign that the tables speak of."""


@pytest.mark.long
def test_pages_show_everyone_what_the_tables_say(world: World, clock: Clock) -> None:
    rows = [row for row in PAGES if row.name.partition(":")[0] in APPS or row.name in OTHER_PAGES]
    faults: list[str] = []
    for turn, (moment, watch) in enumerate(_moments(world, clock)):
        clients = {role: _client(world, role) for role in SEEN_BY}
        for number, row in enumerate(rows):
            if not _is_asked(row, number, turn):
                continue
            if row.method == "get" or row.name.startswith("adjudication:"):
                BUCKETS.clear()
                for role in SEEN_BY:
                    found, body = ask_page(clients[role], row, world)
                    faults += _faults(row, moment, role, found, watch, body)
    assert not faults, "\n".join(faults)


@pytest.mark.long
def test_operations_answer_everyone_as_the_tables_say(world: World, clock: Clock) -> None:
    asking = {role: Asking({}) for role in SEEN_BY}
    for role in set(SEEN_BY) - {"visitor"}:
        token = text_of(world.people[role], lifetime=TOKEN_MAX_AGE)
        asking[role] = Asking({"Authorization": f"Bearer {token}"})
    rows = [row for module in (datasets, adjudication, results, submissions) for row in module.OPERATIONS]
    faults: list[str] = []
    for turn, (moment, watch) in enumerate(_moments(world, clock)):
        for number, row in enumerate(rows):
            if not _is_asked(row, number, turn):
                continue
            if OPERATIONS[row.name][0] == "GET" or row in adjudication.OPERATIONS:
                BUCKETS.clear()
                for role in SEEN_BY:
                    found, body = ask_operation(asking[role], row, world)
                    faults += _faults(row, moment, role, found, watch, body)
    assert not faults, "\n".join(faults)


def _is_asked(row: Page | Operation, number: int, turn: int) -> bool:
    """Rows that say here what they say of the other campaign, where they are all tried, are tried in turns."""
    is_watched = str(row) in WATCHED
    if not is_watched and str(row) not in DIFFERENT and not is_its_turn(number, turn):
        return False
    said = [_expected(row, moment) for moment in MOMENTS]
    return is_asked(said, number, turn, is_watched=is_watched)


def _faults(
    row: Page | Operation, moment: ElsewhereMoment, role: Role, found: str, watch: Watch, body: str
) -> Iterator[str]:
    expected = _expected(row, moment)[role]
    if found != expected:
        yield f"{moment}, {row}: {role} gets {found}, expected {expected}"
    page = str(row) if found in ("shown", "done") else f"{row}: {found}"
    yield from (f"{moment}, {fault}" for fault in watch.faults(page, role, body))


def test_what_differs_is_said_of_rows_that_there_are() -> None:
    assert set(DIFFERENT) <= {str(row) for row in (*PAGES, *ROWS)}


def _moments(world: World, clock: Clock) -> Iterator[tuple[ElsewhereMoment, Watch]]:
    for moment in MOMENTS:
        clock.move_to(_time_of(moment, world.campaign))
        yield moment, Watch(secrets_at(world, moment))


def _time_of(moment: ElsewhereMoment, campaign: Campaign) -> datetime:
    periods = schedule(campaign.rules)
    if moment == "before":
        return min(period.start for period in periods) - timedelta(days=1)
    return next(period.start for period in periods if period.phase.id == moment) + timedelta(hours=1)


def _expected(row: Page | Operation, moment: ElsewhereMoment) -> Mapping[Role, str]:
    return DIFFERENT.get(str(row), {}).get(moment, row.at(ALIKE[moment]))


def _client(world: World, role: Role) -> Client:
    client = Client()
    if role != "visitor":
        client.force_login(world.people[role])
    return client
