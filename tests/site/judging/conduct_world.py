"""The small campaign with gold items, examples, a qualification and rules about judges."""

from __future__ import annotations

from typing import Any

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.judging.world import RULES, SYSTEMS, answer, judged_campaign, planned_task

QUALIFICATION = """
[human.fluency.qualification]
items = 2
share = 0.75
tries = 2
"""
EXAMPLES = """
[[human.fluency.examples]]
outputs = ["مصباح", "المصباح مضاء."]
answer = [1, 4]
why = { en = "The first is **no sentence**.", ar = "الأول ليس جملة." }
[[human.fluency.examples]]
outputs = ["المد."]
answer = [2]
"""
TEXTS_BY_LANGUAGE = """
instructions = { en = "Read *every* word.", ar = "اقرأ كل كلمة." }
consent = { en = "We keep your answers.", ar = "نحتفظ بإجاباتك." }
"""


def fluency_rules(added: str = "", *, own: str = "") -> str:
    """The rulebook with more about fluency: keys of its own, and tables after it."""
    before, after = RULES.split("[human.adequacy]")
    return f"{before}gold = 0.4\n{own}{added}[human.adequacy]{after}"


def gold_campaign(added: str = "", *, own: str = "") -> Campaign:
    return judged_campaign(fluency_rules(added, own=own))


def gold(segment: int, *grades: int) -> KnownAnswer:
    """The grades of all systems on one segment, by one who knows."""
    return KnownAnswer(
        id=f"gold{segment}",
        protocol="fluency",
        judge="expert",
        segment=str(segment),
        systems=SYSTEMS,
        answer=list(grades),
        language_pair="en-ar",
    )


def gold_task(campaign: Campaign, *, by: User, **options: Any) -> Task:
    """Three of the four segments have known answers: every system has the grade of its place."""
    known = [gold(number, 1, 2, 3, 4) for number in (1, 2, 3)]
    return planned_task(campaign, "fluency", by=by, gold=known, **options)


def right_answer(screen: Screen) -> list[int]:
    """What the expert says of a screen."""
    return [1 + SYSTEMS.index(name) for name in shown_screen(screen).systems]


def wrong_answer(screen: Screen) -> list[int]:
    return [0 for _ in shown_screen(screen).systems]


def screen_for(judge: Judge, *, now: Any) -> Screen:
    found = next_screen(judge, now=now)
    assert isinstance(found, Screen)
    return found


def finish_try(judge: Judge, *, right: bool, now: Any) -> None:
    """Answers the two screens of a try."""
    for _ in range(2):
        screen = screen_for(judge, now=now)
        answer(screen, right_answer(screen) if right else wrong_answer(screen), now=now)
