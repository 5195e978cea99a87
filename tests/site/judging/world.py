"""A small campaign with four systems that people judge in every protocol that has a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4

import numpy as np
from django.test import Client

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.judging.choices import ActionKind, Opening
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.services.answers import NewAction, SavedScreen, save_actions
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import start_judging
from bakeoff_site.judging.services.plans import PlannedTask, TaskOptions, create_task, prepare_task
from bakeoff_site.judging.services.qualification import QualificationEnded
from bakeoff_site.scoring.services.scores import score_run
from tests.site.people import person
from tests.site.remembered_worlds import remembered
from tests.site.scoring.world import put_data, put_run, small_campaign

RULES = """
[campaign]
id = "small"
title = "Small"
[language_pairs]
en-ar = { source = "English", target = "Arabic" }
en-zh = { source = "English", target = "Chinese" }
[tracks.mt]
kind = "mt"
language_pairs = ["en-ar", "en-zh"]
[test_sets.news]
title = "News"
role = "current"
[registration]
by_language_pair = true
[phases.evaluation]
start = 2026-02-01
end = 2026-02-10
opens = ["submit:main"]
[phases.judging]
start = 2026-03-01
end = 2026-03-20
opens = ["judge:ranking", "judge:fluency", "judge:adequacy", "judge:pairs", "judge:scores"]
[phases.results]
start = 2026-04-01
releases = { public = ["scores", "system-names"] }
[submission]
format = "plain-text"
[submission.packages.main]
[submission.system_types.primary]
exactly = 1
compared = true
[evaluation]
official_metric = "bleu"
metrics = ["ter"]
interval = { samples = 50 }
comparison = { trials = 200 }
[human.ranking]
title = "Ranking"
protocol = "ranking"
phase = "judging"
shown = 3
judgments = 2
free_choice = true
[human.fluency]
title = "Fluency"
protocol = "fluency"
phase = "judging"
language_pairs = ["en-ar"]
[human.adequacy]
title = "Adequacy"
protocol = "adequacy"
phase = "judging"
language_pairs = ["en-ar"]
after = "fluency"
[human.pairs]
title = "Pairs"
protocol = "pairwise"
phase = "judging"
language_pairs = ["en-zh"]
shown = 2
[human.scores]
title = "Scores"
protocol = "direct"
phase = "judging"
language_pairs = ["en-zh"]
"""
SOURCE = ("The lamp is lit.", "The ships come home.", "Nobody sleeps here.", "The tide turns.")
TEXTS = {
    "en-ar": ("المصباح مضاء.", "السفن تعود إلى الوطن.", "لا أحد ينام هنا.", "ينقلب المد."),
    "en-zh": ("灯亮了。", "船回家了。", "这里没有人睡觉。", "潮水转了。"),
}
SYSTEMS = ("ALPHA", "BRAVO", "CLARA", "DELTA")


@remembered
def judged_campaign(rules: str = RULES, *, copies: int = 1, source: str = "") -> Campaign:
    """Four teams with a run in each of two language pairs, scored; more `copies` of the texts make it larger.

    `source` is an XML file with the segments of `SOURCE` in place of plain text.
    """
    content, name = (source.encode(), "source.xml") if source else (_lines(SOURCE * copies), "source.txt")
    campaign = small_campaign(rules)
    by = person("Sue Submitter")
    for pair, reference in TEXTS.items():
        put_data(campaign, "source", content, name=name, pair=pair)
        put_data(campaign, "reference", _lines(reference * copies), name="reference.txt", pair=pair)
    for number, name in enumerate(SYSTEMS):
        team, _ = Team.objects.get_or_create(
            campaign=campaign, name=f"Team {name}", code=name, language_pairs=list(TEXTS)
        )
        for pair, reference in TEXTS.items():
            lines = [f"{line} {name.lower()[: number + 1]}" for line in reference * copies]
            run = put_run(campaign, _lines(lines), by=by, name=name, team=team, pair=pair)
            score_run(run, on_progress=lambda _done, _total: None)
    return campaign


def _lines(texts: Sequence[str]) -> bytes:
    return "\n".join(texts).encode()


def planned_task(campaign: Campaign, *codes: str, by: User, **options: Any) -> Task:
    """A task that is open, with some evaluations of the rulebook."""
    asked = TaskOptions(**{"opening": Opening.OPEN, "seed": 7, **options})
    return create_task(campaign, prepare_task(campaign, codes, asked), options=asked, by=by)


def with_early_controls(planned: PlannedTask) -> PlannedTask:
    """The same with repeats and damaged outputs soon after, and one segment that everybody may get: sets are small."""
    evaluations = {
        code: replace(each, design=replace(each.design, gap=2, common_size=1))
        for code, each in planned.evaluations.items()
    }
    return replace(planned, evaluations=evaluations)


def make_judge(task: Task, name: str, *, now: datetime, chosen: Sequence[str] = ()) -> Judge:
    """An invited judge who has started."""
    user = person(name)
    Membership.objects.create(campaign=task.campaign, user=user, role=MembershipRole.JUDGE)
    return start_judging(role_of(user, task.campaign), task, chosen=chosen, agrees=True, now=now)


def account_of(judge: Judge) -> User:
    """The account of a judge who is no guest."""
    assert judge.user is not None
    return judge.user


def signed_in(who: User | Judge) -> Client:
    """The browser of a person, or of a judge with an account."""
    client = Client()
    client.force_login(account_of(who) if isinstance(who, Judge) else who)
    return client


def answer_of(screen: Screen, *, best: str = "ALPHA") -> Any:
    """An answer that finds one system best and the others alike."""
    shown = shown_screen(screen)
    qualities = [1.0 if best in output.system else 0.0 for output in shown.outputs]
    protocol = content_of(screen.evaluation.task).evaluations[screen.evaluation.code].protocol
    return protocol.imagine_on(shown, qualities, np.random.default_rng(1))


def answer(screen: Screen, given: Any, *, now: datetime, version: int | None = None) -> SavedScreen:
    """Answers and submits a screen at once."""
    return save_actions(
        screen,
        [
            NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": given}),
            NewAction(key=uuid4(), kind=ActionKind.SUBMIT),
        ],
        version=screen.version if version is None else version,
        text_digest=screen.text_digest,
        now=now,
    )


def judge_everything(judges: Sequence[Judge], *, now: datetime) -> int:
    """All judges take turns until nothing is left; the number of screens."""
    asking, done = list(judges), 0
    while asking:
        before = len(asking), done
        for judge in list(asking):
            screen = next_screen(judge, now=now)
            if isinstance(screen, Finished):
                asking.remove(judge)
            elif isinstance(screen, NothingNow | QualificationEnded):
                continue
            else:
                answer(screen, answer_of(screen), now=now)
                done += 1
        assert (len(asking), done) != before, f"all {len(asking)} judges wait for somebody else"
    return done
