"""The ranking on the site is what `bakeoff human analyse` says of the exported judgments."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.cli.main import main
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff.reports import human_json
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Evaluation, Judge, Screen
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import exclude_judge
from tests.site.judging.world import RULES, SYSTEMS, answer, judged_campaign, make_judge, planned_task

pytestmark = pytest.mark.django_db
GRADES = """
[human.meaning]
protocol = "meaning"
phase = "judging"
language_pairs = ["en-ar"]
[human.dialog]
protocol = "dialog"
phase = "judging"
language_pairs = ["en-ar"]
[human.documents]
protocol = "direct"
phase = "judging"
language_pairs = ["en-ar"]
shown = 1
history_shown = true
complete_documents = true
"""


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign(RULES + GRADES)


def imagined(screen: Screen, rng: np.random.Generator) -> Any:
    """What a judge answers who sees the quality of systems with some noise."""
    qualities = [
        1.0 - 0.5 * SYSTEMS.index(next(name for name in SYSTEMS if name in output.system)) + rng.normal(0, 0.5)
        for output in shown_screen(screen).outputs
    ]
    planned = content_of(screen.evaluation.task).evaluations[screen.evaluation.code]
    return planned.protocol.imagine(qualities, rng)


def judge_all(judges: list[Judge], rng: np.random.Generator) -> None:
    asking = list(judges)
    while asking:
        for judge in list(asking):
            screen = next_screen(judge, now=timezone.now())
            if isinstance(screen, Finished):
                asking.remove(judge)
            elif isinstance(screen, Screen):
                answer(screen, imagined(screen, rng), now=timezone.now())


@pytest.mark.parametrize(
    "code", ["ranking", "fluency", "adequacy", "meaning", "dialog", "pairs", "scores", "documents"]
)
def test_the_ranking_is_that_of_the_command_line(
    campaign: Campaign, organiser: User, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = planned_task(campaign, code, by=organiser)
    rng = np.random.default_rng(3)
    judges = [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Ben Best", "Cy Clone")]
    judge_all(judges, rng)
    first = Screen.objects.select_related("evaluation__task").earliest("pk")
    answer(first, imagined(first, rng), now=timezone.now())  # a correction
    if code == "ranking":
        exclude_judge(judges[-1], reason="answers at random", by=organiser, now=timezone.now())
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    result = ranking_of(evaluation).result
    assert result is not None
    assert result.rankings[0].judgments
    client = Client()
    client.force_login(organiser)
    exported = client.get(reverse("judging:export", args=["small", task.slug]))
    (tmp_path / "judgments.jsonl").write_bytes(b"".join(exported))
    (tmp_path / "rules.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    said = analysed(capsys, tmp_path / "judgments.jsonl", "--rules", tmp_path / "rules.toml", "--evaluation", code)
    assert said == json.loads(json.dumps(human_json(result)))


def analysed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    capsys.readouterr()
    with suppress(SystemExit):
        main(["human", "analyse", *map(str, arguments), "--format", "json"])
    return json.loads(capsys.readouterr().out)
