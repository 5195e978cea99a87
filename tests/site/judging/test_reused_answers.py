"""Answers about phrases hold for systems that come later and have the same phrase: nobody is asked again."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.cli.main import main
from bakeoff.formats.judgments import write_judgments
from bakeoff.human_eval.analyses.answer_shares import answer_shares
from bakeoff.human_eval.protocols.constituent_acceptability import ConstituentAcceptability
from bakeoff.reports import answers_json, human_json
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation, Judgment, JudgmentImport, Screen, Task
from bakeoff_site.judging.selectors.campaign_evaluations import (
    campaign_evaluations,
    judgments_that_count,
    result_of,
)
from bakeoff_site.judging.selectors.reused_matches import reusable_evaluations
from bakeoff_site.judging.services.plans import PlanRefusedError, TaskOptions, create_task, prepare_task
from bakeoff_site.results.selectors.human_boards import human_board_for
from tests.site.api.conftest import speaking
from tests.site.form_values import sent_form
from tests.site.judging.constituents_world import add_system, constituent_campaign, link_words
from tests.site.judging.world import SYSTEMS, judge_everything, make_judge, planned_task, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return constituent_campaign()


@pytest.fixture
def judged(campaign: Campaign, organiser: User) -> Evaluation:
    """Of ALPHA, CLARA and DELTA, and who judged was not sure about CLARA; BRAVO was left out, and ECHO comes later.

    BRAVO and ECHO have the phrases of ALPHA.
    """
    systems = [name for name in SYSTEMS if name != "BRAVO"]
    task = planned_task(campaign, "yes-no", by=organiser, changes={"yes-no": {"systems": systems}})
    judge_everything([make_judge(task, "Ann Able", now=timezone.now())], now=timezone.now())
    say("no", about="DELTA")
    add_system(campaign, "ECHO")
    link_words(campaign)
    return task.evaluations.select_related("task__campaign").get()


def say(answer: str, *, about: str) -> None:
    for row in Judgment.objects.all():
        given: Any = row.answer
        answers = [answer if about in name else each for name, each in zip(row.systems, given, strict=True)]
        Judgment.objects.filter(pk=row.pk).update(answer=answers)


def test_what_was_answered_is_not_asked_again_and_the_share_saved_is_told(
    campaign: Campaign, judged: Evaluation, organiser: User
) -> None:
    options = TaskOptions(opening=Opening.OPEN, reused={"yes-no": [judged]})
    planned = prepare_task(campaign, ["yes-no"], options)
    reused = planned.reused["yes-no"]
    assert (reused.phrases, reused.asked, reused.saved, reused.share_saved) == (16 * 5, 16 * 2, 16 * 2, 0.5)
    assert {pool.systems for pool in planned.evaluations["yes-no"].design.pools} == {("CLARA",)}
    assert planned.rows[0].reused_words == (
        "64 of 80 phrases have an answer; 32 of them (50.0 %) because another system has the same phrase."
    )
    say("no", about="CLARA")
    with pytest.raises(PlanRefusedError, match="Expected outputs that nobody has judged"):
        prepare_task(campaign, ["yes-no"], options)


def test_a_later_task_asks_the_rest_and_the_board_counts_every_answer_once(
    campaign: Campaign, judged: Evaluation, organiser: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = TaskOptions(opening=Opening.OPEN, seed=7, reused={"yes-no": [judged]})
    task = create_task(campaign, prepare_task(campaign, ["yes-no"], options), options=options, by=organiser)
    [imported] = JudgmentImport.objects.all()
    assert (imported.judgments, imported.format) == (16, "interchange")
    judge = make_judge(task, "Bob Baker", now=timezone.now())
    assert judge_everything([judge], now=timezone.now()) == 16
    assert {tuple(screen.systems) for screen in Screen.objects.filter(judge=judge)} == {("CLARA",)}
    [everything] = campaign_evaluations(campaign, now=timezone.now())
    given = tuple(judgments_that_count(everything))
    shares = {
        (each.group["language_pair"], each.system): each.answers
        for each in answer_shares(given, ConstituentAcceptability())
        if each.system
    }
    assert shares == {
        (pair, name): 16 if name == "CLARA" else 8 for pair in ("en-ar", "en-zh") for name in (*SYSTEMS, "ECHO")
    }
    result = result_of(everything).result
    assert result is not None
    (tmp_path / "rules.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    write_judgments(given, tmp_path / "all.jsonl")
    by_rules = ["--rules", str(tmp_path / "rules.toml"), "--evaluation", "yes-no"]
    said = command_says(["human", "analyse", str(tmp_path / "all.jsonl"), *by_rules, "--format", "json"], capsys)
    assert said["rankings"] == json.loads(json.dumps(human_json(result)["rankings"]))
    assert said["answers"] == json.loads(json.dumps(answers_json(result_of(everything).answers)))
    # The board over both tasks shows these shares, and no name while one of them is open
    asked = {"evaluation": "yes-no", "language_pair": "en-ar", "test_set": "news"}
    open_board = human_board_for(role_of(organiser, campaign), timezone.now(), **asked)
    assert open_board is not None
    assert {each.name.partition(" ")[0] for each in open_board.answers} == {"", "System"}
    Task.objects.update(opening=Opening.CLOSED)
    board = human_board_for(role_of(organiser, campaign), timezone.now(), **asked)
    assert board is not None
    assert {each.name: (each.yes, each.unsure, each.answers) for each in board.answers} == {
        row["system"] or "": (_percent(row["yes"]), _percent(row["not_sure"]), sum(row["counts"].values()))
        for row in said["answers"]
        if row["language_pair"] == "en-ar"
    }
    unsure = {each.name: each.unsure for each in board.answers}
    assert (unsure["CLARA"], unsure["ALPHA"], unsure["ECHO"]) == ("100.0 %", "0.0 %", "0.0 %")
    # Nobody was sure about CLARA
    assert {each.system for each in result.rankings[0].systems} == {"ALPHA", "BRAVO", "DELTA", "ECHO"}


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def command_says(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    with suppress(SystemExit):
        main(arguments)
    return json.loads(capsys.readouterr().out)


def test_the_form_offers_earlier_answers_and_says_what_they_save(
    campaign: Campaign, judged: Evaluation, organiser: User
) -> None:
    client, address = signed_in(organiser), "/campaigns/small/organise/judging/plan/?evaluations=yes-no"
    page = client.get(address).content.decode()
    assert "Take answers over from" in page
    form = {**sent_form(page), "opening": "open", "human-yes-no-reused": [str(judged.pk)]}
    seen = client.post(address, form).content.decode()
    assert "64 of 80 phrases have an answer" in seen
    assert "Take answers over from" not in client.get(address.replace("yes-no", "parts")).content.decode()


def test_a_rulebook_can_forbid_that_answers_hold_for_others(
    campaign: Campaign, judged: Evaluation, organiser: User
) -> None:
    assert judged in reusable_evaluations(organiser)
    options = TaskOptions(reused={"yes-no": [judged]}, changes={"yes-no": {"reuse": False}})
    with pytest.raises(PlanRefusedError, match="does not let answers hold for other systems"):
        prepare_task(campaign, ["yes-no"], options)


def test_programs_take_answers_over_and_read_what_that_saves(
    campaign: Campaign, judged: Evaluation, organiser: User
) -> None:
    client = speaking(organiser)
    named = {"campaign": campaign.slug, "task": judged.task.slug, "evaluation": "yes-no"}
    [planned] = client.try_judging_plan(campaign.slug, ["yes-no"], reused={"yes-no": [named]}).evaluations
    assert planned.reused is not None
    assert (planned.reused.asked, planned.reused.saved, planned.reused.share_saved) == (32, 32, 0.5)
    [arabic, chinese] = planned.parts
    assert (arabic.language_pair, arabic.candidates, arabic.constituents) == ("en-ar", 16, 8)
    assert arabic.left_out == chinese.left_out == {"complete sentence": 4, "too short": 4}
    made = client.plan_judging(campaign.slug, ["yes-no"], reused={"yes-no": [named]}, opening="open")
    assert made.task != judged.task.slug
    [live] = client.live_judging(campaign.slug, made.task).evaluations
    assert live.reused == planned.reused
    assert client.live_judging(campaign.slug, judged.task.slug).evaluations[0].reused is None
    page = signed_in(organiser).get(f"/campaigns/small/organise/judging/{made.task}/").content.decode()
    assert "Answers taken over: 64 of 80 phrases have an answer; 32 of them (50.0 %) because" in page
    assert JudgmentImport.objects.get().file_name.startswith("Acceptability of phrases")
