"""The search for what judges must not know finds it where it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from httpx import Response

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.simulation.text_qualities import TextQualities
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.screens.registry import judged_protocols
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.panel import Panel
from tests.site.judging.constituents_world import link_last_words
from tests.site.judging.queries import MOST, visited
from tests.site.judging.world import (
    RULES,
    SYSTEMS,
    TEXTS,
    judged_campaign,
    make_judge,
    planned_task,
    signed_in,
    with_early_controls,
)

pytestmark = pytest.mark.django_db
UNCONTROLLED = ("post_editing",)
"""Protocols without repeats, gold and damaged outputs."""
PARTS = ("constituent_ranking", "constituent_acceptability")
EVERY = ("fluency", "adequacy", "meaning", "dialog", "ranking", "pairwise", "direct", "esa", "error_spans", *PARTS)
CONTROLLED = "".join(
    f"""
[human.every-{protocol}]
protocol = "{protocol}"
phase = "judging"
language_pairs = ["en-zh"]
repeats = 0.1
attention = {0 if protocol in PARTS else 0.1}
{"constituents = [1, 15]" if protocol in PARTS else ""}
gold = {0.1 if protocol in ("pairwise", "direct") else 0}
"""
    for protocol in EVERY
) + "".join(
    f"""
[human.every-{protocol}]
protocol = "{protocol}"
phase = "judging"
language_pairs = ["en-zh"]
"""
    for protocol in UNCONTROLLED
)
GOLD = [
    KnownAnswer(id=f"{protocol}{n}", protocol=protocol, judge="known", segment=str(n), systems=systems, answer=answer)
    for n in (1, 2, 3, 4)
    for protocol, systems, answer in (("pairwise", SYSTEMS[:2], "first"), ("direct", SYSTEMS[:1], 90))
]


@pytest.fixture
def campaign(db: None) -> Campaign:
    campaign = judged_campaign(RULES + CONTROLLED)
    link_last_words(campaign)
    return campaign


@pytest.fixture
def panel(campaign: Campaign, organiser: User, clock: Clock) -> Panel:
    qualities = TextQualities((text, 0.0) for texts in TEXTS.values() for text in texts)
    panel = Panel(planned_task(campaign, "ranking", "fluency", by=organiser), qualities, clock, speaking(organiser))
    panel.invite("Ann Able")
    panel.judge()
    return panel


PLANTED: list[tuple[Any, str]] = [
    ({"system": f"by {SYSTEMS[0]}."}, SYSTEMS[0]),
    ({"note": f"Team {SYSTEMS[1]}"}, f"Team {SYSTEMS[1]}"),
    ({"file": f"{SYSTEMS[2]}.txt"}, f"{SYSTEMS[2]}.txt"),
    ({"screen": {"outputs": [{"damaged": False}]}}, "damaged"),
    ({"kind": "gold"}, "gold"),
]


def test_names_and_marks_are_found_at_any_depth_and_nothing_where_all_is_well(panel: Panel) -> None:
    assert leaks(panel) == []
    answers = panel.seen["Ann Able"].answers
    for content, found in PLANTED:
        answers.append(Response(200, json=content))
        assert any(found in leak for leak in leaks(panel)), content
        answers.pop()


def test_a_control_that_differs_from_other_screens_is_found(panel: Panel) -> None:
    screen = Screen.objects.filter(evaluation__code="fluency").latest("pk")
    Screen.objects.filter(pk=screen.pk).update(control="repeat")
    assert leaks(panel) == []
    panel.shown(screen)["outputs"][0]["note"] = "twice"
    assert [leak.rpartition(" has ")[2] for leak in leaks(panel)] == [".outputs[].note: str"]


def test_a_page_that_names_a_system_is_found(panel: Panel) -> None:
    panel.task.instructions = f"Beware of {SYSTEMS[3]}."
    panel.task.save()
    assert any(SYSTEMS[3] in leak for leak in leaks(panel))


def controlled_task(campaign: Campaign, organiser: User) -> Task:
    """A task of every protocol that has controls, which come soon."""
    options = TaskOptions(opening=Opening.OPEN, gold=GOLD)
    planned = prepare_task(campaign, [f"every-{protocol}" for protocol in EVERY], options)
    return create_task(campaign, with_early_controls(planned), options=options, by=organiser)


def test_no_protocol_tells_a_judge_what_is_a_control(campaign: Campaign, organiser: User, clock: Clock) -> None:
    task = controlled_task(campaign, organiser)
    panel = Panel(task, TextQualities((text, 0.0) for text in TEXTS["en-zh"]), clock, speaking(organiser))
    panel.invite("Ann Able")
    panel.judge()
    found = {(screen.evaluation.protocol, screen.control) for screen in panel.screens_of("Ann Able")}
    assert {protocol for protocol, _ in found} == set(EVERY)
    assert {control for _, control in found} == {"", "repeat", "attention", "gold"}
    assert leaks(panel) == []


@pytest.mark.parametrize("protocol", UNCONTROLLED)
def test_no_protocol_names_a_system(campaign: Campaign, organiser: User, clock: Clock, protocol: str) -> None:
    qualities = TextQualities((text, 0.0) for text in TEXTS["en-zh"])
    panel = Panel(planned_task(campaign, f"every-{protocol}", by=organiser), qualities, clock, speaking(organiser))
    panel.invite("Ann Able")
    panel.judge()
    assert leaks(panel) == []


def test_controls_ask_the_database_what_other_screens_ask_and_no_request_has_more_than_ten_queries(
    campaign: Campaign, organiser: User
) -> None:
    """No time tells a control: the server asks the database the same for it, in the same order."""
    task = controlled_task(campaign, organiser)
    first, judge = (make_judge(task, name, now=timezone.now()) for name in ("Ben Best", "Ann Able"))
    visited(signed_in(first), task)  # what a process reads once
    browser = signed_in(judge)
    asked: dict[tuple[str, str, str], set[tuple[str, ...]]] = {}
    for visit in iter(lambda: visited(browser, task), None):
        for request, statements in visit.statements.items():
            asked.setdefault((visit.screen.evaluation.code, request, visit.screen.control), set()).add(statements)
    assert {control for *_, control in asked} == {"", "repeat", "attention", "gold"}
    for (code, request, control), found in asked.items():
        assert found <= asked[code, request, ""], (code, request, control)
        assert max(map(len, found)) <= MOST, (code, request)


def test_every_protocol_of_the_site_is_searched() -> None:
    assert {*EVERY, *UNCONTROLLED} == set(judged_protocols())
