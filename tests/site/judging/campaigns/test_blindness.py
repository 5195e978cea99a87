"""The search for what judges must not know finds it where it is."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response

from bakeoff.simulation.text_qualities import TextQualities
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Screen
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.panel import Panel
from tests.site.judging.world import SYSTEMS, TEXTS, judged_campaign, planned_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign()


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
