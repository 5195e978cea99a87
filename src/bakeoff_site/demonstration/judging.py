"""People who judge in the demonstration: their answers are simulated and stored by the services that pages use."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np
from django.db import transaction

from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.campaigns import role_of
from bakeoff_site.demonstration.rulebook import RANKING
from bakeoff_site.judging.choices import ActionKind, Opening
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.services.answers import NewAction, save_actions
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import start_judging
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from bakeoff_site.judging.services.showing import note_shown

INSTRUCTIONS = """\
1. Read the source and the reference translation.
2. Rank the translations: 1 for the best one. Equally good translations get the same rank.
3. Judge the meaning first, then how well the text reads.
"""
_CONSENT = "Your answers are kept under a number, without your name."
_ORDINARY, _DEVIATION = 0.6, 0.15
"""The share of the reference's words that an ordinary output has, and how far outputs differ in it."""
_NOISE = 0.5
"""How far judges err, in such deviations."""
_SECONDS = (15, 70)
"""The least and the most that they take for a screen."""


def plan_judging(campaign: Campaign, organiser: User) -> Task:
    """A task that everybody who signs in can judge."""
    options = TaskOptions(
        title="Rank translations",
        opening=Opening.OPEN,
        open_to_all=True,
        instructions=INSTRUCTIONS,
        consent_text=_CONSENT,
        seed=1,
    )
    return create_task(campaign, prepare_task(campaign, [RANKING], options), options=options, by=organiser)


@transaction.atomic
def judge_everything(task: Task, people: list[User], organiser: User, *, when: datetime, seed: int) -> None:
    """Everything is judged, one judge after another in turn, and the task is closed."""
    rng, random = np.random.default_rng(seed), Random(seed)
    judges = [start_judging(role_of(user, task.campaign), task, chosen=(), agrees=True, now=when) for user in people]
    clocks = dict.fromkeys(judges, when)
    while judges:
        for judge in list(judges):
            screen = next_screen(judge, now=clocks[judge])
            if isinstance(screen, Screen):
                clocks[judge] = _answer(judge, screen, clocks[judge], rng, random)
            elif isinstance(screen, Finished):
                judges.remove(judge)
    open_task(task, Opening.CLOSED, by=organiser)


def _answer(judge: Judge, screen: Screen, now: datetime, rng: np.random.Generator, random: Random) -> datetime:
    """Answers a screen; the time when it was sent."""
    note_shown(screen, now=now)
    sent = now + timedelta(seconds=random.uniform(*_SECONDS))
    protocol = content_of(judge.task).evaluations[screen.evaluation.code].protocol
    shown = shown_screen(screen)
    perceived = [(each - _ORDINARY) / _DEVIATION + rng.normal(0, _NOISE) for each in _shares(shown)]
    answer = protocol.imagine_on(shown, perceived, rng)
    actions = [
        NewAction(key=_key(random), kind=ActionKind.ANSWER, payload={"answer": answer}),
        NewAction(key=_key(random), kind=ActionKind.SUBMIT),
    ]
    save_actions(screen, actions, version=screen.version, text_digest=screen.text_digest, now=sent)
    return sent


def _key(random: Random) -> UUID:
    return UUID(int=random.getrandbits(128), version=4)


def _shares(shown: ShownScreen) -> list[float]:
    """Of each output, the share of the reference's words that it has."""
    wanted = Counter(shown.references[0].lower().split() if shown.references else ())
    return [
        (Counter(output.text.lower().split()) & wanted).total() / max(wanted.total(), 1) for output in shown.outputs
    ]
