"""Shares, reminders, links and invitations through the API and the client."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, JudgeLink, Task
from bakeoff_site.judging.services.judges import block_judge
from tests.site.api.conftest import as_
from tests.site.judging.test_shares import OWING, judge_some, member
from tests.site.judging.world import judged_campaign, make_judge, planned_task

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign(OWING)


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser)


def test_shares_are_read_set_and_waived(task: Task, organiser: User) -> None:
    judge = member(task, "Ann Able", "ALPHA")
    judge_some(judge, 3)
    asking, team = as_(organiser), as_(judge.user)
    address = f"/campaigns/small/judging-tasks/{task.slug}"
    own = f"/campaigns/small/teams/{judge.team_id}"
    (share,) = team.get(f"{own}/shares").json()
    assert share["amounts"] == [{"unit": "screens", "owed": 4, "done": 3, "missing": 1}]
    assert (share["members"], share["judging"], share["is_complete"]) == (1, 1, False)
    rows = asking.get(f"{address}/shares").json()["items"]
    assert [row["team"] for row in rows] == ["Team BRAVO", "Team CLARA", "Team DELTA", "Team ALPHA"]
    assert asking.put(f"{address}/owed", {"owed": "3 screens"}).status_code == 200
    steps = {step["step"]: step for step in team.get(own).json()["steps"]}
    assert steps["judged"]["done"]
    refused = asking.put(f"{address}/owed", {"owed": "a lot"})
    assert refused.status_code == 409
    assert "300 screens" in refused.json()["detail"]
    other = task.campaign.teams.get(code="BRAVO").pk
    assert asking.put(f"{address}/shares/{other}/waiver", {"reason": "no speakers"}).status_code == 204
    rows = {row["team"]: row for row in asking.get(f"{address}/shares").json()["items"]}
    assert (rows["Team BRAVO"]["waived"], rows["Team BRAVO"]["is_complete"]) == ("no speakers", True)
    assert asking.delete(f"{address}/shares/{other}/waiver").status_code == 204
    member(task, "Bob Baker", "BRAVO")
    assert asking.post(f"{address}/reminders").json() == {"people": 1}
    assert asking.post(f"{address}/reminders").status_code == 409


def test_links_are_made_used_and_revoked(task: Task, organiser: User, stranger: User) -> None:
    asking, address = as_(organiser), f"/campaigns/small/judging-tasks/{task.slug}"
    made = asking.post(f"{address}/links", {"most_uses": 1, "days": 3, "chosen": ["en-zh"]}).json()
    token = made["address"].rstrip("/").rpartition("/")[2]
    joined = as_(stranger).post("/judging/join", {"token": token})
    assert (joined.json()["task"], joined.json()["chosen"]) == (task.slug, ["en-zh"])
    assert Judge.objects.get().user == stranger
    assert as_(organiser).post("/judging/join", {"token": token}).status_code == 409
    assert as_(stranger).post("/judging/join", {"token": f"{token}x"}).status_code == 404
    wrong = asking.post(f"{address}/links", {"most_uses": 1, "days": 3, "chosen": ["en-fr"]})
    assert wrong.status_code == 422
    people = {"judges": [{"email": "ann@example.org", "chosen": ["en-ar"]}, {"email": "bob@example.org"}]}
    assert asking.post(f"{address}/invitations", people).json() == {"invited": 2}
    rows = asking.get(f"{address}/links").json()["items"]
    assert [(row["email"], row["address"]) for row in rows] == [("ann@example.org", ""), ("bob@example.org", "")]
    assert asking.delete(f"{address}/links/{rows[0]['id']}").status_code == 204
    assert JudgeLink.objects.get(email="ann@example.org").revoked_at is not None
    nobody = asking.post(f"{address}/invitations", {"judges": [{"email": "nobody"}]})
    assert "expected an email address" in str(nobody.json())


def test_a_blocked_judge_is_told_so_through_the_api(task: Task, organiser: User) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    block_judge(judge, reason="half of your answers took a second", by=organiser, now=timezone.now())
    asking, address = as_(judge.user), f"/campaigns/small/judging/{task.slug}"
    (row,) = asking.get("/judging").json()["items"]
    for said in (row, asking.get(address).json()):
        assert not said["may_judge"]
        assert "half of your answers took a second" in said["why_not"]
    for refused in (asking.post(f"{address}/start", {}), asking.post(f"{address}/next")):
        assert refused.status_code == 403
        assert "half of your answers took a second" in refused.json()["detail"]
