"""The live view of organisers: progress, the ranking so far without names, judges, exports."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judgment, Task
from tests.site.judging.world import SYSTEMS, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(campaign: Campaign, organiser: User) -> Task:
    """Both judges have answered everything; the task is still open."""
    task = planned_task(campaign, "ranking", by=organiser)
    judge_everything(
        [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker")], now=timezone.now()
    )
    return task


def get(user: User, name: str, task: Task) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(reverse(name, args=[task.campaign.slug, task.slug]))


def test_the_ranking_so_far_has_labels_and_marks_and_no_names(judged: Task, organiser: User) -> None:
    shown = get(organiser, "judging:live", judged).content.decode()
    assert "System 1" in shown
    assert "Names of systems are hidden" in shown
    assert [name for name in SYSTEMS if name in shown] == []
    assert shown.count('role="img" aria-label="interval ') == 2 * len(SYSTEMS)
    judged.opening = "closed"
    judged.save(update_fields=["opening"])
    assert all(name in get(organiser, "judging:live", judged).content.decode() for name in SYSTEMS)


def test_both_exports_hold_every_judgment(judged: Task, organiser: User) -> None:
    lines = get(organiser, "judging:export", judged).getvalue().decode().splitlines()
    table = get(organiser, "judging:export-table", judged)
    rows = list(csv.DictReader(StringIO(table.getvalue().decode())))
    assert [json.loads(line)["judgment_id"] for line in lines] == [row["judgment_id"] for row in rows]
    assert len(rows) == Judgment.objects.count() > 0
    assert table.headers["Content-Disposition"] == f'attachment; filename="small-{judged.slug}.csv"'
