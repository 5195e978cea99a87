"""Parts of sentences judged on pages and by programs: highlighted in every text, the same phrase once."""

from __future__ import annotations

import json
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from lxml import html

from bakeoff.data.judgments import SHARED
from bakeoff.human_eval import agreement_of_judgments, analysis_by_rules
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.api.conftest import speaking
from tests.site.form_values import sent_form
from tests.site.judging.constituents_world import PARTS, constituent_campaign, phrases
from tests.site.judging.world import SYSTEMS, judge_everything, make_judge, planned_task, signed_in

pytestmark = pytest.mark.django_db
SOURCES = {part[0] for parts in PARTS for part in parts}


@pytest.fixture
def campaign(db: None) -> Campaign:
    return constituent_campaign()


def dealt(judge: Judge) -> Screen:
    screen = next_screen(judge, now=timezone.now())
    assert isinstance(screen, Screen)
    return screen


def page_of(client: Client, screen: Screen) -> Any:
    return html.fromstring(client.get(reverse("judging:screen", args=[screen.key])).content.decode())


def marks_in(page: Any, path: str) -> list[str]:
    return [mark.text for mark in page.xpath(f"{path}//mark[@class='part']")]


@pytest.mark.parametrize("code", ["parts", "yes-no"])
def test_every_text_is_complete_with_its_phrase_highlighted_and_the_same_phrase_comes_once(
    campaign: Campaign, organiser: User, code: str
) -> None:
    judge = make_judge(planned_task(campaign, code, by=organiser), "Ann Able", now=timezone.now())
    client, seen = signed_in(judge), set()
    for _ in range(16):  # two parts of four segments in two language pairs
        screen = dealt(judge)
        shown, page = shown_screen(screen), page_of(client, screen)
        [source] = marks_in(page, "//div[p[contains(., 'English source')]]")
        assert source in SOURCES
        pair = "en-ar" if shown.target_language == "ar" else "en-zh"
        segment, part = next(
            (number, place) for number, parts in enumerate(PARTS) for place, own in enumerate(parts) if own[0] == source
        )
        [reference] = marks_in(page, "//div[p[contains(., 'Reference')]]")
        assert reference == phrases(pair, "")[segment][part]
        # Yes and no are said against the reference, so that it stays in view
        held = source if code == "parts" else reference
        assert marks_in(page, "//div[contains(@class, 'held')]") == [held]
        cards = page.xpath("//li[@data-output]")
        assert len(cards) == 3  # ALPHA and BRAVO have the same phrase
        for card, output in zip(cards, shown.outputs, strict=True):
            names = output.system.split(SHARED)
            assert marks_in(card, ".") == [phrases(pair, names[0])[segment][part]]
            [text] = card.xpath(".//p[@data-text-of]")
            assert text.text_content() == output.text
            assert (text.get("lang"), text.get("dir")) == (("ar", "rtl") if pair == "en-ar" else ("zh", "ltr"))
        assert {output.system for output in shown.outputs} == {f"ALPHA{SHARED}BRAVO", "CLARA", "DELTA"}
        assert not any(name in page.text_content() for name in SYSTEMS)
        seen.add((pair, source))
        choose(client, screen, ["2", "1", "1"] if code == "parts" else ["yes", "no", "not sure"])
    assert len(seen) == 16


def choose(client: Client, screen: Screen, answers: list[str], **more: str) -> None:
    """Answers by the form, without a script."""
    address = reverse("judging:screen", args=[screen.key])
    fields = {f"answer-{number}": answer for number, answer in enumerate(answers)}
    data = sent_form(client.get(address).content.decode())
    assert client.post(address, {**data, **fields, **more}).status_code == 302


def test_without_scripts_a_form_says_yes_no_or_not_sure_and_names_what_is_missing(
    campaign: Campaign, organiser: User
) -> None:
    judge = make_judge(planned_task(campaign, "yes-no", by=organiser), "Ann Able", now=timezone.now())
    client, screen = signed_in(judge), dealt(judge)
    address = reverse("judging:screen", args=[screen.key])
    page = unescape(client.get(address).content.decode())
    assert "may contain extra words, or miss words at either end" in page
    data = sent_form(client.get(address).content.decode())
    refused = client.post(address, {**data, "answer-0": "yes", "answer-2": "not sure"})
    assert refused.status_code == 400
    assert "Give translation B an answer." in refused.content.decode()
    form = sent_form(refused.content.decode())  # what was chosen is still there
    assert (form["answer-0"], form.get("answer-1"), form["answer-2"]) == (["yes"], None, ["not sure"])
    bad = client.post(address, {**data, "answer-0": "perhaps", "answer-1": "no", "answer-2": "no"})
    assert bad.status_code == 400
    assert "expected yes, no or not sure" in unescape(bad.content.decode()).casefold()
    choose(client, screen, ["yes", "no", "not sure"])
    judgment = Judgment.objects.get()
    assert judgment.answer == ["yes", "no", "not sure"]
    [exported] = judgments_of(Evaluation.objects.get(), counted=True)
    assert exported.kind == "constituent"
    assert exported.segment.partition(" [")[2].startswith("constituent ")


def test_a_script_saves_each_answer_and_is_told_what_is_wrong(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "yes-no", by=organiser), "Ann Able", now=timezone.now())
    client, screen = signed_in(judge), dealt(judge)

    def send(fields: dict[str, str], version: int, *, submits: bool = False) -> tuple[int, Any]:
        actions = [{"key": str(uuid4()), "kind": "answer", "payload": {"fields": fields}}]
        actions += [{"key": str(uuid4()), "kind": "submit", "payload": {}}] if submits else []
        said = {"version": version, "text_digest": screen.text_digest, "actions": actions}
        address = reverse("judging:actions", args=[screen.key])
        sent = client.post(address, json.dumps(said), content_type="application/json")
        return sent.status_code, sent.json()

    status, saved = send({"answer-1": "no"}, 0)
    assert (status, saved["draft"]["answer"]) == (200, [None, "no", None])
    status, said = send({"answer-1": "no"}, saved["version"], submits=True)
    assert (status, said["missing"]) == (400, [0, 2])
    status, said = send({"answer-1": "none of these"}, saved["version"])
    assert (status, "yes, no or not sure" in said["error"]) == (400, True)
    screen.refresh_from_db()
    assert send({"answer-0": "yes", "answer-1": "no", "answer-2": "yes"}, screen.version, submits=True)[0] == 200
    assert Judgment.objects.get().answer == ["yes", "no", "yes"]


def test_programs_get_the_highlights_of_a_screen_and_no_name(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "parts", by=organiser)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    shown = shown_screen(dealt(judge))
    assert shown.highlights is not None
    assert shown.source is not None
    [source], [reference] = shown.highlights.source, shown.highlights.reference
    assert shown.source[slice(*source)] in SOURCES
    assert shown.references[0][slice(*reference)]
    assert len(shown.highlights.outputs) == len(shown.outputs) == 3


@pytest.mark.parametrize("code", ["parts", "yes-no"])
def test_agreement_is_shown_with_and_without_identical_phrases_as_the_command_computes_it(
    campaign: Campaign, organiser: User, code: str
) -> None:
    task = planned_task(campaign, code, by=organiser, changes={code: {"judgments": 2}})
    judge_everything(
        [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker")], now=timezone.now()
    )
    answers = {"parts": ([1, 2, 2], [2, 1, 1]), "yes-no": (["yes", "no", "no"], ["yes", "yes", "no"])}[code]
    for number, row in enumerate(Judgment.objects.order_by("pk")):
        Judgment.objects.filter(pk=row.pk).update(answer=answers[number % 5 % 2])
    evaluation = task.evaluations.select_related("task__campaign").get()
    judgments = list(judgments_of(evaluation, counted=True))
    analysis = analysis_by_rules(content_of(task).evaluations[code].rules)
    # As `bakeoff agreement` does, with and without --with-identical
    (_, without), _ = agreement_of_judgments(judgments, analysis=analysis)
    (_, often), _ = agreement_of_judgments(judgments, analysis=analysis, for_each_system=True)
    assert [each.value for each in without] != [each.value for each in often]
    client = speaking(organiser)
    [ranking, _] = client.rankings_so_far("small", task.slug)[0].rankings
    assert [each.value for each in ranking.agreement] == [each.value for each in without]
    assert [each.value for each in ranking.agreement_with_identical] == [each.value for each in often]
    board = client.human_board("small", code, "en-ar", "news")
    for shown, computed in ((board.agreement, without), (board.agreement_with_identical, often)):
        assert [(each.value, each.observed, each.count) for each in shown] == [
            (each.value, each.observed, each.count) for each in computed
        ]
        assert [each.low for each in shown] == [each.interval and each.interval.low for each in computed]
    pages = signed_in(organiser)
    for address, digits in (
        (reverse("judging:live", args=["small", task.slug]), 2),
        (reverse("results:human-board", args=["small", code, "en-ar", "news"]), 3),
    ):
        page: Any = html.fromstring(pages.get(address).content.decode())
        told = [each.text_content() for each in page.xpath("//tr") if "etween judges" in each.text_content()][:2]
        assert ["with identical phrases" in each for each in told] == [False, True]
        for text, [agreed] in zip(told, (without, often), strict=True):
            assert f"{agreed.value:.{digits}f}" in text


def test_everything_is_judged_and_the_best_phrases_win(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "parts", "yes-no", by=organiser)
    judges = [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker")]
    assert judge_everything(judges, now=timezone.now()) == 2 * 16
    for evaluation in task.evaluations.all():
        given = list(judgments_of(evaluation, counted=True))
        assert len({each.item for each in given}) == 16
        assert content_of(task).evaluations[evaluation.code].protocol.kind == "constituent"
