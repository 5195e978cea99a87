"""IWSLT 2012, section 5: pairs by the majority of three judges; adequacy, then the dialog for the best system after it.

The sections are dealt unchanged; to see an evaluation to its end, its sample of 400 segments is cut to ten. The
tournament of English–French wants four qualifiers, which two systems cannot be; those that were played are in
`tests/site/judging/tournaments/test_i12.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bakeoff.client import ConflictError
from bakeoff.data import Document, Segment, TestSet
from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from tests.site.five_campaigns import driver
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.texts import Texts
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = pytest.mark.django_db

DIALOGS = [Part(f"dialog{number}", 67, {"genre": "dialog"}) for number in range(6)]
TALKS = [Part("talk", 12, {"genre": "lectures"})]
OLYMPICS: Place = ("olympics-mt", "zh-en", "hit-eval", "olympics")
TED: Place = ("ted-mt", "en-fr", "tst2011", "ted-mt")
SYSTEMS = [System("MITLL", wrong=1), System("KIT", wrong=3), System("RWTH", wrong=5)]
NAMES = [system.name for system in SYSTEMS]
SAMPLED, FEW = 400, 10
CROWD = ("Ann Able", "Ben Best", "Cy Clone", "Di Doe")


class DialogsWithShortTurns(Texts):
    """The last turn of each of two dialogs is of a word: too short to be judged."""

    def source(self) -> TestSet:
        whole = super().source()
        short = [_with_short_end(each) for each in whole.documents[:2]] if self.test_set.id == "hit-eval" else []
        return replace(whole, documents=(*short, *whole.documents[len(short) :]))


def _with_short_end(document: Document) -> Document:
    *others, last = document.segments
    return replace(document, content=(*others, Segment(last.id, "好 。")))


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay], monkeypatch: pytest.MonkeyPatch) -> Replay:
    monkeypatch.setattr(driver, "Texts", DialogsWithShortTurns)
    replay = open_campaign("iwslt2012")
    replay.go_into("registration")
    for system in SYSTEMS:
        replay.register(replay.meet(system.team))
    replay.add_data("hit-eval", "zh-en", *DIALOGS)
    replay.add_data("tst2011", "en-fr", *TALKS)
    replay.go_into("mt")
    replay.submit_all("mt", {TED: SYSTEMS[:2]})
    replay.go_into("olympics")
    replay.submit_all("olympics", {OLYMPICS: SYSTEMS})
    replay.go_into("judging")
    return replay


def panel_of(replay: Replay, task: str) -> Panel:
    texts = replay.sets["hit-eval", "zh-en"]
    return Panel(task_of(replay.slug, task), qualities_of([(texts, SYSTEMS)]), replay.clock, replay.organiser)


def cut_samples(replay: Replay) -> None:
    """The organisers change the rulebook: all that follows has a sample of a few segments."""
    before = replay.organiser.rulebook_text(replay.slug)
    text = before.text.replace(f"size = {SAMPLED}, choice", f"size = {FEW}, choice")
    assert replay.organiser.change_rulebook(replay.slug, text, version=before.version)


@pytest.mark.long
def test_the_evaluations_are_dealt_as_the_rulebook_says(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConflictError, match="Plan Adequacy in a task of its own"):
        replay.organiser.plan_judging(replay.slug, ["olympics-adequacy", "olympics-dialog"])
    planned = replay.organiser.plan_judging(replay.slug, ["olympics-ranking"])
    assert [each.needed for each in planned.evaluations] == [SAMPLED * 3 * 3]
    panel = panel_of(replay, planned.task)
    [evaluation] = content_of(panel.task).evaluations.values()
    for pool in evaluation.design.pools:
        assert len(pool.segments) == SAMPLED
        assert not {("dialog0", "67"), ("dialog1", "67")}.intersection(pool.segments)
    for name in CROWD:
        panel.invite(name)
    assert {each.ended for each in panel.judge(screens=4).values()} == {"enough"}
    ranking_on_site_and_by_command(panel, "olympics-ranking", folder=tmp_path, capsys=capsys)
    _see_pairs(replay, tmp_path, capsys)
    _see_dialog(replay, tmp_path, capsys)


def _see_pairs(replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three judges compare each pair, some answers are known, and the majority counts."""
    cut_samples(replay)
    with pytest.raises(ConflictError, match="1 to 1 qualifiers, found 4"):
        replay.organiser.plan_judging(replay.slug, ["ted-mt-en-fr"])
    panel = panel_of(replay, _plan_with_gold(replay))
    for name in CROWD:
        panel.invite(f"{name} II", noise=0.8)
    assert {each.ended for each in panel.judge().values()} == {"finished"}
    screens = [screen for name in panel.seen for screen in panel.screens_of(name)]
    asked = Counter((screen.segment, frozenset(screen.systems)) for screen in screens if not screen.control)
    assert set(asked.values()) == {3}  # by different people
    assert len(asked) == FEW * 3  # a round robin of three systems
    for name in panel.seen:
        own = panel.screens_of(name)
        assert len({(each.pool, each.segment) for each in own if not each.control}) == sum(
            not each.control for each in own
        )
        assert abs(sum(each.control == "gold" for each in own) - 0.1 * len(own)) <= 1
    for screen in screens:
        shown = panel.shown(screen)
        assert len(shown["outputs"]) == 2
        assert len(shown["references"]) == 1
    assert leaks(panel) == []
    result = ranking_on_site_and_by_command(panel, "olympics-ranking", folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert (result.majority, result.score, [each.system for each in ranking.systems]) == (True, "better", NAMES)
    assert (ranking.votes, ranking.comparisons) == (FEW * 3 * 3, FEW * 3)
    assert _majorities(panel.task, ranking.systems[0].system) == pytest.approx(ranking.systems[0].score)
    assert [each.measure for each in ranking.agreement if each.between == "judges"] == ["fleiss"]


def _plan_with_gold(replay: Replay) -> str:
    """Gold items are questions whose answer is plain: the best system against the worst."""
    campaign = Campaign.objects.get(slug=replay.slug)
    gold = [
        KnownAnswer(
            id=f"gold{number}",
            protocol="pairwise",
            judge="organisers",
            document=f"dialog{number // 60}",
            segment=str(number % 60 + 1),
            systems=(NAMES[0], NAMES[2]),
            answer="first",
        )
        for number in range(240)
    ]
    options = TaskOptions(gold=gold)
    planned = prepare_task(campaign, ["olympics-ranking"], options)
    return create_task(campaign, planned, options=options, by=User.objects.get(name="Olga Organiser")).slug


def _majorities(task: Task, system: str) -> float:
    """The share of pairs, segment by segment, that a system wins by the votes of most; an undecided pair is a tie."""
    votes: dict[tuple[int, frozenset[str]], Counter[str]] = {}
    for row in Judgment.objects.filter(screen__control="", evaluation__task=task).select_related("screen"):
        winner = {"first": row.systems[0], "second": row.systems[1], "tie": ""}[str(row.answer)]
        votes.setdefault((row.screen.segment, frozenset(row.systems)), Counter())[winner] += 1
    own = [counts for (_, pair), counts in votes.items() if system in pair]
    return sum(counts[system] * 2 > counts.total() for counts in own) / len(own)


def _see_dialog(replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The dialog is judged for the best system by adequacy alone, with what was said before."""
    adequacy = panel_of(replay, replay.organiser.plan_judging(replay.slug, ["olympics-adequacy"]).task)
    adequacy.invite("Eve Expert", bias=-0.5)
    assert adequacy.judge()["Eve Expert"].ended == "finished"
    screens = adequacy.screens_of("Eve Expert")
    assert sum(not each.control for each in screens) == FEW
    assert {len(adequacy.shown(each)["outputs"]) for each in screens} == {len(SYSTEMS)}
    assert abs(sum(each.control == "repeat" for each in screens) - 0.1 * len(screens)) <= 1
    assert {len(adequacy.shown(each)["references"]) for each in screens} == {1}
    assert leaks(adequacy) == []
    result = ranking_on_site_and_by_command(adequacy, "olympics-adequacy", folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert (result.score, ranking.systems[0].system) == ("median", NAMES[0])

    dialog = panel_of(replay, replay.organiser.plan_judging(replay.slug, ["olympics-dialog"]).task)
    dialog.invite("Eva Expert")
    assert dialog.judge()["Eva Expert"].ended == "finished"
    screens = dialog.screens_of("Eva Expert")
    assert {name for screen in screens for name in screen.systems} == {NAMES[0]}
    ordinary = [screen for screen in screens if not screen.control]
    assert len(ordinary) == FEW
    [evaluation] = content_of(dialog.task).evaluations.values()
    for screen in ordinary:
        shown = dialog.shown(screen)
        turn = int(evaluation.design.pools[screen.pool].segments[screen.segment][1])
        assert [bool(each["source"] and each["references"]) for each in shown["before"]] == [True] * (turn - 1)
        assert shown["after"] == []
        assert shown["instructions"].startswith("Read the dialog first.")
    assert leaks(dialog) == []
    assert ranking_on_site_and_by_command(dialog, "olympics-dialog", folder=tmp_path, capsys=capsys).score == "median"
