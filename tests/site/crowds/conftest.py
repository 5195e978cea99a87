"""A study of a task whose gold answers are known."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.crowds.models import Study
from tests.site.crowds.world import crowd_campaign, crowd_study


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None, request: pytest.FixtureRequest) -> Campaign:
    """The small campaign with a crowd, or with other rules where a test names them."""
    return crowd_campaign(**getattr(request, "param", {}))


@pytest.fixture
def study(campaign: Campaign, organiser: User) -> Study:
    return crowd_study(campaign, by=organiser)
