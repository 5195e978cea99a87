"""What judges read and learn first: instructions and consent in their language, and a tutorial that is not counted."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Action, Judge, Judgment, Screen, Task
from bakeoff_site.judging.selectors.instructions import consent_of, instructions_of
from tests.site.api.conftest import as_
from tests.site.judging.conduct_world import EXAMPLES, TEXTS_BY_LANGUAGE, gold_campaign, gold_task
from tests.site.judging.world import make_judge, signed_in

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return gold_campaign(EXAMPLES, own=TEXTS_BY_LANGUAGE)


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    task = gold_task(campaign, by=organiser, instructions="Take your time.")
    task.translations = {"de": {"instructions": "Nehmen Sie sich Zeit."}}
    task.save()
    return task


def test_texts_of_task_and_rulebook_are_read_in_each_language(task: Task) -> None:
    texts = {each.language.code: each for each in instructions_of(task, wanted="ar")}
    assert list(texts) == ["en", "de", "ar"]
    assert [each.is_chosen for each in texts.values()] == [False, False, True]
    assert [each.text for each in texts.values()] == ["Take your time.", "Nehmen Sie sich Zeit.", "Take your time."]
    assert [each.parts[0].text for each in texts.values()] == [
        "Read *every* word.",
        "Read *every* word.",
        "اقرأ كل كلمة.",
    ]
    assert texts["ar"].parts[0].examples[0].why == "الأول ليس جملة."
    assert texts["en"].parts[0].examples[0].answer == ("A: 1 Disfluent Arabic", "B: 4 Flawless Arabic")


def test_consent_is_asked_once_in_the_language_that_was_chosen(task: Task, judge: User) -> None:
    assert (consent_of(task), consent_of(task, wanted="ar")) == ("We keep your answers.", "نحتفظ بإجاباتك.")
    client, address = signed_in(judge), reverse("judging:task", args=["small", task.slug])
    assert "نحتفظ بإجاباتك." in client.get(f"{address}?language=ar").content.decode()
    assert "Tick that you agree" in client.post(address, {"language": "ar"}).content.decode()
    assert client.post(address, {"language": "ar", "agrees": "on"}).status_code == 302
    assert Judge.objects.get().language == "ar"
    again = client.get(address).content.decode()
    assert "I have read this and agree" not in again
    assert client.post(address, {}).status_code == 302
    assert Judge.objects.get().language == "ar"


def test_a_language_that_there_is_not_is_that_of_the_task(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    address = reverse("judging:language", args=["small", task.slug])
    told = signed_in(judge).post(address, {"language": "xx"}, headers={"Accept": "application/json"})
    assert told.json() == {"language": "en"}


def test_the_tutorial_comes_first_says_what_was_expected_and_counts_in_nothing(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    client = signed_in(judge)
    way = reverse("judging:next", args=["small", task.slug])
    first = client.get(way, follow=True)
    assert first.redirect_chain[-1][0] == reverse("judging:tutorial", args=["small", task.slug, 1])
    address = first.redirect_chain[-1][0]
    missing = client.post(address, {"answer-0": "1"})
    assert (missing.status_code, "Give translation B a grade." in missing.content.decode()) == (400, True)
    wrong = client.post(address, {"answer-0": "3", "answer-1": "4"}).content.decode()
    assert "Expected: A: 1 Disfluent Arabic · B: 4 Flawless Arabic." in wrong
    assert "The first is <strong>no sentence</strong>." in wrong
    right = client.post(address, {"answer-0": "1", "answer-1": "4"}).content.decode()
    assert "That is right" in right
    assert client.get(way)["Location"] == address
    assert client.post(address, {"done": "finished"}, follow=True).redirect_chain[-1][0] == reverse(
        "judging:screen", args=[Screen.objects.get().key]
    )
    assert client.get(address).status_code == 200
    assert (Judgment.objects.count(), Action.objects.count()) == (0, 0)


def test_programs_need_no_tutorial(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    assert as_(judge.user).post(f"/campaigns/small/judging/{task.slug}/next").json()["screen"] is not None
