"""A small campaign whose outputs workers of a platform judge, who come as Prolific sends them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.links import study_link
from bakeoff_site.crowds.selectors.studies import crowds_for
from bakeoff_site.crowds.services.studies import make_study
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.screens.contract import field_name
from tests.site.judging.conduct_world import fluency_rules, gold_task, right_answer, wrong_answer
from tests.site.judging.world import judged_campaign

CROWD = """
[crowds.speakers]
title = "Speakers"
platform = "prolific"
screens = 3
languages = ["target"]
pay = { amount = 0.25, per = "screen", currency = "GBP" }
"""
BLOCKING = 'crowd = "speakers"\njudgments = 2\nquality = { blocking = ["gold:least_share=0.7,fewest=1"], every = 1 }\n'
TRIES = "[human.fluency.qualification]\nitems = 2\nshare = 0.75\ntries = 2\n"
CODES = {
    "done": "DONE1234",
    "no_work": "NONE1234",
    "failed": "FAIL1234",
    "screened_out": "OUT12345",
    "blocked": "STOP1234",
}


def crowd_campaign(*, own: str = BLOCKING, added: str = "", crowd: str = CROWD) -> Campaign:
    return judged_campaign(fluency_rules(added, own=own) + crowd)


def crowd_study(campaign: Campaign, *, by: User, crowd: str = "speakers", most_workers: int = 50, **task: Any) -> Study:
    """A study of a task whose segments but one have known answers."""
    made = gold_task(campaign, by=by, **task)
    return study_of_task(made, by=by, crowd=crowd, most_workers=most_workers)


def study_of_task(task: Task, *, by: User, crowd: str = "speakers", most_workers: int = 50) -> Study:
    return make_study(
        task, crowds_for(task)[crowd], title="Judge translations", most_workers=most_workers, by=by, codes=CODES
    )


def link_for(study: Study, worker: str, **more: str) -> str:
    """The link as the platform opens it."""
    said = {"PROLIFIC_PID": worker, "STUDY_ID": "study1", "SESSION_ID": f"session-{worker}", **more}
    return f"{urlsplit(study_link(study).address).path}?{urlencode(said)}"


def come(study: Study, worker: str, *, languages: tuple[str, ...] = ("ar", "en"), client: Client | None = None) -> Any:
    """A worker opens the link and starts; the browser with the page that they get."""
    browser = client or Client()
    browser.last = browser.post(link_for(study, worker), {"languages": languages, "agrees": "on"})  # type: ignore[attr-defined]
    return browser


def worker_called(worker: str) -> Worker:
    return Worker.objects.select_related("judge", "study__task__campaign").get(worker_id=worker)


def next_page(browser: Client, worker: str) -> tuple[str, str]:
    """Where a worker gets from here: the last address and its page."""
    found = browser.get(reverse("crowds:next", args=[worker_called(worker).judge_id]), follow=True)
    address = found.redirect_chain[-1][0] if found.redirect_chain else found.request["PATH_INFO"]
    return address, found.content.decode()


def answer_page(browser: Client, address: str, *, right: bool) -> None:
    """Answers a screen by its form, as an expert would, or all wrong."""
    screen = Screen.objects.select_related("evaluation__task__campaign", "judge").get(key=address.split("/")[-2])
    grades = right_answer(screen) if right else wrong_answer(screen)
    data = {field_name(number): grade for number, grade in enumerate(grades)}
    page = browser.post(address, {**data, "version": screen.version, "text_digest": screen.text_digest})
    assert page.status_code == 302, page.content.decode()


def work_through(browser: Client, worker: str, *, right: bool = True, most: int = 50) -> str:
    """Answers screens until there are none; the page that is shown then."""
    for _ in range(most):
        address, page = next_page(browser, worker)
        if "/judging/screens/" not in address:
            return page
        answer_page(browser, address, right=right)
    raise AssertionError(f"more than {most} screens")
