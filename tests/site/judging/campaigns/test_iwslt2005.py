"""IWSLT 2005, section 2.6: fluency for the complete set first, then adequacy, then meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from bakeoff_site.judging.models import Judgment, Screen
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.texts import Texts
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

SEGMENTS = 14
PLACE: Place = ("transcript", "zh-en", "english", "supplied")
ELSEWHERE: Place = ("transcript", "zh-en", "english", "tools")
SYSTEMS = [System("ATR", wrong=1), System("IBM", wrong=3), System("RWTH", wrong=5)]
OTHER = System("IBM", wrong=0)
CODES = ["fluency", "adequacy", "meaning"]
LEFT_OVER = "茶馆"
JUDGES = ("Ann Able", "Ben Best", "Cy Clone")


@dataclass(frozen=True)
class TextsWithLeftOvers(Texts):
    """A system that leaves a word of the source as it is."""

    def output_lines(self, system: System) -> list[str]:
        lines = super().output_lines(system)
        return [f"{line} {LEFT_OVER}" for line in lines] if system.team == "RWTH" else lines


@pytest.fixture
def panel(open_campaign: Callable[[str], Replay]) -> Panel:
    replay = open_campaign("iwslt2005")
    replay.go_into("registration")
    for system in SYSTEMS:
        replay.register(replay.meet(system.team), pairs=["zh-en"], institutions=[system.team])
    texts = replay.add_data("english", "zh-en", Part("set", SEGMENTS))
    replay.sets["english", "zh-en"] = TextsWithLeftOvers(texts.rules, texts.test_set, texts.pair, texts.given_parts)
    replay.go_into("evaluation")
    replay.submit_all("runs", {PLACE: SYSTEMS, ELSEWHERE: [OTHER]})
    replay.go_into("grading")
    planned = replay.organiser.plan_judging(replay.slug, CODES)
    panel = Panel(task_of(replay.slug, planned.task), qualities_of([(texts, SYSTEMS)]), replay.clock, replay.organiser)
    for name in JUDGES:
        panel.invite(name)
    return panel


@pytest.mark.long
def test_graders_finish_fluency_then_adequacy_then_meaning(
    panel: Panel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {each.ended for each in panel.judge().values()} == {"finished"}
    for name in JUDGES:
        screens = panel.screens_of(name)
        assert [code for code, _ in groupby(screens, lambda screen: screen.evaluation.code)] == CODES
        for code in CODES:
            _see_screens(panel, [screen for screen in screens if screen.evaluation.code == code], code)
    assert leaks(panel) == []
    for code in CODES:
        result = ranking_on_site_and_by_command(panel, code, folder=tmp_path, capsys=capsys)
        [ranking] = result.rankings
        assert [each.system for each in ranking.systems] == ["reference", *(system.name for system in SYSTEMS)]
        assert result.score == "mean"
        assert result.inconsistency == pytest.approx(_inconsistency(panel, code))


def _see_screens(panel: Panel, screens: list[Screen], code: str) -> None:
    """All outputs of a segment at once, as they are scored, the reference among them; without the source at first."""
    ordinary = [screen.segment for screen in screens if not screen.control]
    assert sorted(ordinary) == list(range(SEGMENTS))  # each grader for the complete set
    repeated = [screen for screen in screens if screen.control == "repeat"]
    assert len(repeated) + SEGMENTS == len(screens)
    assert abs(len(repeated) - 0.1 * len(screens)) <= 1  # 4.2
    for screen in screens:
        shown = panel.shown(screen)
        texts = [each["text"] for each in shown["outputs"]]
        assert len(texts) == len(SYSTEMS) + 1
        assert all(re.fullmatch(r"[a-z0-9 ]+", text) for text in texts), texts  # table 7; no character of the source
        assert (shown["source"] is None) == (code == "fluency")
        assert shown["references"] == []
        assert "judge in favour of the system" in shown["instructions"]
    orders = {tuple(screen.systems) for screen in screens}
    assert len(orders) > 1  # in random order
    assert {name for order in orders for name in order} == {"reference", *(system.name for system in SYSTEMS)}


def _inconsistency(panel: Panel, code: str) -> float:
    """Table 16: how much the grades of an output differ that a grader gave twice; the mean of graders."""
    differences = []
    for name in JUDGES:
        grades: dict[tuple[int, str], list[int]] = {}
        for screen in panel.screens_of(name, code):
            answer = Judgment.objects.get(screen=screen)
            for system, grade in zip(answer.systems, answer.answer or (), strict=True):
                grades.setdefault((screen.segment, system), []).append(grade)
        twice = [abs(own[0] - own[1]) for own in grades.values() if len(own) == 2]
        differences.append(sum(twice) / len(twice))
    return sum(differences) / len(differences)
