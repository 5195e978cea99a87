"""A campaign whose systems meet in tournaments, and judges who vote as results say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from tests.site.judging.world import answer
from tests.site.scoring.world import put_data, put_run, small_campaign

RULES = """
[campaign]
id = "cup"
title = "Cup"
[language_pairs]
en-fr = {{ source = "English", target = "French" }}
[tracks.mt]
kind = "mt"
language_pairs = ["en-fr"]
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
opens = ["judge:cup"]
[phases.results]
start = 2026-04-01
releases = {{ public = ["scores", "system-names", "human-scores"] }}
[submission]
format = "plain-text"
[submission.packages.main]
[submission.system_types.primary]
exactly = 1
compared = true
[evaluation]
official_metric = "bleu"
[human.cup]
title = "Cup"
protocol = "pairwise"
phase = "judging"
shown = 2
judgments = {judgments}
[human.cup.tournament]
{tournament}
"""
Vote = Callable[[str, str, int], str]
"""Of two systems and the number of a segment: the better one, or nothing for a tie."""


def cup(
    systems: Sequence[str],
    *,
    by: User,
    segments: int = 4,
    judgments: int = 1,
    tournament: str = "",
    same: Mapping[str, str] | None = None,
) -> Campaign:
    """A campaign with a run of each system; they are seeded in this order unless the rules say otherwise.

    `same` names systems that have the outputs of another one.
    """
    seeds = ", ".join(f'"{name}"' for name in systems)
    said = tournament or f'kind = "dskoc"\nseeds = [{seeds}]'
    campaign = small_campaign(RULES.format(judgments=judgments, tournament=said))
    Membership.objects.create(campaign=campaign, user=by, role=MembershipRole.ORGANISER)
    put_data(campaign, "source", _lines("word", segments), name="source.txt", pair="en-fr")
    put_data(campaign, "reference", _lines("mot", segments), name="reference.txt", pair="en-fr")
    for name in systems:
        team = Team.objects.create(campaign=campaign, name=f"Team {name}", code=name, language_pairs=["en-fr"])
        output = (same or {}).get(name, name)
        put_run(campaign, _lines(f"mot {output}", segments), by=by, name=name, team=team, pair="en-fr")
    return campaign


def _lines(word: str, count: int) -> bytes:
    return "\n".join(f"{word} {number}" for number in range(1, count + 1)).encode()


def cup_task(campaign: Campaign, **options: Any) -> Task:
    """An open task with the tournament."""
    asked = TaskOptions(**{"opening": Opening.OPEN, "seed": 7, **options})
    by = campaign.memberships.get(role=MembershipRole.ORGANISER).user
    return create_task(campaign, prepare_task(campaign, ["cup"], asked), options=asked, by=by)


def vote_on(screen: Screen, vote: Vote) -> str:
    """What a judge answers who votes so."""
    shown = shown_screen(screen)
    first, second = (output.system for output in shown.outputs)
    better = vote(first, second, screen.segment)
    return {first: "first", second: "second", "": "tie"}[better]


def judge_all(judges: Mapping[Judge, Vote], *, now: datetime) -> int:
    """All judges take turns until nothing is left, or only what none of them gets; the number of screens."""
    asking, done = list(judges), 0
    while asking:
        before = done
        for judge in list(asking):
            screen = next_screen(judge, now=now)
            if isinstance(screen, Finished):
                asking.remove(judge)
            elif isinstance(screen, Screen):
                answer(screen, vote_on(screen, judges[judge]), now=now)
                done += 1
            else:
                assert isinstance(screen, NothingNow)
        if done == before:
            break
    return done
