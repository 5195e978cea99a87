"""A qualification comes first, looks like judging, counts in nothing, and its result is shown at the end of a try."""

from __future__ import annotations

import json
import re
import threading
from contextlib import suppress
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import ActionKind, Opening, ScreenState
from bakeoff_site.judging.models import DealingEvent, Judge, Judgment, QualificationTry, Screen, Task
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.progress import progress_of
from bakeoff_site.judging.services.answers import NewAction, OldVersionError, save_actions
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.qualification import QualificationEnded, give_another_try
from tests.site.api.conftest import as_
from tests.site.judging.conduct_world import (
    QUALIFICATION,
    finish_try,
    gold_campaign,
    gold_task,
    right_answer,
    screen_for,
    wrong_answer,
)
from tests.site.judging.world import account_of, answer, make_judge

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return gold_campaign(QUALIFICATION)


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return gold_task(campaign, by=organiser)


@pytest.fixture
def judge(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=NOW)


def ended(judge: Judge) -> QualificationEnded:
    found = next_screen(judge, now=NOW)
    assert isinstance(found, QualificationEnded)
    judge.refresh_from_db()
    return found


def test_who_answers_as_expected_passes_and_judges(judge: Judge) -> None:
    finish_try(judge, right=True, now=NOW)
    own = ended(judge).own
    assert (own.passed, own.tries_left, own.has_failed) == (True, 1, False)
    assert judge.qualified_at == NOW
    following = screen_for(judge, now=NOW)
    assert (following.number, following.position, following.qualification_try) == (3, 0, None)


def test_who_fails_tries_again_with_other_items_and_then_no_more(judge: Judge) -> None:
    finish_try(judge, right=False, now=NOW)
    own = ended(judge).own
    assert (own.passed, own.tries_left, own.has_failed) == (False, 1, False)
    first = set(judge.screens.values_list("segment", flat=True))
    finish_try(judge, right=False, now=NOW)
    assert set(judge.screens.filter(qualification_try=2).values_list("segment", flat=True)) != first
    assert ended(judge).own.has_failed
    assert ended(judge).own.has_failed
    assert list(QualificationTry.objects.values_list("number", "right", "answers", "passed")) == [
        (1, 0, 8, False),
        (2, 0, 8, False),
    ]


def test_organisers_give_another_try(judge: Judge, organiser: User) -> None:
    for _ in range(2):
        finish_try(judge, right=False, now=NOW)
        ended(judge)
    give_another_try(judge, by=organiser)
    judge.refresh_from_db()
    finish_try(judge, right=True, now=NOW)
    assert ended(judge).own.passed


def test_answers_are_kept_and_count_neither_in_results_nor_in_what_is_judged(judge: Judge, task: Task) -> None:
    finish_try(judge, right=True, now=NOW)
    evaluation = task.evaluations.select_related("task__campaign").get()
    assert Judgment.objects.filter(surplus=True).count() == 2
    assert list(judgments_of(evaluation, counted=True)) == []
    assert [each.control for each in judgments_of(evaluation, counted=False)] == ["gold", "gold"]
    assert not DealingEvent.objects.exists()
    done = progress_of(task).evaluations[0]
    assert (done.answered, done.controls, done.held) == (0, 0, 0)


def test_an_answer_is_confirmed_like_every_other(judge: Judge) -> None:
    screen = screen_for(judge, now=NOW)
    saved = answer(screen, wrong_answer(screen), now=NOW)
    assert (saved.state, saved.late, saved.surplus) == (ScreenState.ANSWERED, False, False)


def test_an_answer_that_is_sent_again_is_confirmed_as_the_first_time(judge: Judge) -> None:
    screen = screen_for(judge, now=NOW)
    actions = [
        NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": wrong_answer(screen)}),
        NewAction(key=uuid4(), kind=ActionKind.SUBMIT),
    ]
    first, again = (save_actions(screen, actions, version=0, text_digest=screen.text_digest, now=NOW) for _ in range(2))
    assert again == first
    assert (again.late, again.surplus) == (False, False)


def test_a_correction_before_the_end_of_a_try_is_what_counts(judge: Judge) -> None:
    first = screen_for(judge, now=NOW)
    answer(first, wrong_answer(first), now=NOW)
    first.refresh_from_db()
    second = screen_for(judge, now=NOW)
    answer(first, right_answer(first), now=NOW)
    answer(second, right_answer(second), now=NOW)
    assert ended(judge).own.passed


def test_a_screen_that_is_given_back_or_left_comes_again(judge: Judge) -> None:
    screen = screen_for(judge, now=NOW)
    give_back(screen)
    again = screen_for(judge, now=NOW + timedelta(days=2))
    assert (again.segment, again.qualification_try) == (screen.segment, 1)
    assert screen_for(judge, now=NOW + timedelta(days=4)).pk == again.pk
    assert not DealingEvent.objects.exists()


def test_own_systems_are_in_no_item(campaign: Campaign, task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    team = campaign.teams.get(code="BRAVO")
    team.members.create(campaign=campaign, user=account_of(judge))
    assert "BRAVO" not in screen_for(judge, now=NOW).systems


def test_who_is_blocked_in_between_gets_no_more(judge: Judge, organiser: User) -> None:
    screen = screen_for(judge, now=NOW)
    block_judge(judge, reason="no reason", by=organiser, now=NOW)
    saved = answer(screen, right_answer(screen), now=NOW)
    assert (saved.late, saved.surplus, saved.state) == (True, True, ScreenState.RETURNED)


def test_a_task_can_ask_for_more_than_its_rulebook(campaign: Campaign, organiser: User) -> None:
    task = gold_task(campaign, by=organiser)
    Task.objects.filter(pk=task.pk).update(qualification={"items": 3, "share": 1.0, "tries": 1})
    judge = make_judge(Task.objects.select_related("campaign").get(pk=task.pk), "Ann Able", now=NOW)
    for number in range(3):
        screen = screen_for(judge, now=NOW)
        answer(screen, wrong_answer(screen) if number == 0 else right_answer(screen), now=NOW)
    assert ended(judge).own.has_failed


def test_nothing_that_a_judge_gets_tells_a_qualification_from_judging(judge: Judge) -> None:
    """Pages, addresses and JSON have the same words and keys; only numbers and texts differ."""
    client = Client()
    client.force_login(account_of(judge))
    asking = as_(judge.user)
    seen = []
    for _ in range(3):
        address = reverse("judging:next", args=["small", judge.task.slug])
        page = client.get(address, follow=True)
        if "qualification" in str(page.request["PATH_INFO"]):
            page = client.get(address, follow=True)
        screen = judge.screens.latest("number")
        told = asking.get(f"/judging/screens/{screen.key}").json()
        body = {
            "version": screen.version,
            "text_digest": screen.text_digest,
            "actions": [
                {"key": str(uuid4()), "kind": "answer", "payload": {"answer": right_answer(screen)}},
                {"key": str(uuid4()), "kind": "submit"},
            ],
        }
        saved = asking.post(f"/judging/screens/{screen.key}/actions", body).json()
        seen.append((shape(page.content.decode()), keys_of(told), keys_of(saved), saved["counts"], saved["late"]))
    assert Screen.objects.filter(qualification_try=None).count() == 1
    assert seen[0] == seen[1] == seen[2]
    assert "gold" not in json.dumps([each[1:3] for each in seen])


def shape(page: str) -> str:
    """A page without what differs from screen to screen: texts under evaluation, keys, numbers and links between."""
    body = re.sub(r'<a class="button quiet compact" href="/judging/screens.*?</a>', "", page, flags=re.DOTALL)
    body = re.sub(r'<p class="text.*?</p>|<p class="progress">.*?</p>', "", body, flags=re.DOTALL)
    return re.sub(r'(value|data-key|data-actions|content|nonce)="[^"]*"|\s+', " ", body)


def keys_of(told: object) -> object:
    if isinstance(told, dict):
        return {key: keys_of(value) for key, value in told.items() if key != "draft"}
    return [keys_of(each) for each in told] if isinstance(told, list) else type(told).__name__


def test_the_result_is_told_on_a_page_that_can_be_loaded_again(judge: Judge, task: Task) -> None:
    client = Client()
    client.force_login(account_of(judge))
    address = reverse("judging:next", args=["small", task.slug])
    finish_try(judge, right=False, now=NOW)
    told = client.get(address, follow=True)
    assert told.redirect_chain[-1][0] == reverse("judging:qualification", args=["small", task.slug])
    for text in (told.content.decode(), client.get(told.redirect_chain[-1][0]).content.decode()):
        assert "You did not pass this time" in text
        assert "1 more try is left" in text
        assert " of 8" not in text
    finish_try(judge, right=False, now=NOW)
    assert "no try is left" in client.get(address, follow=True).content.decode()
    assert (
        "You did not pass the qualification"
        in client.get(reverse("judging:task", args=["small", task.slug])).content.decode()
    )


def test_programs_are_told_the_same(judge: Judge, task: Task) -> None:
    address = f"/campaigns/small/judging/{task.slug}/next"
    finish_try(judge, right=False, now=NOW)
    told = as_(judge.user).post(address).json()
    assert (told["screen"], told["nothing"]) == (None, "qualification")
    assert told["qualification"] == {"passed": False, "tries": 1, "tries_left": 1}
    finish_try(judge, right=False, now=NOW)
    assert as_(judge.user).post(address).json()["nothing"] == "not-qualified"


def test_organisers_see_tries_and_give_another(judge: Judge, task: Task, organiser: User) -> None:
    for _ in range(2):
        finish_try(judge, right=False, now=NOW)
        ended(judge)
    client = Client()
    client.force_login(organiser)
    page = client.get(reverse("judging:qualification-results", args=["small", task.slug])).content.decode()
    assert "2: 0 of 8 right, not passed" in page
    given = client.post(reverse("judging:another-try", args=["small", task.slug, judge.pk]), follow=True)
    assert "Ann Able can try once more." in given.content.decode()
    judge.refresh_from_db()
    assert screen_for(judge, now=NOW).qualification_try == 3


def test_a_closed_task_ends_a_try_where_it_is(judge: Judge, task: Task, organiser: User) -> None:
    screen = screen_for(judge, now=NOW)
    open_task(task, Opening.CLOSED, by=organiser)
    saved = answer(screen, right_answer(screen), now=NOW)
    assert (saved.late, saved.surplus, saved.state) == (True, True, ScreenState.HELD)


@pytest.mark.django_db(transaction=True)
def test_tabs_that_ask_at_once_get_one_screen_and_end_a_try_once(judge: Judge) -> None:
    """Four tabs of one judge, each a thread with a connection of its own, go through two tries."""
    start = threading.Barrier(4)
    faults: list[str] = []

    def work() -> None:
        own = Judge.objects.select_related("task__campaign").get(pk=judge.pk)
        try:
            start.wait()
            for _ in range(20):
                found = next_screen(own, now=NOW)
                if isinstance(found, QualificationEnded):
                    if found.own.has_failed:
                        return
                elif isinstance(found, Screen):
                    answer_if_first(found)
        except Exception as error:
            faults.append(f"{type(error).__name__}: {error}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    screens = judge.screens.values_list("qualification_try", "position", "state").order_by("number")
    assert list(screens) == [(1, 0, "answered"), (1, 1, "answered"), (2, 0, "answered"), (2, 1, "answered")]
    assert list(QualificationTry.objects.values_list("number", "passed")) == [(1, False), (2, False)]


def answer_if_first(screen: Screen) -> None:
    """Another tab may have answered it a moment before."""
    with suppress(OldVersionError):
        answer(screen, wrong_answer(screen), now=NOW)
