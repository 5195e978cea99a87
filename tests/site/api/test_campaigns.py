"""Campaigns by the API."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bakeoff.rulebook import Rulebook, find_rulebook, first_day, read_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock

TEXT = find_rulebook("openmt2012").read_text(encoding="utf-8")


def test_everybody_finds_listed_campaigns_alone(campaign: Campaign, organiser: User) -> None:
    assert as_(None).get("/campaigns").json() == {"items": [], "count": 0, "next": None}
    [found] = as_(organiser).get("/campaigns").json()["items"]
    assert (found["slug"], found["title"]) == ("openmt", campaign.title)
    assert (found["stage"], found["kinds"], found["teams"]) == ("results", ["text"], 0)
    Campaign.objects.update(listed=True)
    assert as_(None).get("/campaigns").json()["count"] == 1


def test_lists_come_in_pages(campaign: Campaign) -> None:
    for number in range(3):
        content = {"title": f"C{number}", "rulebook_text": "", "rulebook_content": campaign.rulebook_content}
        Campaign.objects.create(slug=f"c{number}", listed=True, **content)
    first = as_(None).get("/campaigns", limit=2).json()
    assert ([row["slug"] for row in first["items"]], first["count"]) == (["c2", "c1"], 3)
    assert first["next"] == "http://testserver/api/v1/campaigns?limit=2&offset=2"
    rest = as_(None).get("/campaigns", limit=2, offset=2).json()
    assert ([row["slug"] for row in rest["items"]], rest["next"]) == (["c0"], None)


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (201, 0), (10, -1), ("x", 0)])
def test_pages_have_bounds(limit: object, offset: object, db: None) -> None:
    assert error_of(as_(None).get("/campaigns", limit=limit, offset=offset)) == (422, "invalid")


@pytest.mark.parametrize("rows", [1, 3])
def test_list_asks_the_database_the_same_for_many(
    rows: int, campaign: Campaign, django_assert_num_queries: Any
) -> None:
    for number in range(rows):
        content = {"title": f"C{number}", "rulebook_text": "", "rulebook_content": campaign.rulebook_content}
        Campaign.objects.create(slug=f"c{number}", listed=True, **content)
    with django_assert_num_queries(1):
        assert as_(None).get("/campaigns").json()["count"] == rows


def test_campaign_tells_participants_once_they_are_released(campaign: Campaign, team: Team, organiser: User) -> None:
    assert as_(organiser).get("/campaigns/openmt").json()["participants"] == ["TESTS"]
    shown = as_(None).get("/campaigns/openmt").json()
    assert (shown["slug"], shown["timezone"], shown["listed"]) == ("openmt", campaign.rules.campaign.timezone, False)


def test_schedule_says_what_is_open(campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "evaluation")
    phases = {phase["id"]: phase for phase in as_(None).get("/campaigns/openmt/schedule").json()["phases"]}
    assert list(phases) == [row.phase.id for row in _periods(campaign)]
    assert phases["evaluation"]["is_open"]
    assert "submit:eval" in phases["evaluation"]["opens"]
    assert phases["registration"]["is_past"]


def _periods(campaign: Campaign) -> Any:
    from bakeoff.rulebook import schedule

    return schedule(campaign.rules)


def test_rulebook_is_data_that_the_library_reads(campaign: Campaign) -> None:
    content = as_(None).get("/campaigns/openmt/rulebook").json()["content"]
    assert Rulebook.model_validate(content) == read_rulebook("openmt2012")


def test_administrator_creates_a_campaign(administrator: User) -> None:
    response = as_(administrator).post("/campaigns", {"rulebook": TEXT, "confirm_past": True})
    assert (response.status_code, response.json()["slug"]) == (201, "openmt2012")
    assert Membership.objects.get(user=administrator).role == "organiser"


def test_others_create_none(organiser: User) -> None:
    assert error_of(as_(organiser).post("/campaigns", {"rulebook": TEXT})) == (403, "forbidden")
    assert Campaign.objects.count() == 1


def test_mistakes_of_a_rulebook_are_found_with_their_lines(administrator: User) -> None:
    response = as_(administrator).post("/campaigns", {"rulebook": f"{TEXT}\n[nonsense]\n"})
    assert error_of(response) == (422, "invalid")
    assert all(finding["line"] for finding in response.json()["findings"])


@pytest.mark.parametrize("end", ["x = [\n", 'x = """\n', 'x = "a', "[a.\n"])
def test_a_rulebook_that_breaks_off_is_refused_with_its_line(administrator: User, end: str) -> None:
    response = as_(administrator).post("/campaigns", {"rulebook": f"{TEXT}\n{end}"})
    assert error_of(response) == (422, "invalid")
    assert all(finding["line"] for finding in response.json()["findings"])


def test_second_campaign_of_an_id_is_refused(administrator: User) -> None:
    as_(administrator).post("/campaigns", {"rulebook": TEXT, "confirm_past": True})
    again = as_(administrator).post("/campaigns", {"rulebook": TEXT, "confirm_past": True})
    assert error_of(again) == (409, "refused")
    assert "change id in [campaign]" in again.json()["detail"]


def test_a_schedule_in_the_past_must_be_meant(administrator: User) -> None:
    response = as_(administrator).post("/campaigns", {"rulebook": TEXT})
    assert error_of(response) == (409, "refused")
    assert "11 of its 11 phases have already started, from Registration on (2011-10-28)" in response.json()["detail"]
    assert not Campaign.objects.exists()
    assert as_(administrator).post("/campaigns", {"rulebook": TEXT, "confirm_past": True}).status_code == 201


def test_dates_of_a_text_move_to_a_start(administrator: User) -> None:
    response = as_(administrator).post("/campaigns", {"rulebook": TEXT, "start": "2127-02-03"})
    assert response.status_code == 201
    campaign = Campaign.objects.get()
    assert first_day(campaign.rules) == date(2127, 2, 7)
    assert "# NIST Open Machine Translation 2012" in campaign.rulebook_text


def test_a_campaign_from_a_model_has_its_rules_and_dates_of_its_own(administrator: User) -> None:
    body = {"id": "ours", "title": "Our Task", "start": "2127-02-03"}
    response = as_(administrator).post("/rulebooks/iwslt2016/campaigns", body)
    assert (response.status_code, response.json()["slug"]) == (201, "ours")
    about = Campaign.objects.get().rules.campaign
    assert (about.title, about.organiser, about.website, about.contact) == ("Our Task", "", "", "")
    assert as_(administrator).get("/campaigns/ours/schedule").json()["phases"][0]["start"] == "2127-02-08T23:00:00Z"


def test_only_rulebooks_that_come_with_bakeoff_are_models(administrator: User) -> None:
    body = {"id": "ours", "title": "Our Task", "start": "2127-02-03"}
    assert error_of(as_(administrator).post("/rulebooks/pyproject.toml/campaigns", body)) == (404, "not-found")


PLAN = {"id": "ours", "title": "Our Task", "start": "2127-02-03"}
WRONG: dict[str, tuple[dict[str, object], str]] = {
    "id": ({"id": "a b"}, "id: The address needs 1 to 80 letters"),
    "phase": ({"phase": "party"}, "phase: one of the model: registration, "),
    "pair": ({"language_pairs": ["en-tlh"]}, "language_pairs: one of the model: en-de, "),
    "set": ({"test_sets": ["no"]}, "test_sets: one of the model: dev, general, test-suites"),
    "metric": ({"metrics": ["bleo"]}, "metrics: Expected one of the metrics"),
    "condition": ({"conditions": ["closed"]}, "conditions: The model has no condition closed."),
    "human": ({"human": {}}, "official_metric: Choose the metric that ranks systems"),
    "date": ({"phases": {"evaluation": {"start": "soon"}}}, "phases: Write a day such as 2027-02-01"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_plan_that_makes_no_rulebook_is_refused_with_its_fields(administrator: User, what: str) -> None:
    changes, said = WRONG[what]
    response = as_(administrator).post("/rulebooks/wmt/campaigns", PLAN | changes)
    assert error_of(response) == (422, "invalid")
    assert said in response.json()["findings"][0]["expected"]
    assert not Campaign.objects.exists()


def test_a_language_that_nobody_knows_is_asked_about(administrator: User) -> None:
    pairs = {"language_pairs": ["en-de", {"source": "Germn", "target": "en"}]}
    response = as_(administrator).post("/rulebooks/wmt/campaigns", PLAN | pairs)
    assert error_of(response) == (422, "invalid")
    assert "Did you mean German?" in response.json()["detail"]


def test_a_plan_says_what_differs_from_its_model(administrator: User) -> None:
    plan = PLAN | {
        "phase": "evaluation",
        "start": "2127-06-06",
        "phases": {"registration": {"start": "2127-01-01", "end": "2127-05-31T18:00"}},
        "timezone": "Asia/Tokyo",
        "organiser": "Us",
        "language_pairs": ["en-de", {"source": "Hausa", "target": "English"}],
        "test_sets": ["general", {"title": "Talks", "role": "current", "references": 2}],
        "metrics": ["chrf", "ter"],
        "outside": [],
        "official_metric": "chrf",
        "conditions": [],
        "human": {"esa": 4},
    }
    response = as_(administrator).post("/rulebooks/wmt/campaigns", plan)
    assert response.status_code == 201, response.json()
    campaign = Campaign.objects.get()
    rules = campaign.rules
    assert str(rules.phases["evaluation"].start) == "2127-06-06"
    assert str(rules.phases["registration"].end) == "2127-05-31 18:00:00"
    assert (rules.campaign.timezone, rules.campaign.organiser) == ("Asia/Tokyo", "Us")
    assert list(rules.language_pairs) == ["en-de", "ha-en"]
    assert (list(rules.test_sets), rules.test_sets["talks"].references) == (["general", "talks"], 2)
    assert (rules.evaluation.all_metrics, rules.conditions) == (("chrf", "ter"), {})
    assert rules.human["esa"].judge_count == 4
    assert "# whole documents" in campaign.rulebook_text


def test_organisers_duplicate_their_campaigns(campaign: Campaign, organiser: User, owner: User) -> None:
    body = PLAN | {"copy_people": True, "copy_files": True}
    assert error_of(as_(owner).post(f"/campaigns/{campaign.slug}/duplicates", body)) == (403, "forbidden")
    response = as_(organiser).post(f"/campaigns/{campaign.slug}/duplicates", body)
    assert (response.status_code, response.json()["slug"]) == (201, "ours")
    made = Campaign.objects.get(slug="ours")
    assert list(made.rules.tracks) == list(campaign.rules.tracks)
    assert not made.teams.exists()
