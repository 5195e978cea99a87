"""A server that is killed while people judge keeps every answer that it confirmed, and counts none twice.

At random moments all its processes are killed at once, or one that answers, while programs of judges send their actions
again until the server confirms them. `BAKEOFF_KILLS` says how often: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from bakeoff.client import Client
from bakeoff.client.records.judging import JudgingScreen, SavedScreen, ScreenAction
from bakeoff.errors import BakeoffError
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.commands.test_killed import wait_until_free
from tests.site.commands.test_killed_server import descendants, kill_all

Told = TypeVar("Told")
KILLS = int(os.environ.get("BAKEOFF_KILLS", "3"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
JUDGES = 4
COPIES = 10 + 3 * KILLS
"""Of the texts; more screens than judges answer before the last kill."""
LONGEST = 120 + 20 * KILLS
"""Seconds until everything is judged."""


class Person(threading.Thread):
    """Judges until nothing is left, and notes what the server confirmed."""

    def __init__(self, address: str, token: str, task: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._client = Client(address, token, attempts=1)
        self._task = task
        self._draw = random.Random(seed)
        self.actions: list[str] = []
        self.judgments: dict[str, bool] = {}
        """By key, whether the server said that it counts."""

    def run(self) -> None:
        while True:
            found = self._until_told(lambda: self._client.next_screen("small", self._task))
            if found.screen is not None:
                self._judge(found.screen)
                time.sleep(self._draw.uniform(0, 0.2))
            elif found.nothing == "finished":
                return
            else:
                time.sleep(0.1)

    def _judge(self, screen: JudgingScreen) -> None:
        """Two changes of the answer, and its submission: three requests."""
        version = screen.version
        for kind in ("answer", "answer", "submit"):
            action = ScreenAction(key=uuid4(), kind=kind, payload={} if kind == "submit" else self._ranks(screen))
            saved = self._save(screen, action, version)
            version = saved.version
            self.actions.append(str(action.key))
            if kind == "submit":
                self.judgments[str(action.key)] = saved.counts

    def _save(self, screen: JudgingScreen, action: ScreenAction, version: int) -> SavedScreen:
        return self._until_told(
            lambda: self._client.save_actions(
                str(screen.key), [action], version=version, text_digest=screen.text_digest
            )
        )

    def _ranks(self, screen: JudgingScreen) -> dict[str, Any]:
        return {"answer": [self._draw.randint(1, 3) for _ in screen.shown["outputs"]]}

    def _until_told(self, ask: Callable[[], Told]) -> Told:
        while True:
            try:
                return ask()
            except BakeoffError:
                time.sleep(0.1)


@pytest.mark.kills
@pytest.mark.long
def test_killed_at_any_moment_while_people_judge(prepared: Installation, free_port: Callable[[], int]) -> None:
    port = free_port()
    made = prepared.world("judging", "make", str(JUDGES), str(COPIES))
    people = [
        Person(f"http://localhost:{port}", token, made["task"], seed=number)
        for number, token in enumerate(made["tokens"])
    ]
    draw = random.Random(SEED)
    for person in people:
        person.start()
    for kill in range(KILLS):
        server = prepared.start("--workers", "2", port=port)
        wait_until_healthy(server, port)
        time.sleep(draw.uniform(0.1, 2))
        if kill % 2:  # the server starts another process in its place
            os.kill(draw.choice(descendants(server.pid)), signal.SIGKILL)
            time.sleep(draw.uniform(0.1, 2))
        kill_all(server)
        wait_until_free(port)
    assert any(person.is_alive() for person in people), "everything was judged before the last kill"
    server = prepared.start("--workers", "2", port=port)
    end = time.monotonic() + LONGEST
    for person in people:
        person.join(max(0.0, end - time.monotonic()))
        assert not person.is_alive(), Counter(person.judgments.values())
    found = prepared.world("judging", "tell")
    assert stopped(server)[0] == 0
    assert_all_kept_once(found, people)


def assert_all_kept_once(found: dict[str, Any], people: list[Person]) -> None:
    confirmed = [key for person in people for key in person.actions]
    assert sorted(found["actions"]) == sorted(confirmed)
    counts = {key: value for person in people for key, value in person.judgments.items()}
    assert {row["key"]: row["counts"] for row in found["judgments"]} == counts
    assert len(found["judgments"]) == len(counts)
    assert len({row["screen"] for row in found["judgments"]}) == len(found["judgments"])
    assert (set(Counter(found["items"]).values()), len(found["items"]), found["held"]) == ({2}, found["units"], 0)
