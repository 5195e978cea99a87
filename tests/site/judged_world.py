"""The human evaluations of the world: a screen that a judge holds, and an evaluation that is over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal
from uuid import uuid4

from django.utils import timezone

from bakeoff.data import Run as Text
from bakeoff.data import align
from bakeoff.human_eval import JudgedTexts, design_evaluation
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations
from bakeoff.rulebook.schema.crowds import preset
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.accounts.models import User
from bakeoff_site.core.storage.files import keep
from bakeoff_site.crowds.models import Worker
from bakeoff_site.crowds.services.studies import make_study
from bakeoff_site.judging.choices import ActionKind
from bakeoff_site.judging.models import Evaluation, Judge, Screen, Task
from bakeoff_site.judging.services.answers import NewAction, save_actions
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.submissions.models import Run
from tests.site.texts import numbered_document


def held_screen(runs: Mapping[str, Run], organiser: User, judge: User) -> Screen:
    """A screen that the judge holds, of a task that is open; its texts are those of nobody."""
    task = _planned(runs, "fluency", text="text", planned_by=organiser).task
    expires = timezone.now() + timedelta(days=36_500)
    task.links.create(made_by=organiser, most_uses=100, expires_at=expires)
    screen = next_screen(_starts(task, judge), now=timezone.now())
    assert isinstance(screen, Screen)
    return screen


def crowd_worker(task: Task, organiser: User) -> Worker:
    """Somebody whom a platform sent to a study of a task; they hold no screen yet."""
    crowd = preset("prolific")
    study = make_study(task, crowd, title="Judge translations", most_workers=5, by=organiser)
    judge = Judge.objects.create(task=task, guest_key=uuid4(), started_at=timezone.now())
    return study.workers.create(worker_id="5e9088a8a4b6", judge=judge, arrived_at=timezone.now())


def judged_evaluation(runs: Mapping[str, Run], organiser: User, judge: User) -> Evaluation:
    """A human evaluation of an open language pair that is over: every system has been graded."""
    evaluation = _planned(runs, "adequacy", text="line", planned_by=organiser)
    task, rival = evaluation.task, runs["RIVAL"].name
    judges = _starts(task, judge)
    while isinstance(screen := next_screen(judges, now=timezone.now()), Screen):
        grades = [((1, 2, 4) if each == rival else (0, 1, 3))[screen.segment % 3] for each in screen.systems]
        submitted = [
            NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": grades}),
            NewAction(key=uuid4(), kind=ActionKind.SUBMIT),
        ]
        save_actions(screen, submitted, version=screen.version, text_digest=screen.text_digest, now=timezone.now())
    task.opening = "closed"
    task.save(update_fields=["opening"])
    return evaluation


def _planned(
    runs: Mapping[str, Run], protocol: Literal["fluency", "adequacy"], *, text: str, planned_by: User
) -> Evaluation:
    """An open task of one evaluation, called as its protocol; each system has a text of its own."""
    board = runs["RIVAL"].board
    pair = board.campaign.rules.language_pairs[board.language_pair]
    rules = HumanEvaluation(id=protocol, protocol=protocol)
    judged = JudgedTexts(
        language_pair=board.language_pair,
        test_set=board.test_set,
        texts=align(
            [Text(system=run.name, documents=numbered_document(f"{text} {n}")) for n, run in enumerate(runs.values())],
            [],
        ),
        source_language=pair.source_code,
        target_language=pair.target_code,
    )
    planned = PlannedEvaluation(rules=rules, design=design_evaluation(rules, [judged]), texts=(judged,))
    task = Task.objects.create(
        campaign=board.campaign,
        slug=f"judged-{protocol}",
        title=f"{rules.label}, judged",
        opening="open",
        sha256=keep([pack_evaluations({protocol: planned})]).sha256,
        seed=1,
        planned_by=planned_by,
    )
    said = rules.model_dump(mode="json", exclude_unset=True)
    evaluation = task.evaluations.create(code=protocol, title=rules.label, protocol=protocol, rules=said, units=3)
    for run in runs.values():
        evaluation.systems.create(
            language_pair=board.language_pair, test_set=board.test_set, name=run.name, run=run, team=run.team
        )
    return evaluation


def _starts(task: Task, user: User) -> Judge:
    return Judge.objects.create(task=task, user=user, started_at=timezone.now())
