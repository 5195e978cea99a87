"""Who sees a metrics task and its results when, and what the pages show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.metrics_task.models import MetricsResult
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.services import receive_submission
from tests.site.api.conftest import as_
from tests.site.conftest import Clock
from tests.site.judging.world import judge_everything, make_judge, planned_task
from tests.site.metrics_task.world import (
    EVALUATION,
    PAIR,
    SET,
    TRACK,
    Package,
    compare,
    judge_systems,
    metric_team,
    open_task_with_genres,
    organiser_of,
    release,
    release_texts,
    set_comparison,
    unpacked_pack,
)
from tests.site.people import person

PLACE = ["small", TRACK, SET, EVALUATION]
RESULT = reverse("metrics_task:result", args=PLACE)
OVERVIEW = reverse("metrics_task:overview", args=["small"])
ANSWER = f"/campaigns/small/metrics-task/{TRACK}/{SET}/{EVALUATION}"


@pytest.fixture
def people(campaign: Campaign, organiser: User, administrator: User) -> dict[str, User | None]:
    """Somebody of each role."""
    roles = {"judge": MembershipRole.JUDGE, "observer": MembershipRole.OBSERVER}
    members = {name: person(f"Una {name.title()}") for name in roles}
    for name, user in members.items():
        Membership.objects.create(campaign=campaign, user=user, role=roles[name])
    return {
        "visitor": None,
        "stranger": person("Stan Stranger"),
        "metric team": metric_team(campaign, "Lamp Lab")[1],
        "translators": metric_team(campaign, "Mere Translators", tracks=())[1],
        **members,
        "organiser": organiser,
        "administrator": administrator,
    }


@pytest.fixture
def compared(campaign: Campaign, people: dict[str, User | None], organiser: User, clock: Clock) -> MetricsResult:
    """Judged and compared, with a metric of a team, while people still judge."""
    package = unpacked_pack(campaign)
    team = Team.objects.get(name="Lamp Lab")
    user = people["metric team"]
    assert user is not None
    submit(team, "lengths_primary", package, user, metric="<Lengths>")
    clock.move_into(campaign, "judging")
    judge_systems(campaign, now=clock.now, by=organiser)
    compare(clock.now)
    found = MetricsResult.objects.get()
    assert content_of(found)
    return found


def content_of(result: MetricsResult) -> dict[str, Any]:
    assert result.content is not None, result.reason
    return dict(result.content)


def submit(team: Team, name: str, package: Package, by: User, *, metric: str, scale: float = 1.0) -> None:
    path = f"{name}_{SET}_{PAIR}.tsv"
    submission = receive_submission(team, name=path, chunks=[package.scores(metric, scale=scale).encode()], by=by)
    work_off("test")
    submission.refresh_from_db()
    assert submission.state == "valid", submission.findings


def seen_by(people: dict[str, User | None], address: str) -> dict[str, int]:
    """The status of a page for each role."""
    found = {}
    for role, user in people.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        found[role] = client.get(address).status_code
    return found


def answered_to(people: dict[str, User | None]) -> dict[str, tuple[int, int]]:
    """The status of the result by the API, and how many results the list has."""
    return {
        role: (as_(user).get(ANSWER).status_code, len(as_(user).get("/campaigns/small/metrics-task").json()["items"]))
        for role, user in people.items()
    }


def test_results_are_for_organisers_until_the_rulebook_releases_them(
    campaign: Campaign, people: dict[str, User | None], compared: MetricsResult, clock: Clock
) -> None:
    chart = content_of(compared)["charts"][0]["name"]
    addresses = [
        RESULT,
        reverse("metrics_task:download", args=[*PLACE, "metrics", "csv"]),
        reverse("metrics_task:figure", args=[*PLACE, chart]),
    ]
    early = {role: 200 if role in ("organiser", "administrator") else 404 for role in people}
    for address in addresses:
        assert seen_by(people, address) == early, address
    assert answered_to(people) == {role: (status, int(status == 200)) for role, status in early.items()}
    assert set(seen_by(people, OVERVIEW).values()) == {200}
    assert RESULT not in Client().get(OVERVIEW).content.decode()
    release(campaign, clock)
    for address in addresses:
        assert seen_by(people, address) == dict.fromkeys(people, 200), address
    assert answered_to(people) == dict.fromkeys(people, (200, 1))
    assert RESULT in Client().get(OVERVIEW).content.decode()


def test_scores_of_single_systems_are_hidden_while_they_are_judged(
    campaign: Campaign, organiser: User, compared: MetricsResult, client: Client, clock: Clock
) -> None:
    client.force_login(organiser)
    page = client.get(RESULT).content.decode()
    assert "scores of single systems are hidden" in page
    assert "BRAVO" not in page
    disagreements = reverse("metrics_task:download", args=[*PLACE, "disagreements", "csv"])
    assert client.get(disagreements).status_code == 404
    release(campaign, clock)
    page = client.get(RESULT).content.decode()
    assert "BRAVO" in page
    assert client.get(disagreements).status_code == 200


def test_the_page_shows_metrics_charts_and_who_takes_part(
    campaign: Campaign, compared: MetricsResult, client: Client, clock: Clock
) -> None:
    release(campaign, clock)
    page = client.get(RESULT).content.decode()
    assert page.count("<svg") >= 3
    assert "&lt;Lengths&gt;" in page
    assert "<Lengths>" not in page
    assert "computed here" in page
    other = client.get(RESULT, {"metric": "chrF"}).content.decode()
    assert "<option selected>chrF</option>" in other
    assert client.get(RESULT, {"metric": "nobody's"}).status_code == 200
    table = client.get(reverse("metrics_task:download", args=[*PLACE, "metrics", "tsv"])).content.decode()
    assert {line.split("\t")[5] for line in table.splitlines()[1:]} >= {"<Lengths>", "BLEU", "chrF"}
    assert client.get(reverse("metrics_task:download", args=[*PLACE, "nothing", "tsv"])).status_code == 404
    assert client.get(reverse("metrics_task:figure", args=[*PLACE, "nothing"])).status_code == 404


def test_teams_see_what_to_do_and_which_of_their_files_count(
    campaign: Campaign, people: dict[str, User | None], compared: MetricsResult, client: Client
) -> None:
    team = Team.objects.get(name="Lamp Lab")
    for role, has_own in (("metric team", True), ("translators", False), ("stranger", False)):
        user = people[role]
        assert user is not None
        client.force_login(user)
        page = client.get(OVERVIEW).content.decode()
        assert ("LAMP_lengths" in page) is has_own, role
        assert (reverse("submissions:submit", args=["small", team.pk]) in page) is has_own, role
        assert (reverse("campaigns:register", args=["small"]) in page) is (role == "stranger"), role
        assert ("not registered for this track" in page) is (role == "translators"), role
        assert ("Submit scores</a>" in page) is has_own, role


def test_what_changes_is_compared_again_and_not_too_often(
    campaign: Campaign, people: dict[str, User | None], compared: MetricsResult, clock: Clock
) -> None:
    user = people["metric team"]
    assert user is not None
    submit(Team.objects.get(name="Lamp Lab"), "more_contrastive", unpacked_pack(campaign), user, metric="More")
    assert compare(clock.now) == 0  # it was compared a moment ago
    clock.move_on(timedelta(minutes=2))
    assert compare(clock.now) == 1
    compared.refresh_from_db()
    assert {"<Lengths>", "More"} <= {each["name"] for each in content_of(compared)["metrics"]}


def test_comparisons_by_people_are_counted_one_by_one(
    campaign: Campaign, people: dict[str, User | None], organiser: User, clock: Clock
) -> None:
    user = people["metric team"]
    assert user is not None
    submit(Team.objects.get(name="Lamp Lab"), "lengths_primary", unpacked_pack(campaign), user, metric="Lengths")
    clock.move_into(campaign, "judging")
    judge = make_judge(planned_task(campaign, "pairs", by=organiser), "Jo Judge", now=clock.now)
    judge_everything([judge], now=clock.now)
    assert compare(clock.now) == 1
    figures = content_of(MetricsResult.objects.get())["figures"]
    assert figures["measures"] == ["spearman", "pearson", "kendall", "accuracy", "consistency", "tau14"]
    [own] = figures["sets"]
    [lengths] = [each for each in own["metrics"] if each["metric"] == "Lengths"]
    assert lengths["measures"]["consistency"]["value"] == 1.0  # ALPHA is best by both
    assert own["tests"]["measure"] == "spearman"


def test_nothing_is_said_before_there_are_enough_systems(
    campaign: Campaign, organiser: User, client: Client, clock: Clock
) -> None:
    clock.move_into(campaign, "judging")
    planned_task(campaign, EVALUATION, by=organiser)
    assert compare(clock.now) == 1
    found = MetricsResult.objects.get()
    assert (found.content, found.reason) == (None, "Nothing is judged yet.")
    client.force_login(organiser)
    page = client.get(RESULT).content.decode()
    assert "No results yet" in page
    assert "Nothing is judged yet." in page
    assert client.get(reverse("metrics_task:figure", args=[*PLACE, "chart"])).status_code == 404
    answer = as_(organiser).get(ANSWER).json()
    assert (answer["figures"], answer["metrics"], answer["reason"]) == ({}, [], "Nothing is judged yet.")


def test_a_file_that_cannot_be_read_any_more_is_left_out_and_named(
    campaign: Campaign, compared: MetricsResult, clock: Clock
) -> None:
    Run.objects.filter(name="LAMP_lengths").update(sha256=keep([b"system\tscore\nsystem1\t1\n"]).sha256)
    MetricsResult.objects.update(inputs_digest="")
    clock.move_on(timedelta(minutes=2))
    assert compare(clock.now) == 1
    compared.refresh_from_db()
    content = content_of(compared)
    assert "<Lengths>" not in {each["name"] for each in content["metrics"]}
    assert [each for each in content["remarks"] if each.startswith("English–Chinese: LAMP_lengths is left out: ")]


def test_the_rulebook_chooses_measures_tests_and_outliers(
    campaign: Campaign, compared: MetricsResult, organiser: User, client: Client, clock: Clock
) -> None:
    set_comparison(
        campaign,
        'measures = ["acc-t", "darr", "kendall"]\n'
        'compare = "kendall"\ncorrection = "holm"\noutliers = ["DELTA", "ECHO"]',
    )
    clock.move_on(timedelta(minutes=2))
    assert compare(clock.now) == 1
    compared.refresh_from_db()
    figures = content_of(compared)["figures"]
    assert figures["measures"] == ["acc-t", "darr", "kendall"]
    assert [(own["subset"], len(own["systems"]), own["outliers"]) for own in figures["sets"]] == [
        ("", 4, []),
        ("without outliers", 3, ["DELTA"]),
    ]
    assert {(own["tests"]["measure"], own["tests"]["correction"]) for own in figures["sets"]} == {("kendall", "holm")}
    client.force_login(organiser)
    page = client.get(RESULT).content.decode()
    assert "without outliers: 3 systems" in page
    assert "DELTA" not in page
    release(campaign, clock)
    page = client.get(RESULT).content.decode()
    assert "Outliers left out: DELTA." in page
    assert "No system called ECHO has been judged, which the rulebook names as an outlier." in page
    assert as_(None).get(ANSWER).json()["figures"] == figures


def test_texts_of_disagreements_are_for_whom_they_are_released_to(
    campaign: Campaign, people: dict[str, User | None], compared: MetricsResult, client: Client, clock: Clock
) -> None:
    team, organiser, user = Team.objects.get(name="Lamp Lab"), people["organiser"], people["metric team"]
    assert user is not None
    assert organiser is not None
    submit(team, "upside_contrastive", unpacked_pack(campaign), user, metric="Upside", scale=-1.0)
    clock.move_on(timedelta(minutes=2))
    compare(clock.now)
    compared.refresh_from_db()
    [case, *_] = content_of(compared)["cases"]["Upside"]
    text = next(each for each in content_of(compared)["texts"] if each["segment"] == case["segment"])
    assert {case["better"], case["worse"]} <= text["outputs"].keys()
    query = {"metric": "Upside"}
    client.force_login(organiser)
    assert text["source"] not in client.get(RESULT, query).content.decode()  # systems are judged
    release(campaign, clock)
    client.force_login(organiser)
    page = client.get(RESULT, query).content.decode()
    every = [text["source"], *text["references"], *(text["outputs"][case[side]] for side in ("better", "worse"))]
    assert [each for each in every if escape(each) not in page] == []
    resources = ("source", "references", "outputs")
    for released in range(len(resources) + 1):
        release_texts(campaign, *resources[:released])
        page = Client().get(RESULT, query).content.decode()
        texts = {
            "source": escape(text["source"]) in page,
            "references": f">{escape(text['references'][0])}</dd>" in page,
            "outputs": f">{escape(text['outputs'][case['better']])}</dd>" in page,
        }
        assert texts == {name: place < released for place, name in enumerate(resources)}
        assert "disagree most" in page


def test_groups_of_segments_are_compared_by_themselves(db: None, clock: Clock) -> None:
    campaign = open_task_with_genres()
    clock.move_into(campaign, "judging")
    judge_systems(campaign, now=clock.now, by=organiser_of(campaign))
    compare(clock.now)
    content = content_of(MetricsResult.objects.get())
    found = {own["subset"]: (own["segments"], len(own["metrics"])) for own in content["figures"]["sets"]}
    assert found == {"": (4, 3), "genre=talk": (3, 3), "genre=news": (1, 3)}
    assert any("genre=talk" in str(chart) for chart in content["charts"])
