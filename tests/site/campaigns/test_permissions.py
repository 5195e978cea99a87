"""What people may do in a campaign, and that nothing happens when they may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import Client

from bakeoff.rulebook.release.visibility import may_see
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state, viewers_of
from bakeoff_site.campaigns.models import (
    Campaign,
    ConsentGiven,
    Extension,
    Invitation,
    Membership,
    Signature,
    Team,
    TeamMember,
)
from bakeoff_site.campaigns.permissions import may_see_team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.invitations import invite_into_role, invite_into_team
from bakeoff_site.campaigns.services.teams import grant_extension
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.core.http.limits import BUCKETS
from tests.site.campaigns.conftest import NOW

PEOPLE = ("admin", "organiser", "owner", "mate", "rival", "judge", "observer", "stranger", "nobody")
ALL = set(PEOPLE)
ORGANISERS = {"admin", "organiser"}
TEAM = ORGANISERS | {"owner", "mate"}
CONTACTS = ORGANISERS | {"owner"}

ACTS = {
    "campaigns/harbour/organise/listing/": ORGANISERS,
    "campaigns/harbour/organise/people/{membership}/end/": ORGANISERS,
    "campaigns/harbour/organise/people/invitations/{role_invitation}/withdraw/": ORGANISERS,
    "campaigns/harbour/teams/{team}/agreements/licence/": {"owner"},
    "campaigns/harbour/teams/{team}/consents/share/": CONTACTS,
    "campaigns/harbour/teams/{team}/attendee/": CONTACTS,
    "campaigns/harbour/teams/{team}/invite/": CONTACTS,
    "campaigns/harbour/teams/{team}/invitations/{team_invitation}/withdraw/": CONTACTS,
    "campaigns/harbour/teams/{team}/members/{member}/contact/": CONTACTS,
    "campaigns/harbour/teams/{team}/members/{member}/remove/": CONTACTS | {"mate"},  # who leaves
    "campaigns/harbour/teams/{team}/code/": ORGANISERS,
    "campaigns/harbour/teams/{team}/extend/": ORGANISERS,
    "campaigns/harbour/teams/{team}/extensions/{extension}/revoke/": ORGANISERS,
    "campaigns/harbour/teams/{team}/judged/": ORGANISERS,
    "campaigns/harbour/teams/{team}/take-part/": ORGANISERS,
}


@pytest.fixture
def places(
    campaign: Campaign, team: Team, mate: User, rival: object, judge: object, observer: object
) -> dict[str, int]:
    """The numbers in addresses."""
    by = Membership.objects.get(role="organiser").user
    return {
        "team": team.pk,
        "extension": grant_extension(team, "evaluation", NOW.replace(month=4, day=2), reason="x", by=by).pk,
        "member": TeamMember.objects.get(user=mate).pk,
        "membership": Membership.objects.get(role="judge").pk,
        "team_invitation": invite_into_team(team, "guest@example.org", by=by).pk,
        "role_invitation": invite_into_role(campaign, "guest@example.org", "judge", by=by).pk,  # type: ignore[arg-type]
    }


@pytest.fixture
def everyone(request: pytest.FixtureRequest) -> dict[str, Client]:
    """A browser of each of them."""
    clients = {who: Client() for who in PEOPLE}
    for who in ALL - {"nobody"}:
        clients[who].force_login(request.getfixturevalue(who))
    return clients


@contextmanager
def undone() -> Iterator[None]:
    """What one of them does, the next has not done."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_caches()
    BUCKETS.clear()


@pytest.mark.parametrize("page", ACTS)
def test_who_may_act(page: str, places: dict[str, int], everyone: dict[str, Client]) -> None:
    before = _everything()
    for who, client in everyone.items():
        with undone():
            response = client.post("/" + page.format(**places), DATA)
            after = _everything()
        if who in ACTS[page]:
            assert response.status_code == 302, who
            assert not response["Location"].startswith("/account/")
            assert after != before, f"nothing happened when {who} acted"
        else:
            assert response.status_code == (302 if who == "nobody" else 403), who
            assert who != "nobody" or response["Location"].startswith("/account/sign-in/?next=/")
            assert after == before, who


DATA = {
    "listed": "yes",
    "email": "someone@example.org",
    "agreed": "yes",
    "attendee": "Someone",
    "given": "no",
    "contact": "yes",
    "code": "NEWID",
    "phase": "evaluation",
    "until": "2027-03-22T18:00",
    "reason": "a good one",
    "judged": "yes",
    "takes_part": "no",
}


def _everything() -> list[object]:
    """What acts change."""
    return [
        list(model._default_manager.order_by("pk").values())
        for model in (Campaign, Membership, Team, TeamMember, Invitation, *_OF_TEAMS)
    ]


_OF_TEAMS = (Signature, Extension, ConsentGiven)


SHOWN_TOO = {
    "campaigns/harbour/teams/{team}/agreements/licence/",
    "campaigns/harbour/teams/{team}/consents/share/",
}


@pytest.mark.parametrize("page", sorted(ACTS.keys() - SHOWN_TOO))
def test_acts_are_not_done_by_a_link(page: str, places: dict[str, int], client: Client, organiser: object) -> None:
    client.force_login(organiser)  # type: ignore[arg-type]
    assert client.get("/" + page.format(**places)).status_code == 405


@pytest.mark.parametrize("who", PEOPLE[:-1])
def test_who_sees_a_registration_is_as_the_table_of_visibility_says(
    who: str, team: Team, places: dict[str, int], request: pytest.FixtureRequest
) -> None:
    role = role_of(request.getfixturevalue(who), team.campaign)
    rules, owner = team.campaign.rules, team_state(team)
    table = any(may_see(rules, NOW, viewer, "registrations", owner=owner).allowed for viewer in viewers_of(role))
    assert may_see_team(role, team) == table


def test_a_team_without_a_code_is_not_taken_for_one_whose_code_is_its_name(campaign: Campaign, team: Team) -> None:
    impostor = Team.objects.create(campaign=campaign, name="OURS")
    assert team_state(impostor).code != team_state(team).code
