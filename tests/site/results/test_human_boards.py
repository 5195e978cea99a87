"""Human boards: what people judged, next to the scores of metrics, as far as the rulebook releases it."""

from __future__ import annotations

import csv
import json
from contextlib import suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bakeoff.cli.main import main
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, TeamMember
from bakeoff_site.judging.models import Evaluation, Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.judging.world import RULES, SYSTEMS, answer, judged_campaign, make_judge, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db
RELEASING = RULES.replace('"scores", "system-names"', '"scores", "system-names", "human-scores"').replace(
    "[submission]\n",
    '[phases.open]\nstart = 2026-05-01\nreleases = { public = ["judgments:ranking"] }\n[submission]\n',
    1,
)
NAMELESS = RELEASING.replace('"scores", "system-names", "human-scores"', '"scores", "human-scores", "judgments"')
WITH_REFERENCE = RELEASING.replace("[human.fluency]\n", "[human.fluency]\nreference_among = true\n")
JUDGING = datetime(2026, 3, 5, tzinfo=UTC)
CLOSED = datetime(2026, 3, 25, tzinfo=UTC)
RESULTS = datetime(2026, 4, 2, tzinfo=UTC)
OPEN = datetime(2026, 5, 2, tzinfo=UTC)
BOARD = {"evaluation": "ranking", "language_pair": "en-zh", "test_set": "news"}


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None, request: pytest.FixtureRequest) -> Campaign:
    return judged_campaign(getattr(request, "param", RELEASING))


def judge_all(task: Task, names: tuple[str, ...] = ("Ann Able", "Ben Best"), *, now: datetime = JUDGING) -> list[Judge]:
    """Judges who see the quality of systems with some noise answer everything."""
    rng = np.random.default_rng(3)
    judges = [make_judge(task, name, now=now) for name in names]
    asking = list(judges)
    while asking:
        for judge in list(asking):
            screen = next_screen(judge, now=now)
            if isinstance(screen, Finished):
                asking.remove(judge)
            elif isinstance(screen, Screen):
                answer(screen, imagined(screen, rng), now=now)
    return judges


def imagined(screen: Screen, rng: np.random.Generator) -> Any:
    ranks = {name: place for place, name in enumerate((*SYSTEMS, "reference"))}
    qualities = [
        -0.5 * next(place for name, place in ranks.items() if name in output.system) + rng.normal(0, 0.4)
        for output in shown_screen(screen).outputs
    ]
    return content_of(screen.evaluation.task).evaluations[screen.evaluation.code].protocol.imagine(qualities, rng)


def get(user: User | None, page: str = "results:human-board", **arguments: str) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    asked = arguments if page == "results:overview" else BOARD | arguments
    return client.get(reverse(page, kwargs={"slug": "small", **asked}))


def make_member(campaign: Campaign, code: str) -> User:
    """Someone of a team."""
    user = person("Tim Mate")
    TeamMember.objects.create(campaign=campaign, team=campaign.teams.get(code=code), user=user)
    return user


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_board_has_scores_clusters_pairs_agreement_and_conditions_of_its_language_pair(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    clock.move_to(RESULTS)
    shown = text_of(get(None))
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    result = ranking_of(evaluation).result
    assert result is not None
    ranking = next(each for each in result.rankings if each.group["language_pair"] == "en-zh")
    for each in ranking.systems:
        assert each.interval is not None
        ends = f"[{each.interval.low:.3f}, {each.interval.high:.3f}]"
        assert f'class="number score">{each.score:.3f}</td>' in shown
        assert f'data-label="Interval">{ends}</td>' in shown
    assert shown.count('role="img" aria-label="interval ') == len(SYSTEMS)
    assert shown.count("<b>Cluster ") == len(ranking.clusters)
    pairs = ranking.pairs
    assert pairs.wins is not None
    assert pairs.ties is not None
    counts = f"{pairs.wins[0, 1]}–{pairs.ties[0, 1]}–{pairs.wins[1, 0]}"
    assert f"{100 * pairs.values[0, 1]:.1f}{pairs.mark(0, 1)}</b><i>{counts}" in shown
    between = next(each for each in ranking.agreement if each.between == "judges")
    assert f"<b>{between.value:.3f}</b>" in shown
    assert f">{between.word}<" in shown
    assert f"{ranking.judgments} judgments by 2 judges" in shown
    assert "English–Chinese" in shown
    assert "3 outputs, with source" in shown
    assert "bakeoff human analyse small-ranking.jsonl --rules small.toml --evaluation ranking" in shown
    board = campaign.boards.get(language_pair="en-zh")
    assert reverse("results:board", args=["small", board.pk]) in shown


@pytest.mark.parametrize(
    ("moment", "names_seen", "seen_by_all"),
    [(JUDGING, False, False), (CLOSED, True, False), (RESULTS, True, True)],
    ids=["judging", "closed", "released"],
)
def test_before_the_release_only_organisers_see_a_board_and_while_people_judge_without_names(
    campaign: Campaign, organiser: User, clock: Clock, moment: datetime, names_seen: bool, seen_by_all: bool
) -> None:
    clock.move_to(JUDGING)
    task = planned_task(campaign, "ranking", by=organiser, opening="phase")
    judges = judge_all(task)
    clock.move_to(moment)
    shown = text_of(get(organiser))
    assert all((name in shown) == names_seen for name in SYSTEMS)
    assert ("Only organisers see this" in shown) == (not seen_by_all)
    assert ("System 1" in shown) == (not names_seen)
    listed = text_of(get(organiser, "results:overview"))
    assert reverse("results:human-board", kwargs={"slug": "small", **BOARD}) in listed
    team_mate = make_member(campaign, "ALPHA")
    for user in (judges[0].user, team_mate, person("Sam Stranger"), None):
        assert get(user).status_code == (200 if seen_by_all else 404), user
        assert ("/results/human/" in text_of(get(user, "results:overview"))) == seen_by_all
        for name, arguments in (
            ("results:human-download", {"table": "ranking", "ending": "json"}),
            ("results:human-figure", {"name": "head-to-head"}),
        ):
            assert get(user, name, **arguments).status_code == (200 if seen_by_all else 404), (user, name)


def test_a_task_that_is_opened_again_hides_a_board_that_was_released(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    clock.move_to(JUDGING)
    task = planned_task(campaign, "ranking", by=organiser, opening="phase")
    judge_all(task)
    clock.move_to(RESULTS)
    assert get(None).status_code == 200
    Task.objects.update(opening="open")
    assert get(None).status_code == 404
    assert "Being judged" in text_of(get(organiser))


def test_exports_have_the_numbers_of_the_command_line_on_the_released_judgments(
    campaign: Campaign, organiser: User, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock.move_to(JUDGING)
    task = planned_task(campaign, "ranking", by=organiser, opening="phase")
    judges = judge_all(task, ("Ann Able", "Ben Best", "Cy Clone"))
    block_judge(judges[-1], reason="answers at random", by=organiser, now=JUDGING)
    clock.move_to(RESULTS)
    assert get(None, "results:human-judgments").status_code == 404
    assert "judgments, which are not public" in text_of(get(None))
    clock.move_to(OPEN)
    released = get(None, "results:human-judgments").getvalue()
    assert b"Ann" not in released
    (tmp_path / "small-ranking.jsonl").write_bytes(released)
    rules = get(None, "results:human-download", table="ranking", ending="json")
    found = json.loads(rules.content)
    (tmp_path / "small.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    said = analysed(
        capsys, tmp_path / "small-ranking.jsonl", "--rules", tmp_path / "small.toml", "--evaluation", "ranking"
    )
    expected = [each for each in said["rankings"] if each["group"]["language_pair"] == "en-zh"]
    assert found["rankings"] == expected
    assert {key: found[key] for key in said if key not in ("rankings",)} == {
        key: said[key] for key in said if key not in ("rankings",)
    }
    table = get(None, "results:human-download", table="ranking", ending="csv").content.decode()
    rows = list(csv.DictReader(StringIO(table)))
    assert [row["system"] for row in rows] == [each["name"] for each in expected[0]["systems"]]
    pairs = get(None, "results:human-download", table="pairs", ending="tsv").content.decode()
    assert len(pairs.splitlines()) == 1 + len(expected[0]["pairs"])
    for table_name in ("ranking", "pairs", "agreement"):
        for ending in ("md", "tex", "csv", "tsv"):
            assert get(None, "results:human-download", table=table_name, ending=ending).status_code == 200
    assert get(None, "results:human-download", table="ranking", ending="exe").status_code == 404
    assert get(None, "results:human-download", table="judges", ending="csv").status_code == 404
    assert get(None, "results:human-figure", name="head-to-head").content.startswith(b"<svg")
    assert get(None, "results:human-figure", name="none").status_code == 404
    shown = text_of(get(None))
    assert "1 judge by the organisers" in shown


def analysed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    capsys.readouterr()
    with suppress(SystemExit):
        main(["human", "analyse", *map(str, arguments), "--format", "json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("campaign", [WITH_REFERENCE], indirect=True, ids=[""])
def test_grades_have_medians_bars_and_a_hidden_reference(campaign: Campaign, organiser: User, clock: Clock) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "fluency", by=organiser, opening="phase"))
    clock.move_to(RESULTS)
    shown = text_of(get(None, evaluation="fluency", language_pair="en-ar"))
    assert shown.count('class="grade-bars"') == len(SYSTEMS) + 1
    assert shown.count("Hidden reference") == 1
    assert "4, and a reference hidden among them" in shown
    result = ranking_of(Evaluation.objects.select_related("task__campaign").get()).result
    assert result is not None
    last = result.rankings[0].systems[-1]
    counts = {f"{grade:g}": count for grade, count in last.grades.items()}
    assert last.system == "reference"
    assert sum(counts.values()) == last.judgments
    for grade, count in counts.items():
        assert f"<title>{grade}: {count} (" in shown


def test_a_withdrawn_system_stays_in_the_ranking_without_its_name(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    Run.objects.filter(name="BRAVO").update(withdrawn_at=JUDGING)
    clock.move_to(RESULTS)
    shown = text_of(get(None))
    assert "BRAVO" not in shown
    assert "withdrawn system" in shown
    assert "BRAVO" in text_of(get(organiser))


@pytest.mark.parametrize("campaign", [NAMELESS], indirect=True, ids=[""])
def test_names_of_systems_are_hidden_until_they_are_released(campaign: Campaign, organiser: User, clock: Clock) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    clock.move_to(RESULTS)
    everything = "".join(
        text_of(get(None, name, **arguments))
        for name, arguments in (
            ("results:human-board", {}),
            ("results:human-download", {"table": "ranking", "ending": "json"}),
            ("results:human-figure", {"name": "head-to-head"}),
        )
    )
    assert [name for name in SYSTEMS if name in everything] == []
    assert "system " in everything
    assert get(None, "results:human-judgments").status_code == 404
    team_mate = make_member(campaign, "ALPHA")
    own = text_of(get(team_mate))
    assert [name for name in SYSTEMS if name in own] == ["ALPHA"]
    assert "Your team" in own


@pytest.mark.parametrize("count", [1, 3])
def test_a_page_costs_as_many_queries_with_one_system_as_with_three(
    campaign: Campaign, organiser: User, clock: Clock, count: int
) -> None:
    clock.move_to(JUDGING)
    Run.objects.exclude(name__in=SYSTEMS[:count]).update(withdrawn_at=JUDGING)
    judge_all(planned_task(campaign, "fluency", by=organiser, opening="phase"))
    clock.move_to(RESULTS)
    get(None, evaluation="fluency", language_pair="en-ar")
    with CaptureQueriesContext(connection) as found:
        shown = text_of(get(None, evaluation="fluency", language_pair="en-ar"))
    assert shown.count('scope="row"') >= count
    assert ('id="matrix"' in shown) == (count > 1)
    assert len(found) == 11


def test_there_is_no_board_before_anything_is_judged(campaign: Campaign, organiser: User, clock: Clock) -> None:
    clock.move_to(RESULTS)
    planned_task(campaign, "ranking", by=organiser, opening="closed")
    assert get(organiser).status_code == 404
    assert get(organiser, evaluation="none").status_code == 404
    assert "/results/human/" not in text_of(get(organiser, "results:overview"))


COUNTED = (
    RELEASING.replace('"judge:scores"', '"judge:scores", "judge:more"')
    + """
[human.more]
title = "More rankings"
protocol = "ranking"
phase = "judging"
language_pairs = ["en-zh"]
shown = 3
counts_for = ["ranking"]
"""
)


@pytest.mark.parametrize("campaign", [COUNTED], indirect=True, ids=[""])
def test_judgments_of_another_task_that_count_are_in_the_board(
    campaign: Campaign, organiser: User, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    judge_all(planned_task(campaign, "more", by=organiser, opening="phase"), ("Cy Clone",))
    clock.move_to(OPEN)
    board = text_of(get(None))
    assert "Judgments of More rankings count here as well." in board
    found = json.loads(get(None, "results:human-download", table="ranking", ending="json").content)
    alone = json.loads(get(None, "results:human-download", evaluation="more", table="ranking", ending="json").content)
    [own] = [each for each in found["rankings"] if each["group"]["language_pair"] == "en-zh"]
    assert own["judges"] == 3
    assert own["judgments"] > alone["rankings"][0]["judgments"] > 0
    # Judgments of the other evaluation are not released, so that neither are those of this one.
    assert get(None, "results:human-judgments").status_code == 404
    (tmp_path / "all.jsonl").write_bytes(get(organiser, "results:human-judgments").getvalue())
    (tmp_path / "small.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    said = analysed(capsys, tmp_path / "all.jsonl", "--rules", tmp_path / "small.toml", "--evaluation", "ranking")
    assert found["rankings"] == [each for each in said["rankings"] if each["group"]["language_pair"] == "en-zh"]


def test_a_board_of_metrics_links_to_the_human_board_and_has_its_scores_as_a_column(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    address = reverse("results:board", args=["small", campaign.boards.get(language_pair="en-zh").pk])
    human = reverse("results:human-board", kwargs={"slug": "small", **BOARD})
    client = Client()
    client.force_login(organiser)
    while_judging = text_of(client.get(address))
    assert human not in while_judging
    assert "Human (" not in while_judging
    clock.move_to(RESULTS)
    shown = text_of(Client().get(address))
    assert human in shown
    assert "Human (Ranking) against BLEU" in shown
    result = ranking_of(Evaluation.objects.select_related("task__campaign").get()).result
    assert result is not None
    ranking = next(each for each in result.rankings if each.group["language_pair"] == "en-zh")
    for each in ranking.systems:
        assert f'data-label="Human (Ranking)">{each.score:.3f}</td>' in shown
    campaign_page = text_of(Client().get(reverse("campaigns:campaign", args=["small"])))
    assert "Human evaluation: 2 boards." in campaign_page
    by_people = text_of(Client().get(address, {"sort": "human:ranking"}))
    places = [by_people.index(f"<bdi>{each.system}</bdi>") for each in ranking.systems]
    assert places == sorted(places)
    without = text_of(Client().get(address, {"column": ["bleu"]}))
    assert 'data-label="Human (Ranking)"' not in without
    table = Client().get(reverse("results:download", args=["small", address.split("/")[-2], "csv"])).content.decode()
    rows = {row["system"]: row for row in csv.DictReader(StringIO(table))}
    assert {each.system: each.score for each in ranking.systems} == {
        name: float(row["human:ranking"]) for name, row in rows.items()
    }


def test_programs_get_the_same_board_by_the_api_and_the_client(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=organiser, opening="phase"))
    clock.move_to(RESULTS)
    address = "/api/v1/campaigns/small/human-boards"
    listed = Client().get(address).json()
    assert [(row["evaluation"], row["language_pair"], row["test_set"]) for row in listed["items"]] == [
        ("ranking", "en-ar", "news"),
        ("ranking", "en-zh", "news"),
    ]
    found = Client().get(f"{address}/ranking/en-zh/news").json()
    said = json.loads(get(None, "results:human-download", table="ranking", ending="json").content)["rankings"][0]
    for system, expected in zip(found["ranking"], said["systems"], strict=True):
        assert {"name": system["name"], "score": system["score"], "interval": [system["low"], system["high"]]} == {
            key: expected[key] for key in ("name", "score", "interval")
        }
    assert [(pair["first"], pair["second"], pair["p"], pair["value"]) for pair in found["pairs"]] == [
        (pair["a"], pair["b"], pair["p"], pair["a_better"]) for pair in said["pairs"]
    ]
    pair = found["pairs"][0]
    assert pair["wins"] / (pair["wins"] + pair["ties"] + pair["losses"]) == pytest.approx(pair["value"])
    assert [each["value"] for each in found["agreement"]] == [each["value"] for each in said["agreement"]]
    assert (found["judges"], found["has_judgments"], found["is_public"]) == (2, False, True)
    table = Client().get(f"{address}/ranking/en-zh/news/table", {"table": "pairs", "format": "csv"})
    assert len(table.content.decode().splitlines()) == 1 + len(said["pairs"])
    assert Client().get(f"{address}/ranking/en-zh/news/judgments").status_code == 404
    assert Client().get(f"{address}/ranking/en-zh/other").status_code == 404
