"""A campaign whose runs are scored."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Run
from tests.site.results.boards import Entry, put_board


@pytest.fixture
def rivals(rival: User) -> Team:
    """The team of the rival."""
    return Team.objects.get(members__user=rival)


@pytest.fixture
def runs(campaign: Campaign, team: Team, rivals: Team, organiser: User) -> dict[str, Run]:
    """A board of Arabic: two teams, one run late and one debugged, a baseline and two earlier systems."""
    campaign.rulebook_content["systems"] = {
        "BASE": {"kind": "baseline"},
        "OLD09": {"kind": "earlier"},
        "OLD08": {"kind": "earlier"},
    }
    campaign.save()
    campaign.__dict__.pop("rules", None)
    return put_board(
        campaign,
        [
            Entry("TESTS_primary", 2, team),
            Entry("TESTS_contrast1", 4, team, system_type="contrast"),
            Entry("RIVAL_primary", 1, rivals),
            Entry("RIVAL_late", 0, rivals, system_type="contrast", late=True, official=False),
            Entry("TESTS_mended", 3, team, official=False, effect=Effect.DEBUGGED),
            Entry("RIVAL_extra", 5, rivals, system_type="combo", official=False),
            Entry("BASE", 7, entered="BASE"),
            Entry("OLD09", 3, entered="OLD09"),
            Entry("OLD08", 6, entered="OLD08"),
        ],
        by=organiser,
    )


@pytest.fixture
def page_of(client: Client) -> Callable[[User | None, str], str]:
    """What someone gets to see at an address; a visitor where it is nobody."""

    def page_of(user: User | None, address: str) -> str:
        client.logout()
        if user is not None:
            client.force_login(user)
        response = client.get(address)
        assert response.status_code == 200, address
        return response.content.decode()

    return page_of
