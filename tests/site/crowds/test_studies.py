"""Organisers make studies, copy what the platform needs, and follow workers."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.crowds.models import Study
from bakeoff_site.crowds.selectors.links import study_link
from tests.site.crowds.world import CODES, come, work_through, worker_called

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_of(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def test_a_study_has_a_link_and_five_codes_for_the_platform(study: Study, client_of: Client) -> None:
    where = [study.task.campaign.slug, study.task.slug]
    address = reverse("crowds:studies", args=where)
    page = client_of.get(address).content.decode()
    # That of the evaluation comes first.
    assert re.findall(r'<option value="(\w+)"', page)[:3] == ["speakers", "prolific", "other"]
    said = {"title": "More judges", "crowd": "speakers", "most_workers": 7, "code_done": "MINE-1"}
    made = client_of.post(address, said, follow=True)
    own = Study.objects.get(title="More judges")
    assert made.redirect_chain[-1][0] == reverse("crowds:study", args=[*where, own.pk])
    shown = made.content.decode()
    assert own.codes["done"] == "MINE-1"
    assert len(set(own.codes.values())) == 5
    assert all(code in shown for code in own.codes.values())
    assert f"{study_link(own).address}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}" in shown
    assert "Workers must speak: Arabic." in shown
    assert "0.25 GBP for each screen" in shown
    assert "No worker has come yet" in shown
    assert "More judges" in client_of.get(address).content.decode()


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ({"code_done": "SAME", "code_failed": "same"}, "Two outcomes have the same code"),
        ({"code_done": "a b"}, "A code has 4 to 40 letters"),
        ({"code_done": "<b>x</b>"}, "A code has 4 to 40 letters"),
    ],
)
def test_codes_can_be_told_apart_and_typed(
    study: Study, client_of: Client, codes: dict[str, str], message: str
) -> None:
    address = reverse("crowds:studies", args=[study.task.campaign.slug, study.task.slug])
    page = client_of.post(address, {"title": "x", "crowd": "other", "most_workers": 7, **codes}).content.decode()
    assert message in page
    assert Study.objects.count() == 1


def test_a_study_closes_and_opens_again(study: Study, client_of: Client) -> None:
    address = reverse("crowds:opening", args=[study.task.campaign.slug, study.task.slug, study.pk])
    assert (
        "Workers who have started can finish." in client_of.post(address, {"close": ""}, follow=True).content.decode()
    )
    assert "The study is closed already." in client_of.post(address, {"close": ""}, follow=True).content.decode()
    assert "open again" in client_of.post(address, {"reopen": ""}, follow=True).content.decode()


def test_workers_are_listed_with_trust_code_and_pay_in_few_queries(study: Study, client_of: Client) -> None:
    address = reverse("crowds:study", args=[study.task.campaign.slug, study.task.slug, study.pk])
    work_through(come(study, "w1"), "w1")
    client_of.get(address)
    with CaptureQueriesContext(
        connection,
    ) as one:
        client_of.get(address)
    work_through(come(study, "w2"), "w2", right=False)
    come(study, "w3")
    with CaptureQueriesContext(connection) as three:
        page = client_of.get(address).content.decode()
    assert len(three) == len(one)
    rows = dict(re.findall(r'<tr role="row" id="worker-(\d+)">(.*?)(?=<tr role="row" id=|</tbody>)', page, re.DOTALL))
    text = {name: re.sub(r"<[^>]*>|\s+", " ", rows[str(worker_called(name).pk)]) for name in ("w1", "w2", "w3")}
    for words in ("Done", CODES["done"], "1.00", "0.75 GBP"):
        assert words in text["w1"], words
    for words in ("Stopped", CODES["blocked"], "0.00", "70% are needed"):
        assert words in text["w2"], words
    assert "At work" in text["w3"]
    assert not any(code in text["w3"] for code in CODES.values())
