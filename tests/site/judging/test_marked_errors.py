"""Errors marked on pages and by programs: saved, corrected, refused with a reason, started from given ones."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.errors import Place
from bakeoff.formats.judgments.interchange import judgment_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.earlier_answers import answers_before
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.form_values import sent_form
from tests.site.judging.spans_world import mark, marked_campaign
from tests.site.judging.world import account_of, answer, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
PLAN = "/campaigns/small/organise/judging/plan/"


@pytest.fixture
def campaign(db: None, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    return marked_campaign(monkeypatch)


def started(campaign: Campaign, code: str, organiser: User, **options: Any) -> tuple[Judge, Screen, Client]:
    judge = make_judge(planned_task(campaign, code, by=organiser, **options), "Ann Able", now=timezone.now())
    screen = next_screen(judge, now=timezone.now())
    assert isinstance(screen, Screen)
    client = Client()
    client.force_login(account_of(judge))
    return judge, screen, client


def send(client: Client, screen: Screen, *actions: dict[str, Any], version: int = 0) -> tuple[int, Any]:
    said = {
        "version": version,
        "text_digest": screen.text_digest,
        "actions": [{"key": str(uuid4()), "kind": "answer", **each} for each in actions],
    }
    answer = client.post(
        reverse("judging:actions", args=[screen.key]), json.dumps(said), content_type="application/json"
    )
    return answer.status_code, answer.json()


def fields(marks: list[dict[str, Any]], score: str = "") -> dict[str, Any]:
    return {"payload": {"fields": {"answer-marks": json.dumps(marks), "answer-0": score}}}


def test_marks_are_saved_one_by_one_and_corrected_later(campaign: Campaign, organiser: User) -> None:
    _, screen, client = started(campaign, "esa", organiser)
    first, second = mark(0, 3, id="a"), mark(2, 6, id="b", severity="major")
    status, saved = send(client, screen, fields([first]))
    assert (status, saved["draft"]["answer"]["score"]) == (200, None)
    status, saved = send(client, screen, fields([first, second]), fields([first, second], "70"), version=1)
    assert status == 200
    assert [each["id"] for each in saved["draft"]["answer"]["spans"]] == ["a", "b"]
    assert send(client, screen, {"kind": "submit"}, version=3)[0] == 200
    assert send(client, screen, fields([second], "60"), {"kind": "submit"}, version=4)[0] == 200
    answers: list[Any] = [each.answer for each in Judgment.objects.order_by("pk")]
    assert [(each["score"], len(each["spans"])) for each in answers] == [(70, 2), (60, 1)]
    assert {each["digest"] for each in answers} == {screen.text_digest}


def test_saving_a_mark_costs_no_more_queries_than_other_answers(
    campaign: Campaign, organiser: User, django_assert_max_num_queries: Any
) -> None:
    _, screen, client = started(campaign, "esa", organiser)
    send(client, screen, fields([mark(0, 3, id="a")]))
    with django_assert_max_num_queries(10):
        assert send(client, screen, fields([mark(0, 3, id="a"), mark(2, 6, id="b")]), version=1)[0] == 200


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        ([mark(0, 999)], "inside the output"),
        ([mark(0, 3, side="source", severity="grave")], "a severity that has a weight"),
        ([mark(0, 3, category="Style")], "errors without category"),
        ("no list", "a list of errors"),
        ([mark(0, 3, system="ALPHA")], "an object with"),
    ],
)
def test_marks_that_are_none_are_refused_with_a_reason(
    campaign: Campaign, organiser: User, marks: Any, sentence: str
) -> None:
    _, screen, client = started(campaign, "esa", organiser)
    status, refused = send(client, screen, fields(marks, "50"))
    assert status == 400
    assert sentence in refused["error"]
    screen.refresh_from_db()
    assert (screen.version, screen.draft) == (0, {})


def test_fields_that_are_no_json_are_refused_with_a_reason(campaign: Campaign, organiser: User) -> None:
    _, screen, client = started(campaign, "mqm", organiser)
    status, refused = send(client, screen, {"payload": {"fields": {"answer-marks": "[{"}}})
    assert status == 400
    assert "a list of errors" in refused["error"]


def test_a_form_without_scripts_gives_a_score(campaign: Campaign, organiser: User) -> None:
    _, screen, client = started(campaign, "esa", organiser)
    address = reverse("judging:screen", args=[screen.key])
    page = client.get(address).content.decode()
    assert "Marking errors needs JavaScript." in page
    data = sent_form(page)
    refused = client.post(address, data)
    assert refused.status_code == 400
    assert "Give a score." in refused.content.decode()
    assert client.post(address, {**data, "answer-0": "88"}).status_code == 302
    assert Judgment.objects.get().answer == {"spans": [], "score": 88, "digest": screen.text_digest}


def test_no_errors_are_said_and_not_assumed(campaign: Campaign, organiser: User) -> None:
    _, screen, client = started(campaign, "mqm", organiser)
    status, refused = send(client, screen, {"kind": "submit"})
    assert (status, refused["error"]) == (400, "Give the errors, or say that there are none.")
    status, refused = send(client, screen, fields([mark(0, 1, category="Other")]), {"kind": "submit"})
    assert (status, refused["error"]) == (400, "Give a note for one of the errors.")
    assert send(client, screen, fields([]), {"kind": "submit"})[0] == 200


@pytest.mark.parametrize("code", ["esa", "mqm"])
def test_a_preview_shows_the_screen(campaign: Campaign, organiser: User, code: str) -> None:
    task = planned_task(campaign, code, by=organiser)
    client = Client()
    client.force_login(organiser)
    page = client.get(reverse("judging:preview", args=[campaign.slug, task.slug, code, 1])).content.decode()
    assert 'data-side="target"' in page
    assert "data-spans=" in page


@pytest.mark.parametrize("code", ["esa", "mqm"])
def test_marked_errors_rank_systems(campaign: Campaign, organiser: User, code: str) -> None:
    task = planned_task(campaign, code, by=organiser)
    judges = [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Ben Best")]
    assert judge_everything(judges, now=timezone.now()) == 4
    result = ranking_of(task.evaluations.get()).result
    assert result is not None
    [ranking] = result.rankings
    assert {each.system for each in ranking.systems} == {"ALPHA", "BRAVO"}


def judged_before(judge: Judge, screen: Screen, *answers: Any) -> Screen:
    """The screen after answers to this one and those that follow."""
    for each in answers:
        answer(screen, each, now=timezone.now())
        found = next_screen(judge, now=timezone.now())
        assert isinstance(found, Screen)
        screen = found
    return screen


def own_fields(client: Client, screen: Screen) -> dict[str, Any]:
    """What the page of a screen recalls of the segment before, in the fields of its form."""
    page = client.get(reverse("judging:screen", args=[screen.key])).content.decode()
    [fields] = re.findall(r'data-own-fields="([^"]*)"', page)
    found: dict[str, Any] = json.loads(unescape(fields))
    return {**found, "answer-marks": json.loads(found["answer-marks"])}


def test_a_judge_sees_their_own_marks_of_the_segment_before(campaign: Campaign, organiser: User) -> None:
    judge, first, client = started(campaign, "esa", organiser)
    assert "data-own-fields" not in client.get(reverse("judging:screen", args=[first.key])).content.decode()
    own = {"spans": [mark(0, 3, id="a"), mark(None, None, id="b", side="missing", severity="major")], "score": 71}
    second = judged_before(judge, first, own)
    assert own_fields(client, second) == {
        "answer-marks": [
            {"side": "target", "start": 0, "end": 3, "severity": "minor"},
            {"side": "missing", "start": None, "end": None, "severity": "major"},
        ],
        "answer-0": "71",
    }
    other = make_judge(judge.task, "Ben Best", now=timezone.now())
    seen = judged_before(other, next_screen(other, now=timezone.now()), {"spans": [], "score": 90})  # type: ignore[arg-type]
    assert other.user
    client.force_login(other.user)
    assert own_fields(client, seen) == {"answer-marks": [], "answer-0": "90"}


def test_errors_without_a_score_are_shown_of_the_segment_before(campaign: Campaign, organiser: User) -> None:
    judge, first, client = started(campaign, "mqm", organiser)
    second = judged_before(judge, first, {"spans": []})
    assert own_fields(client, second) == {"answer-marks": [], "answer-0": ""}


def test_the_button_names_the_segment_that_comes(campaign: Campaign, organiser: User) -> None:
    judge, first, client = started(campaign, "esa", organiser)
    page = client.get(reverse("judging:screen", args=[first.key])).content.decode()
    assert "<p>Segment 1 of 2</p>" in page
    assert "data-submit>Save, go to segment 2</button>" in page
    second = judged_before(judge, first, {"spans": [], "score": 90})
    for screen in (first, second):  # of which one is answered, and one is the last of its document
        page = client.get(reverse("judging:screen", args=[screen.key])).content.decode()
        assert "data-submit>Save and continue</button>" in page


@pytest.mark.parametrize(
    "changed", [{"control": "repeat"}, {"systems": ["other"]}, {"damaged": ["other"]}, {"state": "returned"}]
)
def test_only_the_screen_that_led_to_a_segment_is_recalled(
    campaign: Campaign, organiser: User, changed: dict[str, Any]
) -> None:
    """The last two screens are of one document: the first two of the other system must never stand for them."""
    judge, first, _ = started(campaign, "esa", organiser)
    last = judged_before(judge, first, *({"spans": [], "score": score} for score in (10, 20, 30)))
    planned = content_of(judge.task).evaluations["esa"]
    [found] = answers_before(last, planned, shown_screen(last))
    assert found.answer["score"] == 30
    Screen.objects.filter(judge=judge, position=last.position - 1).update(**changed)
    assert answers_before(last, planned, shown_screen(last)) == ()


def given_row(segment: str, **values: Any) -> str:
    spans = [mark(0, 1), mark(1, 2)]
    row = {
        "judgment_id": segment,
        "protocol": "esa",
        "judge": "marker",
        "segment_id": segment,
        "systems": ["ALPHA"],
        "answer": {"spans": spans, "score": 1},
    }
    return json.dumps(row | values)


def test_given_errors_are_uploaded_with_the_plan(campaign: Campaign, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    query = "evaluations=marked"
    data = sent_form(client.get(f"{PLAN}?{query}").content.decode()) | {"opening": ["open"]}
    without = client.post(f"{PLAN}?{query}", data).content.decode()
    assert "starts from marked errors, and none were given" in without
    broken = SimpleUploadedFile("marks.jsonl", f"{given_row('1')}\n{given_row('2', answer=3)}".encode())
    refused = client.post(f"{PLAN}?{query}", {**data, "given_file": broken}).content.decode()
    assert "given.jsonl, line 2" in refused
    rows = f"{given_row('1')}\n{given_row('99')}"
    seen = client.post(f"{PLAN}?{query}", {**data, "given_file": SimpleUploadedFile("m.jsonl", rows.encode())})
    assert "1 of 2 outputs with marked errors are not judged." in seen.content.decode()
    assert client.post(f"{PLAN}?{query}", {**data, "given": rows, "create": ""}).status_code == 302
    assert len(content_of(Task.objects.get()).evaluations["marked"].given) == 2


def test_given_errors_for_an_evaluation_without_them_are_a_mistake(campaign: Campaign, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    query = "evaluations=esa"
    data = sent_form(client.get(f"{PLAN}?{query}").content.decode()) | {"opening": ["open"], "given": given_row("1")}
    assert "does not start from marked errors" in client.post(f"{PLAN}?{query}", data).content.decode()


def test_screens_with_and_without_given_errors_have_the_same_shape(campaign: Campaign, organiser: User) -> None:
    given = [judgment_of(json.loads(given_row("1")), Place())]
    task = planned_task(campaign, "marked", by=organiser, given=given)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    judge_everything([judge], now=timezone.now())
    starts = [shown_screen(each).given for each in Screen.objects.filter(judge=judge)]
    assert sorted(len(each["spans"]) for each in starts) == [0, 0, 0, 2]
    assert {frozenset(each) for each in starts} == {frozenset({"spans", "score"})}
    answers: list[Any] = [each.answer for each in Judgment.objects.all()]
    assert all(set(each["given"]) == {"kept", "changed", "removed"} for each in answers)
