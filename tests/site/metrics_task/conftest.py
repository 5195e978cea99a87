"""A campaign with a metrics task."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from tests.site.conftest import Clock
from tests.site.metrics_task.world import open_metrics_task, organiser_of, pack


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path / "data"


@pytest.fixture
def campaign(db: None, clock: Clock) -> Campaign:
    """In the phase in which metrics score; outputs are packed."""
    campaign = open_metrics_task()
    clock.move_into(campaign, "metrics")
    pack(campaign)
    return campaign


@pytest.fixture
def organiser(campaign: Campaign) -> User:
    return organiser_of(campaign)
