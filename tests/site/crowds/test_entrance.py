"""Workers come by a signed link without an account; an id alone opens nothing that somebody else has started."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.links import address_for_platform, personal_link, study_link
from bakeoff_site.crowds.services import entrance
from bakeoff_site.crowds.services.reviews import release_worker
from bakeoff_site.crowds.services.studies import close_study
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.services.opening import open_task
from tests.site.crowds.world import (
    CODES,
    answer_page,
    come,
    link_for,
    next_page,
    study_of_task,
    worker_called,
)

pytestmark = pytest.mark.django_db
ID = "5e9088a8a4b6ed018b45ba7b"


def told(browser: Client) -> str:
    return browser.last.content.decode()  # type: ignore[attr-defined,no-any-return]


def test_a_worker_starts_without_account_name_or_address(study: Study) -> None:
    browser = Client()
    page = browser.get(link_for(study, ID)).content.decode()
    assert ID in page
    assert not Worker.objects.exists()  # looking binds nothing
    come(study, ID, client=browser)
    worker = worker_called(ID)
    judge = worker.judge
    assert judge is not None
    assert (judge.user, judge.most_screens, judge.started_at is not None) == (None, 3, True)
    assert (worker.session_id, worker.platform_study, worker.languages) == (f"session-{ID}", "study1", ["ar", "en"])
    address, screen = next_page(browser, ID)
    assert address.startswith("/judging/screens/")
    assert "1 of about" in screen or "0 of about 3" in screen
    for code in CODES.values():
        assert code not in page + screen
    assert not any(name in screen for name in ("ALPHA", "BRAVO", "CLARA", "DELTA", "gold", ID))


def test_the_same_browser_comes_back_to_its_work(study: Study) -> None:
    browser = come(study, ID)
    assert browser.get(link_for(study, ID)).headers["Location"] == reverse("crowds:work", args=[worker_called(ID).pk])
    come(study, ID, client=browser)
    assert Worker.objects.count() == Judge.objects.count() == 1


def test_a_guessed_id_opens_nothing_and_changes_nothing(study: Study) -> None:
    owner = come(study, ID)
    screen, _ = next_page(owner, ID)
    stranger = come(study, ID)
    assert stranger.last.status_code == 409
    assert "in another browser" in told(stranger)
    worker = worker_called(ID)
    closed = [
        screen,
        f"{screen}actions/",
        reverse("crowds:home"),
        reverse("crowds:work", args=[worker.pk]),
        reverse("crowds:stop", args=[worker.pk]),
        reverse("crowds:next", args=[worker.judge_id]),
        reverse("crowds:judge", args=[worker.judge_id]),
    ]
    for address in closed:
        for page in (stranger.get(address), stranger.post(address)):
            assert page.status_code in (302, 404, 405), address
            assert not page.headers.get("Location", "/account/").startswith("/crowd")
    # Somebody who works here as another person sees no more of it.
    other = come(study, "another")
    for address in closed[:2]:
        assert other.post(address).status_code == 404
    assert other.get(reverse("crowds:work", args=[worker.pk])).status_code == 404
    assert Screen.objects.filter(judge=worker.judge).count() == 1


def test_the_personal_link_continues_on_another_device(study: Study) -> None:
    browser = come(study, ID)
    worker = worker_called(ID)
    page = browser.get(reverse("crowds:work", args=[worker.pk])).content.decode()
    found = re.search(r'id="personal">([^<]+)<', page)
    assert found is not None
    assert found[1] == personal_link(worker).address
    phone = Client()
    opened = phone.get(urlsplit(found[1]).path, follow=True)
    assert opened.redirect_chain == [(reverse("crowds:work", args=[worker.pk]), 302)]
    assert next_page(phone, ID)[0] == next_page(browser, ID)[0]


@pytest.mark.parametrize("salt", ["bakeoff_site.crowds.study", "bakeoff_site.crowds.worker", "another"])
def test_made_up_and_borrowed_tokens_open_nothing(study: Study, salt: str) -> None:
    come(study, ID)
    worker = worker_called(ID)
    for said in (str(worker.pk), str(worker.judge and worker.judge.guest_key), "x", {"key": 1}):
        token = signing.Signer(salt=salt).sign_object(said)
        assert Client().get(reverse("crowds:continue", args=[token])).status_code == 404
        assert Client().get(reverse("crowds:enter", args=[token])).status_code == 404
    # A link of a study is none of a worker, and the other way round.
    assert Client().get(reverse("crowds:continue", args=[study_link(study).token])).status_code == 404
    assert Client().get(reverse("crowds:enter", args=[personal_link(worker).token])).status_code == 404
    assert "Study not found" in Client().get(reverse("crowds:enter", args=["made-up"])).content.decode()


def test_organisers_let_somebody_in_again_once(study: Study, organiser: User) -> None:
    old = come(study, ID)
    screen, _ = next_page(old, ID)
    before = personal_link(worker_called(ID)).token
    release_worker(worker_called(ID), by=organiser)
    assert old.get(screen).status_code == 404
    assert Client().get(reverse("crowds:continue", args=[before])).status_code == 404
    new = come(study, ID)
    assert next_page(new, ID)[0] == screen
    assert come(study, ID).last.status_code == 409


def test_who_is_in_another_country_is_screened_out(study: Study) -> None:
    study.rules |= {"country": "country", "countries": ["GB", "IE"]}
    study.save()
    assert "&country={{%country%}}" in address_for_platform(study)
    outcomes = []
    for number, said in enumerate(({"country": "gb"}, {"country": "US"}, {})):
        Client().post(link_for(study, f"w{number}", **said), {"languages": ("ar", "en"), "agrees": "on"})
        outcomes.append(worker_called(f"w{number}").outcome)
    assert outcomes == ["", "screened_out", "screened_out"]


def test_who_does_not_speak_the_languages_is_screened_out_with_a_code(study: Study) -> None:
    browser = come(study, ID, languages=("en",))
    worker = worker_called(ID)
    assert (worker.outcome, worker.judge, worker.languages) == ("screened_out", None, ["en"])
    page = browser.get(browser.last.headers["Location"]).content.decode()
    assert CODES["screened_out"] in page
    assert f"https://app.prolific.com/submissions/complete?cc={CODES['screened_out']}" in page
    assert not any(code in page for outcome, code in CODES.items() if outcome != "screened_out")
    # Nobody gets a second answer to the question.
    come(study, ID, client=browser)
    assert worker_called(ID).outcome == "screened_out"
    assert come(study, ID).last.status_code == 409


def test_the_question_does_not_say_which_languages_are_needed(study: Study) -> None:
    page = Client().get(link_for(study, ID)).content.decode()
    assert page.count('type="checkbox" name="languages"') + page.count('name="languages" value') >= 15
    assert "Arabic" in page
    assert "French" in page


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("", "does not say who you are"),
        ("?PROLIFIC_PID=", "does not say who you are"),
        ("?PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D", "does not hold an id"),
        (f"?PROLIFIC_PID={'x' * 300}", "does not hold an id"),
        ("?PROLIFIC_PID=a%00b", "does not hold an id"),
    ],
)
def test_a_link_without_an_id_lets_nobody_in(study: Study, parameters: str, message: str) -> None:
    address = urlsplit(study_link(study).address).path + parameters
    for page in (Client().get(address), Client().post(address, {"languages": ["ar"], "agrees": "on"})):
        assert message in page.content.decode()
        assert 'class="primary">Start' not in page.content.decode()
    assert not Worker.objects.exists()


TURK = """
[crowds.speakers]
worker = "workerId"
session = "assignmentId"
study = "hitId"
preview = { assignmentId = "ASSIGNMENT_ID_NOT_AVAILABLE" }
"""


@pytest.mark.parametrize("campaign", [{"crowd": TURK}], indirect=True)
def test_a_preview_shows_what_is_asked_and_starts_nothing(study: Study) -> None:
    path = urlsplit(study_link(study).address).path
    preview = f"{path}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h"
    page = Client().get(preview).content.decode()
    assert "This is a preview" in page
    assert "Instructions" in page
    assert ">Start<" not in page
    refused = Client().post(f"{preview}&workerId=w", {})
    assert refused.status_code == 409
    assert not Worker.objects.exists()
    browser = Client()
    browser.post(f"{path}?assignmentId=3A&hitId=h&workerId=w", {})
    assert worker_called("w").session_id == "3A"


SPOKEN = """
[crowds.speakers]
language = "lang"
languages = ["source", "target"]
"""


@pytest.mark.parametrize("campaign", [{"crowd": SPOKEN}], indirect=True)
def test_the_link_may_say_what_a_worker_speaks(study: Study) -> None:
    path = urlsplit(study_link(study).address).path
    page = Client().get(f"{path}?worker=w1&lang=en,ar").content.decode()
    assert "Which languages" not in page
    Client().post(f"{path}?worker=w1&lang=en,ar", {})
    Client().post(f"{path}?worker=w2&lang=en", {"languages": ["ar", "en"]})
    assert (worker_called("w1").outcome, worker_called("w2").outcome) == ("", "screened_out")


def test_nobody_comes_to_a_study_that_is_closed_or_full_or_whose_task_is(study: Study, organiser: User) -> None:
    first = come(study, "first")
    Study.objects.update(most_workers=1)
    assert "all the workers it needs" in told(come(study, "second"))
    Study.objects.update(most_workers=9)
    close_study(study, by=organiser, now=timezone.now())
    assert "This study is closed" in told(come(study, "third"))
    assert next_page(first, "first")[0].startswith("/judging/screens/")
    Study.objects.update(closed_at=None)
    open_task(study.task, Opening.CLOSED, by=organiser)
    assert "not open now" in told(come(study, "fourth"))
    assert list(Worker.objects.values_list("worker_id", flat=True)) == ["first"]


CONSENT = {"own": 'consent = "We keep your answers."\n'}


@pytest.mark.parametrize("campaign", [CONSENT], indirect=True)
def test_who_does_not_agree_does_not_start(study: Study) -> None:
    browser = Client()
    page = browser.post(link_for(study, ID), {"languages": ["ar"]})
    assert page.status_code == 409
    assert "Tick that you agree" in page.content.decode()
    come(study, ID, client=browser)
    assert worker_called(ID).judge is not None


def test_one_network_cannot_bring_ids_without_end(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "FROM_ADDRESS_A_DAY", 2)
    come(study, "w1")
    come(study, "w1")  # a guess counts, too
    refused = come(study, "w3").last
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert Worker.objects.count() == 1


def test_forms_of_other_sites_start_nothing(study: Study) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(link_for(study, ID), {"languages": ["ar"]}).status_code == 403
    assert not Worker.objects.exists()


def test_a_worker_of_two_studies_is_one_judge_and_gets_nothing_twice(
    study: Study, campaign: Campaign, organiser: User
) -> None:
    browser = come(study, ID)
    for _ in range(3):
        answer_page(browser, next_page(browser, ID)[0], right=True)
    next_page(browser, ID)
    again = study_of_task(study.task, by=organiser)
    # The id alone is no proof there either.
    assert come(again, ID).last.status_code == 409
    come(again, ID, client=browser)
    first, second = Worker.objects.order_by("pk")
    assert first.judge_id == second.judge_id
    assert second.after == 3
    assert second.judge is not None
    assert second.judge.most_screens == 6
    found = browser.get(reverse("crowds:next", args=[second.judge_id]), follow=True)
    assert found.status_code == 200
    segments = list(Screen.objects.filter(judge=first.judge, control="").values_list("segment", flat=True))
    assert len(segments) == len(set(segments))


def test_a_blocked_worker_is_screened_out_of_the_next_study(study: Study, organiser: User) -> None:
    browser = come(study, ID)
    Judge.objects.update(blocked_at=timezone.now(), blocked_reason="no")
    again = study_of_task(study.task, by=organiser)
    come(again, ID, client=browser)
    assert Worker.objects.get(study=again).outcome == "screened_out"
