"""Organisers see the bracket as it stands; judges see nothing of it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.opening import open_task
from tests.site.judging.tournaments.test_decisions import FOUR, by_name, first_round_turned, judge_some, names_turned
from tests.site.judging.tournaments.world import cup, cup_task, judge_all, vote_on
from tests.site.judging.world import account_of, answer, make_judge

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(organiser: User) -> Task:
    return cup_task(cup(FOUR, by=organiser, segments=2))


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=timezone.now())


def page_of(client: Client, task: Task, organiser: User) -> str:
    client.force_login(organiser)
    response = client.get(reverse("judging:tournaments", args=[task.campaign.slug, task.slug]))
    assert response.status_code == 200
    return str(response.content.decode())


def drawing_in(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page[page.index("<svg xmlns") : page.index("</svg>", page.index("<svg xmlns")) + 6])


def words(drawing: ElementTree.Element) -> str:
    return " | ".join(drawing.itertext())


def test_the_bracket_says_of_each_match_whether_it_waits_is_judged_or_is_decided(
    client: Client, task: Task, ann: Judge, organiser: User
) -> None:
    judge_some(ann, by_name, screens=1)
    said = words(drawing_in(page_of(client, task, organiser)))
    assert "· 1 of 2 judged" in said
    assert "· 0 of 2 judged" in said
    assert "winner of upper 1 #1" in said
    judge_some(ann, by_name, screens=1)
    first_round_turned(task, ann)
    said = words(drawing_in(page_of(client, task, organiser)))
    assert "100.00" in said
    assert "of 2 judged" in said


def test_names_are_hidden_while_the_task_is_open_and_shown_after(
    client: Client, task: Task, ann: Judge, organiser: User
) -> None:
    judge_all({ann: by_name}, now=timezone.now())
    page = page_of(client, task, organiser)
    assert "Names of systems are hidden while the task is open" in page
    assert "System 1" in page
    open_task(task, Opening.CLOSED, by=organiser)
    page = page_of(client, task, organiser)
    rows = re.findall(r'<td class="number">(\d)</td><th scope="row"><bdi>(\w)</bdi>', page)
    assert rows == [("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")]
    assert "System 1" not in page


def test_a_match_that_would_differ_now_says_so(client: Client, task: Task, ann: Judge, organiser: User) -> None:
    own = first_round_turned(task, ann)
    judge_some(ann, by_name, screens=1)
    for screen in own:
        screen.refresh_from_db()
        answer(screen, vote_on(screen, names_turned), now=timezone.now())
    open_task(task, Opening.CLOSED, by=organiser)
    page = page_of(client, task, organiser)
    assert "Would differ now" in page
    assert re.search(r"By its judgments now (D 2, A 0|A 0, D 2) of 2 segments\.", page)


def test_the_drawing_is_a_file(client: Client, task: Task, ann: Judge, organiser: User) -> None:
    judge_all({ann: by_name}, now=timezone.now())
    open_task(task, Opening.CLOSED, by=organiser)
    client.force_login(organiser)
    response = client.get(reverse("judging:bracket", args=[task.campaign.slug, task.slug, "cup", 1, 1]))
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="small-cup-cup-1-1.svg"'
    assert "Places: 1 A; 2 B; 3 C; 4 D." in words(ElementTree.fromstring(response.content))
    missing = client.get(reverse("judging:bracket", args=[task.campaign.slug, task.slug, "cup", 1, 2]))
    assert missing.status_code == 404


def test_judges_notice_nothing_of_matches(client: Client, task: Task, ann: Judge) -> None:
    screen = next_screen(ann, now=timezone.now())
    assert isinstance(screen, Screen)
    client.force_login(account_of(ann))
    for address in (
        reverse("judging:screen", args=[screen.key]),
        reverse("judging:task", args=[task.campaign.slug, task.slug]),
        reverse("judging:tasks"),
    ):
        page = client.get(address).content.decode()
        assert not re.search(r"tournament|bracket|\bmatch(es)?\b|\bseed|System \d|Team [ABCD]\b", page, re.IGNORECASE)


def test_the_released_board_shows_the_bracket_to_everyone(
    client: Client, task: Task, ann: Judge, organiser: User
) -> None:
    place = [task.campaign.slug, "cup", "en-fr", "news"]
    judge_all({ann: by_name}, now=timezone.now())
    assert client.get(reverse("results:human-bracket", args=[*place, 1])).status_code == 404  # judging is open
    open_task(task, Opening.CLOSED, by=organiser)
    page = client.get(reverse("results:human-board", args=place)).content.decode()
    said = words(drawing_in(page[page.index("bracket-frame") :]))
    assert "Places: 1 A; 2 B; 3 C; 4 D." in said
    response = client.get(reverse("results:human-bracket", args=[*place, 1]))
    assert response["Content-Disposition"] == 'attachment; filename="small-cup-en-fr-news-bracket-1.svg"'
    assert "Places: 1 A; 2 B; 3 C; 4 D." in words(ElementTree.fromstring(response.content))
    assert client.get(reverse("results:human-bracket", args=[*place, 2])).status_code == 404
