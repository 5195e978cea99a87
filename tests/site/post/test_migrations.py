"""What was sent before there was an outbox is not sent again, and what waited is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from bakeoff_site.adjudication.services.telling import put_decision_mails
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.datasets.services.news import put_news_of_files
from bakeoff_site.post.models import Mail
from tests.site.conftest import Clock
from tests.site.world import World

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [
    ("campaigns", "0003_judgments_done"),
    ("datasets", "0003_told_of_files"),
    ("adjudication", "0003_withdrawal_and_mails"),
]
AFTER = [
    ("campaigns", "0004_notices_in_the_outbox"),
    ("datasets", "0004_news_in_the_outbox"),
    ("adjudication", "0004_decisions_in_the_outbox"),
]
