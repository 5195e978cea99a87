"""A task of human evaluation that is judged in part: systems, segments, judges, and as many judgments as asked for.

What the services of the site would store screen by screen is stored in bulk: the same rows, dealt by the same dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np

from bakeoff.data.alignment import align
from bakeoff.human_eval import JudgedTexts
from bench.campaign import make_texts

if TYPE_CHECKING:
    from bakeoff_site.judging.models import Judge, Task

SLUG, PAIR, TEST_SET, SYSTEMS = "judged", "en-de", "news", 12
RULES = f"""
[campaign]
id = "{SLUG}"
title = "Judged campaign"
[language_pairs]
{PAIR} = {{ source = "English", target = "German" }}
[tracks.mt]
kind = "mt"
language_pairs = ["{PAIR}"]
[test_sets.{TEST_SET}]
role = "current"
[phases.evaluation]
start = 2026-01-01
opens = ["submit:main"]
[phases.judging]
start = 2026-01-01
opens = ["judge:ranking", "judge:scores", "judge:esa"]
[submission]
format = "plain-text"
[submission.packages.main]
[submission.system_types.primary]
exactly = 1
[evaluation]
official_metric = "bleu"
[human.ranking]
title = "Ranking"
protocol = "ranking"
phase = "judging"
shown = 5
judgments = 10
repeats = 0.1
[human.scores]
title = "Direct assessment"
protocol = "direct"
phase = "judging"
judgments = 5
repeats = 0.1
[human.esa]
title = "Error spans"
protocol = "esa"
phase = "judging"
repeats = 0.1
"""
_AT_ONCE = 5_000
_SECONDS = 20
"""That a screen takes."""


@dataclass(frozen=True)
class JudgedTask:
    """A task and its judges."""

    task: Task
    judges: list[Judge]


def make_task(evaluation: str, *, segments: int, judges: int) -> JudgedTask:
    """A task of one of the evaluations, open, with judges who have started."""
    from django.utils import timezone

    from bakeoff.human_eval import design_evaluation
    from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.choices import MembershipRole
    from bakeoff_site.campaigns.models import Membership
    from bakeoff_site.campaigns.selectors import role_of
    from bakeoff_site.campaigns.services.campaigns import create_campaign
    from bakeoff_site.judging.choices import Opening
    from bakeoff_site.judging.selectors.judged_texts import EvaluationTexts
    from bakeoff_site.judging.services.judges import start_judging
    from bakeoff_site.judging.services.plans import PlannedTask, TaskOptions, create_task
    from tests.site.scoring.world import put_run

    now = timezone.now()
    organiser = User.objects.create_user(
        "organiser@example.org", None, name="Organiser", is_superuser=True, email_verified_at=now
    )
    campaign = create_campaign(RULES, creator=organiser, confirm_past=True)
    texts = make_texts(TEST_SET, segments)
    judged = JudgedTexts(
        language_pair=PAIR,
        test_set=TEST_SET,
        texts=align([texts.output(number * 4) for number in range(SYSTEMS)], [texts.reference], source=texts.source),
    )
    rules = campaign.rules.human[evaluation]
    planned = PlannedEvaluation(rules=rules, design=design_evaluation(rules, [judged], seed=7), texts=(judged,))
    runs = {
        (PAIR, TEST_SET, name): put_run(
            campaign, b"kept elsewhere", by=organiser, name=name, pair=PAIR, test_set=TEST_SET
        )
        for name in judged.texts.systems
    }
    gathered = EvaluationTexts(texts=(judged,), runs=runs, specification="", official_metric=None, left_out={})
    options = TaskOptions(opening=Opening.OPEN, seed=7)
    task = create_task(
        campaign,
        PlannedTask(
            campaign=campaign,
            options=options,
            rules={evaluation: rules},
            gathered={evaluation: gathered},
            evaluations={evaluation: planned},
            seed=7,
        ),
        options=options,
        by=organiser,
    )
    started = []
    for number in range(judges):
        user = User.objects.create_user(
            f"judge{number}@example.org", None, name=f"Judge {number}", email_verified_at=now
        )
        Membership.objects.create(campaign=campaign, user=user, role=MembershipRole.JUDGE)
        started.append(start_judging(role_of(user, campaign), task, chosen=[], agrees=True, now=now))
    return JudgedTask(task, started)


def judge_in_bulk(made: JudgedTask, judgments: int, *, actions: int = 2) -> None:
    """Adds judgments of all judges in turn; the best systems are preferred a little."""
    from bakeoff_site.judging.models import Action, DealingEvent, Judgment, Screen

    rows = _rows(made, actions)
    while part := list(islice(rows, min(_AT_ONCE, judgments))):
        judgments -= len(part)
        Screen.objects.bulk_create(row.screen for row in part)
        DealingEvent.objects.bulk_create(event for row in part for event in row.events())
        Action.objects.bulk_create(action for row in part for action in row.actions)
        Judgment.objects.bulk_create(row.judgment for row in part)
        if not judgments:
            return


@dataclass(frozen=True)
class _Rows:
    """What is stored of one screen."""

    screen: Any
    judgment: Any
    actions: Sequence[Any]
    number: int

    def events(self) -> Iterator[Any]:
        from bakeoff_site.judging.choices import EventKind
        from bakeoff_site.judging.models import DealingEvent

        for number, kind in enumerate((EventKind.DEALT, EventKind.ANSWERED)):
            yield DealingEvent(
                task=self.screen.evaluation.task,
                number=2 * self.number + number + 1,
                kind=kind,
                judge=self.screen.judge,
                screen=self.screen,
            )


def _rows(made: JudgedTask, actions: int) -> Iterator[_Rows]:
    from bakeoff.human_eval.designs.screens.dealer import Dealer
    from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
    from bakeoff_site.judging.choices import ActionKind, ScreenState
    from bakeoff_site.judging.models import Action, Judgment, Screen
    from bakeoff_site.judging.selectors.contents import content_of

    task = made.task
    evaluation = task.evaluations.get()
    content = content_of(task)
    planned = content.evaluations[evaluation.code]
    protocol = planned.protocol
    dealer = MixedDealer({evaluation.code: Evaluation(dealer=Dealer(planned.design))}, seed=task.seed)
    rng = np.random.default_rng(1)
    last: dict[int, int] = {}
    for number in range(10**9):
        judge = made.judges[number % len(made.judges)]
        found = dealer.next(judge.label)
        if not isinstance(found, tuple):
            raise SystemExit(f"Nothing is left after {number:,} screens. Take more segments.")
        _, assignment = found
        dealer.answer(*found)
        shown = content.screen(evaluation.code, assignment)
        qualities = [-0.05 * int(system.removeprefix("site").partition(",")[0]) for system in shown.systems]
        imagined = protocol.imagine_on(shown, [each + rng.normal() for each in qualities], rng)
        answer = protocol.settle(protocol.draft(imagined, shown.systems, texts=shown.texts), shown)
        start = task.planned_at + timedelta(seconds=number / len(made.judges) * _SECONDS)
        last[judge.pk] = last.get(judge.pk, 0) + 1
        screen = Screen(
            evaluation=evaluation,
            judge=judge,
            number=last[judge.pk],
            position=assignment.position,
            pool=assignment.pool,
            segment=assignment.segment,
            systems=list(assignment.systems),
            control=assignment.control,
            damaged=list(assignment.damaged),
            text_digest=shown.digest,
            state=ScreenState.ANSWERED,
            lease_until=start,
            dealt_at=start,
            shown_at=start,
            version=actions,
            draft={"answer": answer},
        )
        keys = [UUID(bytes=rng.bytes(16)) for _ in range(actions)]
        yield _Rows(
            screen=screen,
            judgment=Judgment(
                screen=screen,
                evaluation=evaluation,
                judge=judge,
                key=keys[-1],
                systems=list(shown.systems),
                answer=protocol.write(protocol.parse(answer, shown.systems, texts=shown.texts)),
                shown_at=start,
                sent_at=start + timedelta(seconds=float(rng.gamma(4, _SECONDS / 4))),
            ),
            actions=[
                Action(
                    screen=screen,
                    key=key,
                    kind=ActionKind.SUBMIT if key == keys[-1] else ActionKind.ANSWER,
                    payload={} if key == keys[-1] else {"answer": answer},
                )
                for key in keys
            ],
            number=number,
        )
