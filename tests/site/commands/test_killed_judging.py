"""A server that is killed while people judge keeps every answer that it confirmed, and counts none twice.

At random moments all its processes are killed at once, or one that answers, while programs of judges send their actions
again until the server confirms them. Some rank outputs, others mark errors with a score or with categories, correct
outputs, or judge parts of sentences by both protocols. `BAKEOFF_KILLS` says how often: a few times here, many by `make
kill-test`.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from bakeoff.client import Client
from bakeoff.client.records.judging import JudgingScreen, SavedScreen, ScreenAction
from bakeoff.errors import BakeoffError
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.commands.test_killed import wait_until_free
from tests.site.commands.test_killed_server import descendants, kill_all
from tests.site.judging.spans_world import mark

Told = TypeVar("Told")
KILLS = int(os.environ.get("BAKEOFF_KILLS", "3"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
JUDGES = 3
"""Of each task."""
COPIES = 4 + 3 * KILLS // 2
"""Of the texts; more screens than judges answer before the last kill."""
WANTED = {"ranking": 2, "esa": 1, "mqm": 1, "parts": 1, "yes-no": 1, "editing": 1}
"""How often each item of an evaluation is judged."""
YES_NO = ("yes", "no", "not sure")
LONGEST = 120
"""Seconds without anything confirmed, while the server runs."""


class Person(threading.Thread):
    """Judges until nothing is left, and notes what the server confirmed."""

    def __init__(self, address: str, token: str, task: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._client = Client(address, token, attempts=1)
        self._task = task
        self._draw = random.Random(seed)
        self.actions: dict[str, Any] = {}
        """By key, what each holds."""
        self.judgments: dict[str, tuple[bool, Any]] = {}
        """By key, whether the server said that it counts, and the answer."""

    def run(self) -> None:
        while True:
            found = self._until_told(lambda: self._client.next_screen("small", self._task))
            if found.screen is not None:
                self._judge(found.screen)
                time.sleep(self._draw.uniform(0, 0.4))
            elif found.nothing == "finished":
                return
            else:
                time.sleep(0.1)

    def _judge(self, screen: JudgingScreen) -> None:
        """A few changes of the answer, and its submission: a request for each."""
        version = screen.version
        ways = {
            "esa": self._marked,
            "error_spans": self._categorised,
            "post_editing": self._edited,
            "constituent_acceptability": self._accepted,
        }
        answers = list(ways.get(screen.shown["protocol"], self._ranked)(screen))
        for answer in answers:
            version = self._save(screen, ScreenAction(uuid4(), "answer", {"answer": answer}), version).version
        submission = ScreenAction(uuid4(), "submit")
        self.judgments[str(submission.key)] = (self._save(screen, submission, version).counts, answers[-1])

    def _save(self, screen: JudgingScreen, action: ScreenAction, version: int) -> SavedScreen:
        saved = self._until_told(
            lambda: self._client.save_actions(
                str(screen.key), [action], version=version, text_digest=screen.text_digest
            )
        )
        self.actions[str(action.key)] = action.payload
        return saved

    def _ranked(self, screen: JudgingScreen) -> Iterator[Any]:
        for _ in range(2):
            yield [self._draw.randint(1, 3) for _ in screen.shown["outputs"]]

    def _accepted(self, screen: JudgingScreen) -> Iterator[Any]:
        for _ in range(2):
            yield [self._draw.choice(YES_NO) for _ in screen.shown["outputs"]]

    def _marked(self, screen: JudgingScreen) -> Iterator[Any]:
        """One mark after the other, and then a score."""
        [output] = screen.shown["outputs"]
        marks: list[dict[str, Any]] = []
        for number in range(self._draw.randint(1, 3)):
            start, end = sorted(self._draw.sample(range(len(output["text"]) + 1), 2))
            marks.append(mark(start, end, id=f"own-{number}", note="", origin="judge"))
            yield {"spans": list(marks), "score": None}
        yield {"spans": marks, "score": self._draw.randint(0, 100)}

    def _categorised(self, screen: JudgingScreen) -> Iterator[Any]:
        """The same marks with a category and a note each, and no score."""
        for answer in self._marked(screen):
            spans = [each | {"category": "Other", "note": f"Note on {each['id']}"} for each in answer["spans"]]
            yield {"spans": spans}

    def _edited(self, screen: JudgingScreen) -> Iterator[Any]:
        """Word after word."""
        [output] = screen.shown["outputs"]
        for number in range(1, self._draw.randint(2, 4)):
            yield {"text": f"{output['text']}{' word' * number}", "keystrokes": 5 * number}

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
        Person(f"http://localhost:{port}", token, task, seed=number)
        for task, tokens in made.items()
        for number, token in enumerate(tokens)
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
    wait_until_judged(people)
    found = prepared.world("judging", "tell")
    assert stopped(server)[0] == 0
    assert_all_kept_once(found, people)


def wait_until_judged(people: Sequence[Person]) -> None:
    """However slow the machine is: fails where nobody gets on."""
    for person in people:
        while person.is_alive():
            before = sum(len(each.actions) for each in people)
            person.join(LONGEST)
            assert not person.is_alive() or sum(len(each.actions) for each in people) > before, before


def assert_all_kept_once(found: dict[str, Any], people: list[Person]) -> None:
    """Each action and judgment that was confirmed is stored once, as it was sent, and nothing else is."""
    actions = {key: payload for person in people for key, payload in person.actions.items()}
    judgments = {key: told for person in people for key, told in person.judgments.items()}
    stored = {row["key"]: (row["counts"], as_sent(row["answer"])) for row in found["judgments"]}
    screens = {row["screen"] for row in found["judgments"]}
    sys.stdout.write(
        f"{KILLS} kills; confirmed: {len(actions)} actions, {len(judgments)} judgments, {marks_of(judgments)} marks; "
        f"stored: {len(found['actions'])} actions, {len(found['judgments'])} judgments, {marks_of(stored)} marks; "
        f"judgments lost: {len(judgments.keys() - stored)}, doubled: {len(found['judgments']) - len(screens)}\n"
    )
    assert len(found["actions"]) == len(actions)
    assert {row["key"]: row["payload"] for row in found["actions"]} == actions
    assert stored == judgments
    assert len(screens) == len(found["judgments"]) == len(judgments)
    assert marks_of(judgments) > 0
    for code, times in WANTED.items():
        evaluation = found["evaluations"][code]
        assert set(Counter(evaluation["items"]).values()) == {times}
        assert len(evaluation["items"]) == evaluation["units"]
    assert found["held"] == 0


def as_sent(answer: Any) -> Any:
    """A stored answer without what the server adds."""
    if not isinstance(answer, dict):
        return answer
    return {name: answer[name] for name in ("spans", "score", "text", "keystrokes") if name in answer}


def marks_of(judgments: Mapping[str, tuple[bool, Any]]) -> int:
    return sum(len(answer.get("spans", ())) for _, answer in judgments.values() if isinstance(answer, dict))
