"""A campaign whose systems are judged, and a task of it."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.campaigns.models import Campaign
from tests.site.judging.world import RULES, judged_campaign


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None, request: pytest.FixtureRequest) -> Campaign:
    """The small campaign, or with another rulebook where a test names one."""
    return judged_campaign(getattr(request, "param", RULES))
