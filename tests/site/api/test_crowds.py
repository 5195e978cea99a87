"""Studies, workers and pay through the API and the client."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.crowds.models import Study
from tests.site.api.conftest import as_
from tests.site.crowds.test_reviews import REASON
from tests.site.crowds.world import CODES, come, crowd_campaign, crowd_study, work_through, worker_called

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None) -> Campaign:
    return crowd_campaign()


@pytest.fixture
def study(campaign: Campaign, organiser: User) -> Study:
    return crowd_study(campaign, by=organiser)


def test_a_study_is_made_followed_reviewed_and_paid(study: Study, organiser: User) -> None:
    asking, address = as_(organiser), f"/campaigns/small/judging-tasks/{study.task.slug}/studies"
    refused = asking.post(address, {"title": "x", "crowd": "nobody", "most_workers": 3})
    assert refused.status_code == 409
    assert "speakers, prolific, other" in refused.json()["detail"]
    made = asking.post(address, {"title": "More", "crowd": "speakers", "most_workers": 3, "codes": {"done": "ABCD"}})
    assert made.status_code == 201
    assert made.json()["codes"]["done"] == "ABCD"
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in made.json()["address"]
    assert [each["title"] for each in asking.get(address).json()["items"]] == ["Judge translations", "More"]
    work_through(come(study, "good"), "good")
    work_through(come(study, "bad"), "bad", right=False)
    come(study, "out", languages=("en",))
    own = f"{address}/{study.pk}"
    shown = asking.get(own).json()
    rows = {each["worker"]: each for each in shown["workers"]}
    assert (rows["good"]["outcome"], rows["good"]["code"], rows["good"]["pay"]) == ("done", CODES["done"], "0.75")
    assert (rows["good"]["trust"], rows["good"]["counts"]) == (1.0, True)
    assert (rows["bad"]["outcome"], rows["bad"]["trust"], rows["bad"]["counts"]) == ("blocked", 0.0, False)
    assert (rows["out"]["state"], rows["out"]["judge"], rows["out"]["pay"]) == ("Screened out", None, "0.00")
    assert float(shown["total_pay"]) == sum(float(each["pay"]) for each in rows.values())
    bad = f"{own}/workers/{worker_called('bad').pk}/rejection"
    assert asking.put(bad, {"reason": "short", "category": "LOW_EFFORT"}).status_code == 409
    assert asking.put(bad, {"reason": REASON, "category": "LOW_EFFORT"}).status_code == 204
    assert asking.get(own).json()["total_pay"] == "0.75"
    report = asking.get(f"{own}/pay").content.decode().splitlines()
    paid = {row["worker"]: row for row in csv.DictReader(report)}
    assert (paid["bad"]["state"], paid["bad"]["category"], float(paid["bad"]["pay"])) == ("rejected", "LOW_EFFORT", 0)
    assert float(paid["total"]["pay"]) == sum(float(row["pay"]) for name, row in paid.items() if name != "total")
    assert asking.delete(bad).status_code == 204
    assert asking.delete(bad).status_code == 409
    taken = asking.post(f"{own}/statuses", {"statuses": [{"worker": "good", "status": "returned"}]}).json()
    assert taken == {"known": 1, "freed": 1, "included": 0, "unknown": [], "missing": ["bad", "out"]}
    assert asking.put(f"{own}/opening", {"closed": True}).json()["closed_at"] is not None
    assert asking.put(f"{own}/opening", {"closed": True}).status_code == 409
    assert asking.put(f"{own}/opening", {"closed": False}).json()["closed_at"] is None
    # Exported judgments know workers by labels alone.
    told = b"".join(asking.get(f"/campaigns/small/judging-tasks/{study.task.slug}/judgments?all=true")).decode()
    assert '"judge":' in told.replace(" ", "")
    assert not any(name in told for name in ('"good"', '"bad"', "session-"))
