"""What a judge's requests ask the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.urls import reverse

from bakeoff_site.judging.models import Screen, Task
from tests.site.judging.world import answer_of
from tests.site.responses import ClientResponse

MOST = 10
"""Queries of a request."""
_TRANSACTION = ("SAVEPOINT", "RELEASE")
"""A transaction of a request is one of these in a test."""


@contextmanager
def statements() -> Iterator[list[str]]:
    """What the database is asked, without the values."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith(_TRANSACTION):
            found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield found


@dataclass(frozen=True)
class Visit:
    """A screen that a judge got and answered in a browser."""

    screen: Screen
    statements: dict[str, tuple[str, ...]]
    """By request: the way to the screen, its page, a save and the submission."""


def visited(browser: Client, task: Task) -> Visit | None:
    """The next screen, answered; None where nothing is left."""
    found: dict[str, tuple[str, ...]] = {}

    def ask(request: str, call: Callable[[], ClientResponse]) -> ClientResponse:
        with statements() as asked:
            answered = call()
        found[request] = tuple(asked)
        return answered

    dealt = ask("next", lambda: browser.get(reverse("judging:next", args=[task.campaign.slug, task.slug])))
    place = dealt.headers.get("Location", "")
    if "/judging/screens/" not in place:
        return None
    ask("page", lambda: browser.get(place))
    screen = Screen.objects.select_related("evaluation__task__campaign").get(key=place.rstrip("/").rpartition("/")[2])

    def send(version: int, kind: str, **payload: Any) -> ClientResponse:
        action = {"key": str(uuid4()), "kind": kind, "payload": payload}
        body = {"version": version, "text_digest": screen.text_digest, "actions": [action]}
        address = reverse("judging:actions", args=[screen.key])
        return browser.post(address, json.dumps(body), content_type="application/json")

    given = answer_of(screen)
    ask("save", lambda: send(0, "answer", answer=given))
    submitted = ask("submit", lambda: send(1, "submit"))
    assert submitted.json()["state"] == "answered", submitted.content.decode()
    return Visit(screen, found)
