"""Simulated judges with tokens, and everything that they were shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import numpy as np
from httpx import Request, Response

from bakeoff.client import Client, JudgingSession
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.server_judges import SessionSummary, judge_in_sessions
from bakeoff.simulation.text_qualities import TextQualities
from bakeoff_site.accounts.limits import TOKEN_MAX_AGE
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.models import Screen, Task
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.five_campaigns.simulation import System
from tests.site.five_campaigns.texts import Texts
from tests.site.people import person


@dataclass
class Seen:
    """What one judge got."""

    user: User
    session: JudgingSession
    answers: list[Response]
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The screens by their keys, as the server sent them."""


@dataclass
class Panel:
    """Judges of one task."""

    task: Task
    qualities: TextQualities
    clock: Clock
    organiser: Client
    seen: dict[str, Seen] = field(default_factory=dict)
    judges: dict[str, SimulatedJudge] = field(default_factory=dict)

    def invite(self, name: str, *, user: User | None = None, chosen: Sequence[str] = (), **qualities: Any) -> None:
        """Someone invited to judge, or somebody who has an account, who starts."""
        if user is None:
            user = person(name)
            Membership.objects.create(campaign=self.task.campaign, user=user, role=MembershipRole.JUDGE)
        answers: list[Response] = []
        seen = Seen(user, JudgingSession(_listening(user, answers), self.task.campaign.slug, self.task.slug), answers)
        seen.session.start(chosen=chosen)
        self.seen[name] = seen
        self.judges[name] = SimulatedJudge(name=name, **{"noise": 0.3, **qualities})

    def judge(self, *names: str, screens: int | None = None, seed: int = 1) -> dict[str, SessionSummary]:
        """Some judges, or all, take turns until nothing is left or each has answered a number of screens."""
        asked = names or tuple(self.judges)
        done = judge_in_sessions(
            [(self.judges[name], _Watched(self.seen[name])) for name in asked],
            self.qualities,
            screens=screens,
            pause=lambda seconds: self.clock.move_on(timedelta(seconds=seconds)),
            rng=np.random.default_rng(seed),
        )
        return {each.judge.name: each for each in done}

    def screens_of(self, name: str, code: str = "") -> list[Screen]:
        """The screens of a judge in their order, of one evaluation or of all."""
        rows = Screen.objects.filter(judge__task=self.task, judge__user=self.seen[name].user)
        own = rows.select_related("evaluation__task__campaign", "judge").order_by("number")
        return [each for each in own if not code or each.evaluation.code == code]

    def shown(self, screen: Screen) -> dict[str, Any]:
        """What the judge of a screen got."""
        return next(each.shown[str(screen.key)] for each in self.seen.values() if str(screen.key) in each.shown)


@dataclass
class _Watched:
    """A session that notes what it shows."""

    seen: Seen

    def next(self) -> Any:
        shown = self.seen.session.next()
        if not isinstance(shown, str):
            self.seen.shown[shown["screen_id"]] = dict(shown)
        return shown

    def submit(self, answer: Any) -> bool:
        return self.seen.session.submit(answer)


def _listening(user: User, answers: list[Response]) -> Any:
    def note(_request: Request, response: Response) -> None:
        answers.append(response)

    return speaking(user, "judge", lifetime=TOKEN_MAX_AGE, on_answer=note)


def qualities_of(texts: Iterable[tuple[Texts, Sequence[System]]]) -> TextQualities:
    """Outputs are the worse the more mistakes they have; references have none."""
    known: list[tuple[str, float]] = []
    for own, systems in texts:
        numbers = [number for _, number in own.numbered_segments()]
        for system in systems:
            lines = zip(own.output_lines(system), numbers, strict=True)
            known += [(line, 1.5 - 0.5 * system.mistakes(number)) for line, number in lines]
        for reference in range(own.test_set.references):
            known += [(line, 1.8) for line in own.reference_lines(reference + 1)]
    return TextQualities(known)


def task_of(campaign: str, slug: str) -> Task:
    return Task.objects.select_related("campaign").get(campaign=Campaign.objects.get(slug=campaign), slug=slug)
