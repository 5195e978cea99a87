"""The work of a worker ends in one of five ways, each with a code of its own that is shown nowhere before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.crowds.models import Study
from bakeoff_site.crowds.selectors.links import study_link
from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.models import Judgment, Screen
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.opening import open_task
from tests.site.crowds.world import (
    BLOCKING,
    CODES,
    TRIES,
    answer_page,
    come,
    next_page,
    work_through,
    worker_called,
)

pytestmark = pytest.mark.django_db
ID = "5e9088a8a4b6ed018b45ba7b"


def ends_as(page: str, outcome: str) -> None:
    """The page shows one code, and a way back to the platform with it."""
    assert worker_called(ID).outcome == outcome
    shown = [name for name, code in CODES.items() if code in page]
    assert shown == [outcome]
    assert f'href="https://app.prolific.com/submissions/complete?cc={CODES[outcome]}"' in page


def test_who_answers_all_screens_is_done_and_stays_so(study: Study) -> None:
    browser = come(study, ID)
    page = work_through(browser, ID)
    ends_as(page, "done")
    assert "You are done" in page
    ended = worker_called(ID).ended_at
    for _ in range(2):
        assert CODES["done"] in next_page(browser, ID)[1]
    assert worker_called(ID).ended_at == ended
    judge = worker_called(ID).judge
    assert judge is not None
    assert judge.screens.filter(state=ScreenState.ANSWERED).count() == 3
    assert judge.screens.count() == 3


def test_the_end_is_on_every_way_there(study: Study, campaign: Campaign) -> None:
    browser = come(study, ID)
    work_through(browser, ID)
    arguments = [campaign.slug, study.task.slug]
    for address in (
        reverse("judging:next", args=arguments),
        reverse("judging:task", args=arguments),
        reverse("judging:qualification", args=arguments),
        reverse("judging:tasks"),
        reverse("crowds:home"),
    ):
        assert CODES["done"] in browser.get(address, follow=True).content.decode(), address


def test_an_answer_that_is_sent_twice_counts_once(study: Study) -> None:
    browser = come(study, ID)
    address, _ = next_page(browser, ID)
    screen = Screen.objects.get()
    sent: dict[str, object] = {f"answer-{number}": 1 for number in range(4)}
    sent |= {"version": screen.version, "text_digest": screen.text_digest, "submit_key": str(screen.key)}
    for _ in range(2):
        browser.post(address, sent)
    assert Judgment.objects.count() == 1


@pytest.mark.parametrize("campaign", [{"added": TRIES}], indirect=True)
def test_who_fails_the_qualification_tries_again_and_then_ends(study: Study) -> None:
    browser = come(study, ID)
    page = work_through(browser, ID, right=False)
    assert "You did not pass this time" in page
    assert not any(code in page for code in CODES.values())
    ends_as(work_through(browser, ID, right=False), "failed")


@pytest.mark.parametrize("campaign", [{"added": TRIES}], indirect=True)
def test_screens_of_the_qualification_are_not_among_those_of_the_work(study: Study) -> None:
    browser = come(study, ID)
    assert "You passed" in work_through(browser, ID)
    ends_as(work_through(browser, ID), "done")
    judge = worker_called(ID).judge
    assert judge is not None
    assert judge.screens.filter(qualification_try=None).count() == 3
    assert judge.screens.exclude(qualification_try=None).count() == 2


def test_who_answers_gold_items_wrong_is_stopped_silently_and_replaced(study: Study) -> None:
    browser = come(study, ID)
    page = work_through(browser, ID, right=False)
    ends_as(page, "blocked")
    assert "gold" not in page.lower()
    evaluation = study.task.evaluations.select_related("task__campaign").get()
    assert list(judgments_of(evaluation, counted=True)) == []
    assert len(list(judgments_of(evaluation, counted=False))) == Judgment.objects.count() > 0


SELDOM = {"own": BLOCKING.replace("every = 1", "every = 10")}


@pytest.mark.parametrize("campaign", [SELDOM], indirect=True)
def test_the_last_answers_are_looked_at_before_the_end(study: Study) -> None:
    """Between screens nobody looks: the rules act every ten, and a worker has three."""
    browser = come(study, ID)
    for _ in range(3):
        answer_page(browser, next_page(browser, ID)[0], right=False)
        judge = worker_called(ID).judge
        assert judge is not None
        assert judge.blocked_at is None
    ends_as(next_page(browser, ID)[1], "blocked")


def test_organisers_who_block_somebody_end_their_work(study: Study, organiser: User) -> None:
    browser = come(study, ID)
    judge = worker_called(ID).judge
    assert judge is not None
    block_judge(judge, reason="answers at random", by=organiser, now=timezone.now())
    ends_as(next_page(browser, ID)[1], "blocked")


SHORT = {"crowd": '[crowds.speakers]\nplatform = "prolific"\nscreens = 40\n', "own": 'crowd = "speakers"\n'}


@pytest.mark.parametrize("campaign", [SHORT], indirect=True)
def test_where_nothing_is_left_the_work_ends_and_is_paid(study: Study) -> None:
    page = work_through(come(study, ID), ID)
    ends_as(page, "no_work")
    assert "will be paid" in page


@pytest.mark.parametrize("campaign", [SHORT], indirect=True)
def test_who_waits_for_others_can_finish_at_once(study: Study) -> None:
    holding = come(study, "holder")
    next_page(holding, "holder")
    browser = come(study, ID)
    page = work_through(browser, ID)
    assert "Nothing to judge right now" in page
    assert not any(code in page for code in CODES.values())
    stop = reverse("crowds:stop", args=[worker_called(ID).pk])
    for _ in range(2):
        page = browser.post(stop, follow=True).content.decode()
        ends_as(page, "no_work")


@pytest.mark.parametrize("campaign", [SHORT], indirect=True)
def test_nobody_stops_early_while_there_is_work(study: Study) -> None:
    browser = come(study, ID)
    page = browser.post(reverse("crowds:stop", args=[worker_called(ID).pk]), follow=True).content.decode()
    assert worker_called(ID).outcome == ""
    assert not any(code in page for code in CODES.values())


def test_a_task_that_closes_ends_the_work_and_it_is_paid(study: Study, organiser: User) -> None:
    browser = come(study, ID)
    answer_page(browser, next_page(browser, ID)[0], right=True)
    open_task(study.task, Opening.CLOSED, by=organiser)
    ends_as(next_page(browser, ID)[1], "no_work")


EXAMPLE = '[[human.fluency.examples]]\noutputs = ["مصباح"]\nanswer = [1]\n'


@pytest.mark.parametrize("campaign", [{"added": EXAMPLE}], indirect=True)
def test_a_tutorial_comes_first(study: Study, campaign: Campaign) -> None:
    browser = come(study, ID)
    address, page = next_page(browser, ID)
    assert address == reverse("judging:tutorial", args=[campaign.slug, study.task.slug, 1])
    assert "Tutorial" in page
    done = browser.post(address, {"done": "skipped"}, follow=True)
    assert done.redirect_chain[-1][0].startswith("/judging/screens/")
    assert Client().get(address).headers["Location"].startswith(reverse("accounts:sign-in"))


PLAIN = {"crowd": "[crowds.speakers]\nscreens = 1\n"}


@pytest.mark.parametrize("campaign", [PLAIN], indirect=True)
def test_without_a_return_address_workers_copy_the_code(study: Study) -> None:
    browser = Client()
    browser.post(f"{reverse('crowds:enter', args=[study_link(study).token])}?worker=w&next=https://evil.example", {})
    page = work_through(browser, "w")
    assert CODES["done"] in page
    assert "enter it on the platform" in page
    assert "evil.example" not in page
