"""What tests of the site share: people, a campaign with a clock that can be moved, and the switch of databases."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from bakeoff.rulebook import find_rulebook, read_rulebook, schedule
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team, TeamMember
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.core.http.limits import BUCKETS
from tests.depth import KILLS, THOROUGH
from tests.site import postgresql
from tests.site.databases import runs_on_postgresql
from tests.site.people import person
from tests.site.prepared_database import Preparation
from tests.site.settings import ON_POSTGRESQL, WANTS_POSTGRESQL
from tests.site.world import ROLES, Moment, Role, World, build_world, time_of

RULEBOOK = "openmt2012"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL, files whose tests run on SQLite alone are not even read."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    left_to_sqlite = WANTS_POSTGRESQL and not THOROUGH and is_test and not runs_on_postgresql(collection_path)
    return True if left_to_sqlite else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what has a target of its own, and on PostgreSQL what is the same as on SQLite."""
    folder = Path(__file__).parent
    here = [item for item in items if folder in item.path.parents]
    _deselect(config, items, [] if KILLS else [item for item in here if item.get_closest_marker("kills")])
    if not WANTS_POSTGRESQL:
        return
    _deselect(config, items, [item for item in here if not _uses_the_database(item)])
    if not ON_POSTGRESQL:
        for item in items:
            if folder in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=postgresql.LEFT_OUT))


def _deselect(config: pytest.Config, items: list[pytest.Item], unwanted: list[pytest.Item]) -> None:
    if unwanted:
        config.hook.pytest_deselected(items=unwanted)
        left_out = set(unwanted)
        items[:] = [item for item in items if item not in left_out]


def _uses_the_database(item: pytest.Item) -> bool:
    """To tests without these fixtures the database is barred, or they choose themselves which programs they start."""
    used = {"db", "transactional_db", "live_server", "database_url"}.intersection(getattr(item, "fixturenames", ()))
    return bool(used) or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the database is a file in a folder of this process alone: a copy of a prepared one is put there."""
    return not ON_POSTGRESQL


@pytest.fixture(scope="session")
def preparation(django_db_modify_db_settings_parallel_suffix: None) -> Preparation:
    return Preparation()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(preparation: Preparation) -> None:
    """The last thing before Django makes its test database."""


@pytest.fixture(scope="session")
def django_db_setup(preparation: Preparation, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        preparation.finish()


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """In tests, which are rolled back, rows of others had the same ids; and nobody has asked for anything yet."""
    clear_caches()
    BUCKETS.clear()


@pytest.fixture(autouse=True, scope="session")
def disk_not_waited_for() -> Iterator[None]:
    """Tests look at files, not at what is left of them after the power failed; programs that they start do wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _descriptor: None)
        yield


@pytest.fixture(autouse=True)
def numbers_from_the_start(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """On SQLite, tests that cannot be rolled back leave the next number of each table behind, and what is drawn for a
    judge follows from theirs: the next test would see other draws than when it runs alone."""
    yield
    if not ON_POSTGRESQL and _is_committed(request):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence")


def _is_committed(request: pytest.FixtureRequest) -> bool:
    """Whether what a test writes is seen by other connections."""
    marker = request.node.get_closest_marker("django_db")
    return (
        "transactional_db" in request.fixturenames
        or "live_server" in request.fixturenames
        or (marker is not None and bool(marker.kwargs.get("transaction")))
    )


_SECONDS_TO_CLOSE = 30


@pytest.fixture(autouse=True)
def no_session_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Threads of a test close their connections before it ends: the database could not be dropped otherwise."""
    if not ON_POSTGRESQL or not _is_committed(request):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    end = time.monotonic() + _SECONDS_TO_CLOSE
    while (left := _other_sessions()) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == [], "a thread of this test has not closed its connection"


def _other_sessions() -> list[tuple[str, str]]:
    """What they do, and the last thing that they asked for."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return list(cursor.fetchall())


@dataclass
class Clock:
    """The time that the site sees; it stands still until it is moved."""

    now: datetime

    def move_to(self, when: datetime) -> None:
        self.now = when

    def move_on(self, by: timedelta) -> None:
        self.now += by

    def move_into(self, campaign: Campaign, phase: str) -> None:
        """An hour after a phase of a campaign begins."""
        start = next(period.start for period in schedule(campaign.rules) if period.phase.id == phase)
        self.move_to(start + timedelta(hours=1))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands at the present time until a test moves it."""
    clock = Clock(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def administrator(db: None) -> User:
    """May do everything on the installation, and has no part in the campaign."""
    return person("Ada Administrator", is_superuser=True)


@pytest.fixture
def organiser(campaign: Campaign) -> User:
    """Runs the campaign."""
    return _member(campaign, "Olga Organiser", MembershipRole.ORGANISER)


@pytest.fixture
def judge(campaign: Campaign) -> User:
    """Judges in the campaign, and belongs to no team."""
    return _member(campaign, "Juan Judge", MembershipRole.JUDGE)


@pytest.fixture
def observer(campaign: Campaign) -> User:
    """May look on."""
    return _member(campaign, "Oona Observer", MembershipRole.OBSERVER)


@pytest.fixture
def owner(team: Team) -> User:
    """Has registered the team, and is whom mails go to."""
    return _team_member(team, "Owen Owner", is_contact=True)


@pytest.fixture
def team_mate(team: Team) -> User:
    """Of the same team as the owner."""
    return _team_member(team, "Tara Team-Mate", is_contact=False)


@pytest.fixture
def rival(campaign: Campaign) -> User:
    """Of another team of the same campaign."""
    return _team_member(Team.objects.create(campaign=campaign, name="Rivals", code="RIVAL"), "Rita Rival")


@pytest.fixture
def withdrawn(campaign: Campaign) -> User:
    """Of a team that no longer takes part."""
    gone = Team.objects.create(
        campaign=campaign,
        name="Former Partners",
        code="GONE",
        language_pairs=["ara2eng"],
        tracks=["combination"],
        withdrawn_at=timezone.now(),
    )
    return _team_member(gone, "Wanda Withdrawn")


@pytest.fixture
def stranger(db: None) -> User:
    """Has an account, and no part in the campaign."""
    return person("Stan Stranger")


def _member(campaign: Campaign, name: str, role: MembershipRole) -> User:
    user = person(name)
    Membership.objects.create(campaign=campaign, user=user, role=role)
    return user


def _team_member(team: Team, name: str, *, is_contact: bool = True) -> User:
    user = person(name)
    TeamMember.objects.create(campaign=team.campaign, team=team, user=user, is_contact=is_contact)
    return user


_rules = cache(read_rulebook)
"""Shipped ones, read once: hundreds of tests begin with them, and they cannot be changed."""


def campaign_by(rulebook: str, *, slug: str) -> Campaign:
    """A campaign by a shipped rulebook."""
    rules = _rules(rulebook)
    return Campaign.objects.create(
        slug=slug,
        title=rules.campaign.title,
        rulebook_text=find_rulebook(rulebook).read_text(encoding="utf-8"),
        rulebook_content=rules.model_dump(mode="json"),
    )


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A campaign by a shipped rulebook; strangers do not find it in the list."""
    return campaign_by(RULEBOOK, slug="openmt")


@pytest.fixture
def team(campaign: Campaign) -> Team:
    """A site that takes part in the campaign."""
    return Team.objects.create(
        campaign=campaign,
        name="University of the Tests",
        code="TESTS",
        language_pairs=["ara2eng"],
        tracks=["combination"],
    )


@pytest.fixture
def make_world(campaign: Campaign, team: Team, clock: Clock, request: pytest.FixtureRequest) -> Callable[..., World]:
    """A campaign in which everything is there, at a moment."""

    def make_world(moment: Moment) -> World:
        clock.move_to(time_of(moment, campaign))
        people: dict[Role, User] = {role: request.getfixturevalue(role) for role in ROLES if role != "visitor"}
        Team.objects.filter(members__user=people["rival"]).update(language_pairs=["ara2eng"], tracks=["combination"])
        return build_world(campaign, people, team)

    return make_world
