"""One campaign for all tests of a module: it is only read, and what a test adds to it is undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from tests.site.judging.constituents_world import link_last_words
from tests.site.judging.offline.world import OFFLINE_RULES
from tests.site.judging.world import judged_campaign


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("offline")


@pytest.fixture(scope="module")
def shared_campaign(django_db_setup: None, django_db_blocker: Any, folder: Path) -> Iterator[Campaign]:
    """With evaluations of every protocol that has a screen."""
    before = django_settings.DATA_FOLDER
    with django_db_blocker.unblock(), transaction.atomic():
        django_settings.DATA_FOLDER = folder
        campaign = judged_campaign(OFFLINE_RULES)
        link_last_words(campaign)
        yield campaign
        django_settings.DATA_FOLDER = before
        transaction.set_rollback(True)
    clear_caches()


@pytest.fixture(autouse=True)
def store(settings: Any, folder: Path) -> None:
    settings.DATA_FOLDER = folder


@pytest.fixture
def campaign(shared_campaign: Campaign, db: None) -> Campaign:
    return Campaign.objects.get(pk=shared_campaign.pk)
