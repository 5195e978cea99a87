"""Simulated workers of known quality judge a set-up as in IWSLT 2012 through HTTP, sent as Prolific sends people.

Redundancy, gold, trust and languages are those of the shipped rulebook `iwslt2012`; the campaign is small.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from decimal import Decimal
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.files.toml_writer import write_toml
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff_site.accounts.models import User
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.workers import study_view
from bakeoff_site.judging.models import Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.judgments import judgments_of
from tests.site.crowds.world import CODES, come, study_of_task, worker_called
from tests.site.judging.world import RULES, judged_campaign, planned_task

pytestmark = pytest.mark.django_db
QUALITY = {"ALPHA": 3.0, "BRAVO": 2.0, "CLARA": 1.0}
SHIPPED = read_rulebook("iwslt2012")
PAY = {"amount": 0.1, "per": "screen", "currency": "EUR"}


def rules() -> str:
    """The small campaign, whose pairs are judged as IWSLT 2012 had its systems ranked; a worker has fewer screens, and
    more of them are gold.
    """
    ranking = SHIPPED.human["olympics-ranking"]
    assert (ranking.judgments, ranking.crowd, ranking.quality.blocking) == (3, "workers", ("gold:least_share=0.7",))
    assert (ranking.sample.size, ranking.sample.min_words, ranking.sample.choice) == (400, 5, "by-length")
    crowd = SHIPPED.crowds["workers"].model_dump(mode="json", exclude_defaults=True, exclude={"id"})
    own = {
        "judgments": ranking.judgments,
        "crowd": "workers",
        "judges": ranking.judges,
        "quality": {"blocking": list(ranking.quality.blocking)},
        "gold": 0.3,
        "systems": list(QUALITY),
    }
    before, after = RULES.split("[human.pairs]\n")
    keys = "\n".join(line for line in write_toml({"x": own}).splitlines() if not line.startswith("[x]"))
    added = write_toml({"crowds": {"workers": {**crowd, "screens": 14, "pay": PAY}}})
    return f"{before}[human.pairs]\n{keys}\n{after}\n{added}"


def known_answers() -> list[KnownAnswer]:
    """Of every pair on three of the segments, who is better."""
    pairs = [("ALPHA", "BRAVO"), ("CLARA", "ALPHA"), ("BRAVO", "CLARA")]
    return [
        KnownAnswer(
            id=f"{segment}{''.join(pair)}",
            protocol="pairwise",
            judge="expert",
            segment=str(segment),
            systems=pair,
            answer="first" if QUALITY[pair[0]] > QUALITY[pair[1]] else "second",
            language_pair="en-zh",
        )
        for segment in (1, 2, 3)
        for pair in pairs
    ]


@pytest.fixture
def study(db: None, request: pytest.FixtureRequest) -> Study:
    campaign = judged_campaign(rules())
    organiser: User = campaign_organiser(campaign)
    task = planned_task(campaign, "pairs", by=organiser, gold=known_answers())
    return study_of_task(task, by=organiser, crowd="workers")


def campaign_organiser(campaign: Any) -> User:
    return User.objects.create_user("olga@example.org", "x" * 20, name=f"Organiser of {campaign.slug}")


def judge_as(simulated: SimulatedJudge, study: Study, browser: Client, rng: np.random.Generator) -> str:
    """Judges until the study ends for this worker; the last page."""
    judge = worker_called(simulated.name).judge_id
    for position in range(100):
        found = browser.get(reverse("crowds:next", args=[judge]))
        address = found.headers["Location"]
        if "/judging/screens/" not in address:
            return browser.get(address).content.decode()
        screen = Screen.objects.select_related("evaluation__task__campaign", "judge").get(key=address.split("/")[-2])
        browser.get(address)
        shown = shown_screen(screen)
        seen, _ = simulated.perceived([QUALITY[name] for name in shown.systems], position, rng)
        protocol = content_of(study.task).evaluations["pairs"].protocol
        actions = [
            {"key": str(uuid4()), "kind": "answer", "payload": {"answer": protocol.imagine_on(shown, seen, rng)}},
            {"key": str(uuid4()), "kind": "submit"},
        ]
        sent = {"version": screen.version, "text_digest": screen.text_digest, "actions": actions}
        saved = browser.post(f"{address}actions/", json.dumps(sent), content_type="application/json")
        assert saved.status_code == 200, saved.content
    raise AssertionError("the study never ends")


def test_bad_workers_are_replaced_and_every_item_has_three_judgments_of_trusted_ones(study: Study) -> None:
    rng = np.random.default_rng(11)
    come(study, "foreigner", languages=("fr",))
    ends: dict[str, str] = {}
    for number in range(40):
        is_fraud = number % 3 == 1
        worker = SimulatedJudge(name=f"w{number}", noise=0.05, fraud=is_fraud)
        page = judge_as(worker, study, come(study, worker.name, languages=("zh", "en")), rng)
        ends[worker.name] = next(outcome for outcome, code in CODES.items() if code in page)
        if ends[worker.name] == "no_work" and not study_view(study).rows[-1].work.screens:
            break
    rows = {row.worker.worker_id: row for row in study_view(study).rows}
    assert rows["foreigner"].worker.outcome == "screened_out"
    # Whoever answers too many gold items wrong is stopped and left out, and nobody else is.
    for name, row in rows.items():
        checked = row.gold is not None and row.gold.answers >= 3
        assert row.is_left_out == (checked and row.is_distrusted), name
        assert (row.worker.outcome == "blocked") == row.is_left_out, name
    left_out = {name for name, row in rows.items() if row.is_left_out}
    assert left_out
    assert all(int(name[1:]) % 3 == 1 for name in left_out)
    evaluation = study.task.evaluations.select_related("task__campaign").get()
    counted = [each for each in judgments_of(evaluation, counted=True) if not each.control]
    times = Counter((each.segment, frozenset(each.systems)) for each in counted)
    assert len(times) == 4 * 3
    assert set(times.values()) == {3}
    people = {(each.segment, frozenset(each.systems), each.judge) for each in counted}
    assert len(people) == len(counted)
    kept = [each for each in judgments_of(evaluation, counted=False) if not each.control]
    assert len(kept) > len(counted)
    assert {each.judge for each in counted} <= {row.worker.judge.label for row in rows.values() if row.worker.judge}


def test_the_pay_report_adds_up(study: Study) -> None:
    rng = np.random.default_rng(5)
    for name, fraud in (("w1", False), ("w2", True)):
        judge_as(SimulatedJudge(name=name, noise=0.05, fraud=fraud), study, come(study, name, languages=("zh",)), rng)
    view = study_view(study)
    answered: Counter[int | None] = Counter(Judgment.objects.values_list("judge", flat=True))
    for row in view.rows:
        assert row.work.screens == answered[row.worker.judge_id]
        assert row.pay == Decimal("0.10") * row.work.screens
    assert view.total == Decimal("0.10") * sum(answered.values())
    organiser = User.objects.create_user("root@example.org", "x" * 20, name="Root", is_superuser=True)
    client = Client()
    client.force_login(organiser)
    where = [study.task.campaign.slug, study.task.slug, study.pk]
    table = client.get(reverse("crowds:pay", args=[*where, "csv"])).content.decode()
    lines = list(csv.DictReader(io.StringIO(table)))
    assert [line["worker"] for line in lines] == ["w1", "w2", "total"]
    assert sum(Decimal(line["pay"]) for line in lines[:-1]) == Decimal(lines[-1]["pay"]) == view.total
    assert client.get(reverse("crowds:pay", args=[*where, "xlsx"])).content[:2] == b"PK"
    assert client.get(reverse("crowds:pay", args=[*where, "exe"])).status_code == 404
    assert Worker.objects.count() == 2
