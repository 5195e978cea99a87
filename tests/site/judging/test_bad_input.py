"""One table of what can be wrong with an answer: it is kept and marked, or refused with a reason, whoever sends it how.

Each case is sent by the form of a page, by its script and by REST, by a judge of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Judgment, Screen, Task
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.opening import open_task
from tests.site.api.conftest import as_
from tests.site.judging.conduct_world import screen_for
from tests.site.judging.world import account_of, answer, answer_of, make_judge, planned_task
from tests.site.responses import ClientResponse

pytestmark = pytest.mark.django_db
Channel = Callable[["Sent", Screen, User], ClientResponse]


@dataclass
class Sent:
    """What a front end sends of a screen with three outputs."""

    answer: Any = field(default_factory=lambda: [1, 2, 3])
    version: Any = 0
    digest: str | None = None
    comment: str = ""
    key: str = field(default_factory=lambda: str(uuid4()))
    body: bytes | None = None
    """In place of everything else, where a program sends no JSON at all."""


def by_form(sent: Sent, screen: Screen, user: User) -> ClientResponse:
    client = Client()
    client.force_login(user)
    given = sent.answer if isinstance(sent.answer, list) else []
    data = {f"answer-{number}": str(each) for number, each in enumerate(given) if each is not None}
    data |= {"version": str(sent.version), "text_digest": digest_of(sent, screen), "submit_key": sent.key}
    data |= {"comment": sent.comment} if sent.comment else {}
    return client.post(reverse("judging:screen", args=[screen.key]), data)


def by_script(sent: Sent, screen: Screen, user: User) -> ClientResponse:
    client = Client()
    client.force_login(user)
    address = reverse("judging:actions", args=[screen.key])
    return client.post(address, sent.body or json.dumps(body_of(sent, screen)), content_type="application/json")


def by_rest(sent: Sent, screen: Screen, user: User) -> ClientResponse:
    sends = sent.body if sent.body is not None else body_of(sent, screen)
    return as_(user).post(f"/judging/screens/{screen.key}/actions", sends)


def body_of(sent: Sent, screen: Screen) -> dict[str, Any]:
    actions = [{"key": str(uuid4()), "kind": "answer", "payload": {"answer": sent.answer}}]
    if sent.comment:
        actions.append({"key": str(uuid4()), "kind": "comment", "payload": {"text": sent.comment}})
    actions.append({"key": sent.key, "kind": "submit", "payload": {}})
    return {"version": sent.version, "text_digest": digest_of(sent, screen), "actions": actions}


def digest_of(sent: Sent, screen: Screen) -> str:
    return screen.text_digest if sent.digest is None else sent.digest


def nothing(_screen: Screen, _organiser: User) -> None:
    """The screen is as it was dealt."""


def returned(screen: Screen, _organiser: User) -> None:
    """Its lease ended and the item went back; nobody has got it since."""
    give_back(screen)


def taken(screen: Screen, _organiser: User) -> None:
    """Its lease ended, the item went back, and others have judged it since."""
    give_back(screen)
    for name in ("Otto Other", "Olga Other"):
        judge = make_judge(screen.evaluation.task, name, now=timezone.now())
        while isinstance(own := next_screen(judge, now=timezone.now()), Screen):
            answer(own, answer_of(own), now=timezone.now())


def closed(screen: Screen, organiser: User) -> None:
    open_task(screen.evaluation.task, Opening.CLOSED, by=organiser)


def blocked(screen: Screen, organiser: User) -> None:
    block_judge(screen.judge, reason="answers at random", by=organiser, now=timezone.now())


KEPT, KEPT_LATE, KEPT_UNCOUNTED = ("kept", False, True), ("kept", True, True), ("kept", True, False)


@dataclass(frozen=True)
class Case:
    """Something that is wrong, and what comes of it."""

    expected: tuple[Any, ...]
    """Kept: late, counts. Refused: words of the reason."""
    sent: Callable[[], Sent] = Sent
    before: Callable[[Screen, User], None] = nothing
    without: tuple[Channel, ...] = ()
    """Channels that cannot send it."""


CASES = {
    "complete": Case(KEPT),
    "after its lease expired": Case(KEPT_LATE, before=returned),
    "after closing": Case(KEPT_UNCOUNTED, before=closed),
    "by a blocked judge": Case(KEPT_UNCOUNTED, before=blocked),
    "out of range": Case(("refused", "ranks from 1 to 5"), lambda: Sent(answer=[1, 2, 9])),
    "of another number of outputs": Case(
        ("refused", "a list of 3 ranks"), lambda: Sent(answer=[1, 2]), without=(by_form,)
    ),
    "incomplete": Case(("refused", "Give translation B a rank"), lambda: Sent(answer=[1, None, 3])),
    "no answer at all": Case(("refused", "Give translation"), lambda: Sent(answer=None)),
    "to other texts": Case(("refused", "Load the screen again"), lambda: Sent(digest="0" * 64)),
    "on a later version than there is": Case(("refused", "changed elsewhere"), lambda: Sent(version=7)),
    "on a version that is none": Case(("refused", "version"), lambda: Sent(version="x")),
    "with a comment that is too long": Case(("refused", "10,000"), lambda: Sent(comment="x" * 10_001)),
    "with a null character": Case(("refused", "null"), lambda: Sent(comment="a\0b")),
    "with half a character": Case(("refused", "JSON|surrogate"), lambda: Sent(comment="\ud800"), without=(by_form,)),
    "huge": Case(("refused", "100,000"), lambda: Sent(answer=[1] * 60_000), without=(by_form,)),
    "no JSON": Case(("refused", "JSON|parse request body"), lambda: Sent(body=b"{version: 0"), without=(by_form,)),
    "JSON of something else": Case(("refused", "object"), lambda: Sent(body=b'"0"'), without=(by_form,)),
    "after others have judged the item": Case(KEPT_UNCOUNTED, before=taken),  # last: nothing is left
}


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser)


def outcome(response: ClientResponse, judge: Judge, word: object) -> tuple[Any, ...]:
    """What came of it, by the database where it is kept and by the answer where it is refused."""
    kept = Judgment.objects.filter(judge=judge)
    if response.status_code in (200, 302):
        row = kept.get()
        return "kept", row.late, not row.surplus
    assert not kept.exists()
    text = response.content.decode()
    is_said = 400 <= response.status_code < 500 and re.search(str(word), text)
    return "refused", word if is_said else (response.status_code, text)


@pytest.mark.parametrize("channel", [by_form, by_script, by_rest])
def test_every_case_is_kept_and_marked_or_refused_with_a_reason(task: Task, organiser: User, channel: Channel) -> None:
    found = {}
    asked = {name: case for name, case in CASES.items() if channel not in case.without}
    for number, (name, case) in enumerate(asked.items()):
        judge = make_judge(task, f"Judge {number}", now=timezone.now())
        screen = screen_for(judge, now=timezone.now())
        case.before(screen, organiser)
        found[name] = outcome(channel(case.sent(), screen, account_of(judge)), judge, case.expected[1])
        open_task(task, Opening.OPEN, by=organiser)
        if not Judgment.objects.filter(judge=judge).exists():
            give_back(screen)
    assert found == {name: case.expected for name, case in asked.items()}


@pytest.mark.parametrize("channel", [by_form, by_script, by_rest])
def test_what_is_sent_twice_is_kept_once(task: Task, channel: Channel) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    screen = screen_for(judge, now=timezone.now())
    sent = Sent()
    first, again = (channel(sent, screen, account_of(judge)) for _ in range(2))
    assert first.status_code in (200, 302)
    assert again.status_code < 500
    assert Judgment.objects.count() == 1


@pytest.mark.parametrize("channel", [by_form, by_script, by_rest])
def test_the_screen_of_somebody_else_is_not_found(task: Task, channel: Channel) -> None:
    owner, other = (make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Ben Best"))
    screen = screen_for(owner, now=timezone.now())
    assert channel(Sent(), screen, account_of(other)).status_code == 404
    assert not Judgment.objects.exists()
