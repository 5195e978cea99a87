"""A campaign of each rulebook of the library, with people of every role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.test import Client as Browser

from bakeoff.client import Client
from bakeoff.rulebook import find_rulebook, read_rulebook
from bakeoff.rulebook.schema.phases import Role
from bakeoff.rulebook.state import STRANGER, Viewer
from bakeoff_site.accounts.limits import TOKEN_MAX_AGE
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.five_campaigns.driver import Replay, moments
from tests.site.five_campaigns.every_moment import Story
from tests.site.five_campaigns.onlookers import Onlooker
from tests.site.people import person

R = TypeVar("R", bound=Replay)

ERRORS = {"ALPHA": 2, "BETA": 4, "GAMMA": 6}
ROLES = {"organiser": MembershipRole.ORGANISER, "judge": MembershipRole.JUDGE, "observer": MembershipRole.OBSERVER}


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path / "data"


@pytest.fixture(autouse=True)
def _full_allowance(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Months go by in seconds: nobody asks too often."""
    monkeypatch.setattr(BUCKETS, "spend", lambda who, allowance: 0)
    yield
    BUCKETS.clear()


@pytest.fixture
def open_campaign(administrator: User, clock: Clock, tmp_path: Path) -> Callable[[str], Replay]:
    """Opens a campaign of a rulebook, a second before its first phase; nobody has registered."""
    return lambda rulebook: _opened(Replay, rulebook, administrator, clock, tmp_path)


def _opened(kind: type[R], rulebook: str, administrator: User, clock: Clock, folder: Path) -> R:
    rules = read_rulebook(rulebook)
    clock.move_to(moments(rules)[0].when)
    made = speaking(administrator).create_campaign(find_rulebook(rulebook).read_text(encoding="utf-8"))
    campaign = Campaign.objects.get(slug=made.slug)
    assert campaign.rules == rules
    organiser = person("Olga Organiser")
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    return kind(
        rules=rules,
        slug=campaign.slug,
        organiser=_speaking(organiser),
        newcomer=_speaking(person("Nora Newcomer")),
        account=lambda name: _speaking(person(name)),
        clock=clock,
        folder=folder,
    )


def _speaking(user: User | None) -> Client:
    return speaking(user, lifetime=TOKEN_MAX_AGE)


@pytest.fixture
def story(rulebook: str, administrator: User, clock: Clock, tmp_path: Path) -> Story:
    """A campaign of a rulebook, with teams that have not registered."""
    story = _opened(Story, rulebook, administrator, clock, tmp_path)
    for team, errors in ERRORS.items():
        story.meet(team, errors=errors)
    return story


@pytest.fixture
def onlookers(story: Story) -> list[Onlooker]:
    """Everybody; what teams are is filled in once they have registered. Organisers come last."""
    campaign = Campaign.objects.get(slug=story.slug)
    found = [Onlooker("visitor", _speaking(None), viewers=(STRANGER,))]
    others: tuple[tuple[str, Role | None], ...] = (("stranger", None), ("judge", "judge"), ("observer", "observer"))
    for name, role in others:
        user = person(f"Some {name}")
        if role:
            Membership.objects.create(campaign=campaign, user=user, role=ROLES[role])
        found.append(Onlooker(name, _speaking(user), viewers=(Viewer(role=role),) if role else (STRANGER,)))
        found[-1].browser.force_login(user)
    for team, entrant in story.entrants.items():
        found.append(Onlooker(team, entrant.client))
    found.append(Onlooker("organiser", story.organiser, viewers=(Viewer(role="organiser"),)))
    return found


def logged_in(who: Onlooker, story: Story) -> Browser:
    """A browser whose session has not ended: weeks go by between two looks."""
    names = {"organiser": "Olga Organiser", **{team: f"Ann {team}" for team in story.entrants}}
    if who.name != "visitor":
        who.browser.force_login(User.objects.get(name=names.get(who.name, f"Some {who.name}")))
    return who.browser
