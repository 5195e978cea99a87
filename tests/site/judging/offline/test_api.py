"""Programs take screens along and upload answers as pages do."""

from __future__ import annotations

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judgment, OfflineFile
from tests.site.api.conftest import as_
from tests.site.judging.offline.world import all_answered, answer_file, answered, written
from tests.site.judging.world import make_judge, planned_task

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_a_program_takes_screens_along_uploads_answers_once_and_gives_the_rest_back(
    campaign: Campaign, organiser: User
) -> None:
    task = planned_task(campaign, "ranking", by=organiser, offline_days=3)
    ann = make_judge(task, "Ann Able", now=NOW)
    asking, own = as_(ann.user), f"/campaigns/{campaign.slug}/judging/{task.slug}"
    refused = asking.post(f"{own}/offline-files", {"screens": 0})
    assert refused.status_code == 422
    made = asking.post(f"{own}/offline-files", {"screens": 3}).json()
    assert (made["screens"], made["answered"], made["held"]) == (3, 0, 3)
    file = OfflineFile.objects.select_related("judge__task").get(key=made["key"])
    screens = list(file.screens.order_by("number"))
    page = asking.get(f"/judging/offline-files/{made['key']}").content.decode()
    assert all(str(each.key) in page for each in screens)
    damaged = all_answered(file, screens, at=NOW)
    damaged["screens"][0]["text_digest"] = "other"
    invalid = asking.post(f"{own}/offline-answers", written(damaged))
    assert invalid.status_code == 422
    assert "Screen 1: the answer is to other texts" in invalid.content.decode()
    part = written(answer_file(file, [answered(screens[0], at=NOW)]))
    incomplete = asking.post(f"{own}/offline-answers", part)
    assert incomplete.status_code == 422
    assert "an answer to screen 2" in incomplete.content.decode()
    assert not Judgment.objects.exists()
    taken = asking.post(f"{own}/offline-answers", part, partly=True).json()
    assert taken == {"taken": [1], "known": [], "uncounted": [], "kept": [], "missing": [2, 3]}
    again = asking.post(f"{own}/offline-answers", part, partly=True).json()
    assert (again["taken"], again["known"]) == ([], [1])
    assert Judgment.objects.count() == 1
    back = asking.post(f"/judging/offline-files/{made['key']}/give-back").json()
    assert (back["answered"], back["held"]) == (1, 0)
    [row] = asking.get(f"{own}/offline-files").json()["items"]
    assert row == back
    assert asking.post(f"{own}/offline-answers", b"<html>").status_code == 409
    assert as_(organiser).get(f"/judging/offline-files/{made['key']}").status_code == 404
