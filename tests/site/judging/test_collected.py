"""Judgments that a process collects say what all stored judgments say, whatever happens in between."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bakeoff.human_eval import analyse_judgments, analysis_by_rules
from bakeoff.reports import human_json
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.judging.models import CollectedPart, Evaluation, Judgment, Screen, StoredAnalysis
from bakeoff_site.judging.selectors.collected import collected
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.rankings import NOTHING, ranking_of
from bakeoff_site.judging.services import packing
from bakeoff_site.judging.services.analyses import refresh_outdated
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge, exclude_judge, include_judge
from tests.site.judging.test_rankings import imagined
from tests.site.judging.world import answer, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
STEPS = 60


def from_the_start(evaluation: Evaluation) -> object:
    """What an analysis says that reads all judgments."""
    given = tuple(judgments_of(evaluation, counted=True))
    if not given:
        return NOTHING
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    return human_json(
        analyse_judgments(
            given,
            protocol=evaluation.protocol,
            settings=planned.protocol.settings,
            analysis=analysis_by_rules(planned.rules),
        )
    )


@pytest.mark.parametrize("code", ["ranking", "scores"])
def test_the_ranking_is_that_of_all_judgments_whatever_happened(campaign: Campaign, organiser: User, code: str) -> None:
    rng, drawn, now = Random(code), np.random.default_rng(4), timezone.now()
    task = planned_task(campaign, code, by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(4)]
    happened = set()
    for _ in range(STEPS):
        judge = rng.choice(judges)
        judge.refresh_from_db()
        act = rng.choice(["judge", "judge", "judge", "correct", "exclude", "include", "block", "restart"])
        screen = None
        if act == "judge":
            screen = next_screen(judge, now=timezone.now())
        elif act == "correct":
            judged = Screen.objects.filter(judge=judge, judgments__isnull=False).select_related("evaluation__task")
            screen = judged.order_by("pk").last()
        if isinstance(screen, Screen):
            answer(screen, imagined(screen, drawn), now=timezone.now())
        elif act == "exclude":
            exclude_judge(judge, reason="answers at random", by=organiser, now=now)
        elif act == "include":
            include_judge(judge, reason="no longer at random", by=organiser)
        elif act == "block" and "block" not in happened:
            block_judge(judge, reason="answers at random", by=organiser, now=now)
        elif act == "restart":
            clear_caches()
        else:
            continue
        happened.add(act)
        evaluation = Evaluation.objects.select_related("task__campaign").get()
        found = ranking_of(evaluation)
        said = found.reason if found.result is None else human_json(found.result)
        assert said == from_the_start(evaluation)
    assert happened == {"judge", "correct", "exclude", "include", "block", "restart"}


def test_only_new_judgments_are_read(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "scores", by=organiser)
    first, second = (make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker"))
    judge_everything([first], now=timezone.now())
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    found = collected(evaluation)
    known = found.judgments
    assert known == Judgment.objects.count()
    screen = next_screen(second, now=timezone.now())
    if isinstance(screen, Screen):
        answer(screen, imagined(screen, np.random.default_rng(1)), now=timezone.now())
    corrected = Screen.objects.select_related("evaluation__task").earliest("pk")
    answer(corrected, imagined(corrected, np.random.default_rng(2)), now=timezone.now())
    assert collected(evaluation) is found
    assert found.judgments == Judgment.objects.count() > known
    assert found.last == Judgment.objects.latest("pk").pk


def test_the_live_view_costs_the_same_number_of_queries_however_much_was_judged(
    campaign: Campaign, organiser: User
) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    client = Client()
    client.force_login(organiser)
    address = reverse("judging:live", args=["small", task.slug])
    client.get(address)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return len(found)

    judges = [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker", "Cy Clone")]
    screen = next_screen(judges[0], now=timezone.now())
    assert isinstance(screen, Screen)
    answer(screen, imagined(screen, np.random.default_rng(1)), now=timezone.now())
    client.get(address)
    before = queries()
    judge_everything(judges, now=timezone.now())
    assert queries() == before


@pytest.mark.parametrize("code", ["ranking", "scores"])
def test_a_new_process_reads_packed_judgments_and_only_the_latest_rows(
    campaign: Campaign, organiser: User, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "PART", 5)
    task = planned_task(campaign, code, by=organiser)
    judges = [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker", "Cy Clone")]
    judge_everything(judges, now=timezone.now())
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    packing.pack_judgments()
    count = Judgment.objects.count()
    assert CollectedPart.objects.count() == count // 5 >= 2
    corrected = Screen.objects.select_related("evaluation__task").earliest("pk")
    answer(corrected, imagined(corrected, np.random.default_rng(2)), now=timezone.now())
    clear_caches()
    with CaptureQueriesContext(connection) as queries:
        found = collected(evaluation)
    assert found.judgments == count + 1
    packed = CollectedPart.objects.latest("after").last_judgment
    read = [each["sql"] for each in queries if 'FROM "judging_judgment"' in each["sql"]]
    assert len(read) == 1
    assert f'"judging_judgment"."id" > {packed}' in read[0]
    assert not any('"answers"' in each["sql"] for each in queries)  # figures need none
    result = ranking_of(evaluation).result
    assert result is not None
    assert human_json(result) == from_the_start(evaluation)


def test_parts_of_another_plan_are_not_read_and_deleted(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "PART", 5)
    task = planned_task(campaign, "scores", by=organiser)
    judge_everything([make_judge(task, "Ann Able", now=timezone.now())], now=timezone.now())
    packing.pack_judgments()
    CollectedPart.objects.update(sha256="0" * 64)
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    clear_caches()
    assert collected(evaluation).judgments == Judgment.objects.count()
    packing.pack_judgments()
    assert set(CollectedPart.objects.values_list("sha256", flat=True)) == {task.sha256}


def test_a_stored_analysis_is_shown_until_a_newer_one_is_made(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "PART", 5)
    monkeypatch.setattr("bakeoff_site.judging.selectors.rankings.MOST_AT_ONCE", 3)
    task = planned_task(campaign, "scores", by=organiser)
    judge_everything([make_judge(task, "Ann Able", now=timezone.now())], now=timezone.now())
    packing.pack_judgments()
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    refresh_outdated(timezone.now())
    work_off("test")
    before = from_the_start(evaluation)
    clear_caches()
    with CaptureQueriesContext(connection) as queries:
        found = ranking_of(evaluation)
    assert not any("judging_collectedpart" in each["sql"] or "judging_screen" in each["sql"] for each in queries)
    assert found.result is not None
    assert (human_json(found.result), found.made_at, found.later) == (before, None, 0)
    corrected = Screen.objects.select_related("evaluation__task").earliest("pk")
    answer(corrected, imagined(corrected, np.random.default_rng(2)), now=timezone.now())
    found = ranking_of(evaluation)
    assert found.result is not None
    assert (human_json(found.result), found.later) == (before, 1)
    assert found.made_at == StoredAnalysis.objects.get().made_at
    refresh_outdated(timezone.now() + timedelta(minutes=11))
    work_off("test")
    found = ranking_of(evaluation)
    assert found.result is not None
    assert (human_json(found.result), found.later) == (from_the_start(evaluation), 0)
