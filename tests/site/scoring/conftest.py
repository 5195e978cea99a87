"""The small campaign in the place of the shipped one; people belong to it."""

from __future__ import annotations

import pytest

from bakeoff_site.campaigns.models import Campaign, Team
from tests.site.scoring.world import small_campaign


@pytest.fixture
def campaign(db: None) -> Campaign:
    return small_campaign()


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="Tests", code="TESTS", language_pairs=["de-en"])
