"""WMT today: errors are marked in documents and scored (ESA), or marked by category and weighed (MQM)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import ConflictError, InvalidError
from bakeoff.data.judgments import Judgment as GivenAnswer
from bakeoff.errors import Place as Row
from bakeoff.formats.judgments.interchange import judgment_of
from bakeoff_site.judging.models import Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of
from tests.depth import THOROUGH
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = pytest.mark.django_db

COUNT = 60 if THOROUGH else 8
DOCUMENTS = [Part(f"article{number}", 2, {"genre": "news", "origlang": "en"}) for number in range(COUNT)]
GENERAL: Place = ("general", "en-de", "general", "constrained")
SUITES: Place = ("general", "en-de", "test-suites", "constrained")
SYSTEMS = [System("ALPHA", wrong=0), System("BETA", wrong=3), System("GAMMA", wrong=6)]
NAMES = [system.name for system in SYSTEMS]
JUDGES = ("Ann Able", "Ben Best", "Cy Clone")
CHANGES = {"language_pairs": ["en-de"], "baselines": False, "reference_among": False}


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay]) -> Replay:
    replay = open_campaign("wmt")
    replay.go_into("registration")
    for system in SYSTEMS:
        replay.register(replay.meet(system.team))
    replay.add_data("general", "en-de", *DOCUMENTS)
    replay.add_data("test-suites", "en-de", Part("suite", 2, {"suite": "negation", "origlang": "en"}))
    replay.go_into("evaluation")
    replay.submit_all("runs", {GENERAL: SYSTEMS, SUITES: SYSTEMS})
    replay.go_into("human-evaluation")
    return replay


def panel_of(replay: Replay, code: str, **options: Any) -> Panel:
    """Those who judge an evaluation; nobody yet."""
    planned = replay.organiser.plan_judging(replay.slug, [code], **options)
    texts = replay.sets["general", "en-de"]
    return Panel(task_of(replay.slug, planned.task), qualities_of([(texts, SYSTEMS)]), replay.clock, replay.organiser)


def judged(replay: Replay, code: str, *, title: str, **options: Any) -> Panel:
    panel = panel_of(replay, code, title=title, **options)
    for name in JUDGES:
        panel.invite(f"{name} {title}")
    assert {each.ended for each in panel.judge().values()} == {"finished"}
    return panel


@pytest.mark.long
def test_errors_are_marked_scored_and_weighed(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored = judged(replay, "esa", title="Scores", changes={"esa": CHANGES})
    result = ranking_on_site_and_by_command(scored, "esa", folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert (result.score, scored.task.evaluations.get().units) == ("mean", 2 * COUNT * len(SYSTEMS))
    assert [each.system for each in ranking.systems] == NAMES
    assert leaks(scored) == []
    _see_marks(scored)
    weighed = judged(replay, "mqm", title="Categories", changes={"mqm": {**CHANGES, "sample": {"choice": "all"}}})
    result = ranking_on_site_and_by_command(weighed, "mqm", folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert [each.system for each in ranking.systems] == NAMES
    assert leaks(weighed) == []
    _see_given_marks(replay, tmp_path, capsys)


def _see_marks(panel: Panel) -> None:
    """Every judgment says of which texts its offsets are, and no mark is outside of its text."""
    digests = {str(key): shown["digest"] for seen in panel.seen.values() for key, shown in seen.shown.items()}
    rows = Judgment.objects.filter(evaluation__task=panel.task).select_related("screen")
    answers: list[tuple[Screen, Any]] = [(row.screen, row.answer) for row in rows]
    assert any(answer["spans"] for _, answer in answers)
    for screen, answer in answers:
        assert answer["digest"] == digests[str(screen.key)]
        text = panel.shown(screen)["outputs"][0]["text"]
        assert all(text[each["start"] : each["end"]] for each in answer["spans"])


def _see_given_marks(replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Judges start from marks of a program, on damaged outputs, too; the export says what became of them."""
    changes = {"esa": {**CHANGES, "errors": {"premarked": True}}}
    with pytest.raises(InvalidError, match="starts from marked errors, and none were given"):
        replay.organiser.plan_judging(replay.slug, ["esa"], changes=changes)
    with pytest.raises(ConflictError, match=r"Given, line 1: .*inside the output"):
        replay.organiser.plan_judging(replay.slug, ["esa"], changes=changes, given=[_given(NAMES[0], "article0", 999)])
    given = [_given(name, f"article{number}", 3) for name in NAMES for number in range(COUNT)]
    panel = judged(replay, "esa", title="Given", changes=changes, given=given)
    assert leaks(panel) == []
    ranking_on_site_and_by_command(panel, "esa", folder=tmp_path, capsys=capsys)
    exported = [judgment_of(each, Row()) for each in _rows(panel)]
    became = [judgment.answer["given"] for judgment in exported]
    counts = {kind: sum(len(each[kind]) for each in became) for kind in ("kept", "changed", "removed")}
    assert counts["kept"] > counts["removed"] > 0
    assert counts["changed"] == 0
    for judgment in exported:
        origins = [each["origin"] for each in judgment.answer["spans"]]
        assert origins.count("given") == len(judgment.answer["given"]["kept"])
    assert len(content_of(panel.task).evaluations["esa"].given) == len(given)


def _rows(panel: Panel) -> list[Any]:
    text = panel.organiser.judgments(panel.task.campaign.slug, panel.task.slug)
    return [json.loads(line) for line in text.splitlines()]


def _given(system: str, document: str, end: int) -> GivenAnswer:
    spans = [{"start": 0, "end": end, "severity": "minor"}]
    return GivenAnswer(
        id=f"{system}-{document}",
        protocol="esa",
        judge="marker",
        document=document,
        segment="1",
        systems=(system,),
        answer={"spans": spans, "score": 50},
    )
