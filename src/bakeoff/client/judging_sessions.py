"""One person's judging of a task: screen after screen, each answer sent once however often the network fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bakeoff.client.errors import ConflictError, ForbiddenError
from bakeoff.client.judging import Judging
from bakeoff.client.records import JudgingScreen, ScreenAction
from bakeoff.errors import BakeoffError


class JudgingSession:
    """A task as one judge goes through it. The token of the client needs the scope `judge`."""

    def __init__(self, client: Judging, slug: str, task: str) -> None:
        self._client = client
        self._slug = slug
        self._task = task
        self._screen: JudgingScreen | None = None

    def start(self, *, chosen: Sequence[str] = ()) -> None:
        """Agrees to what the task asks, chooses, and starts; a judge who has started continues."""
        if not self._client.judging_task(self._slug, self._task).has_started or chosen:
            self._client.start_judging(self._slug, self._task, agrees=True, chosen=chosen)

    def next(self) -> Mapping[str, Any] | str:
        """What the next screen shows; else why there is none, as `NextScreen` has it, or why the server refused it."""
        try:
            found = self._client.next_screen(self._slug, self._task)
        except (ConflictError, ForbiddenError) as refusal:
            return str(refusal)
        self._screen = found.screen
        return found.nothing or "finished" if found.screen is None else found.screen.shown

    def submit(self, answer: Any) -> bool:
        """Submits the answer to the screen that came last; whether it counts."""
        screen = self._screen
        if screen is None:
            raise BakeoffError("there is no screen to answer: ask for the next one first.")
        actions = [ScreenAction(uuid4(), "answer", {"answer": answer}), ScreenAction(uuid4(), "submit")]
        saved = self._client.save_actions(
            str(screen.key), actions, version=screen.version, text_digest=screen.text_digest
        )
        self._screen = None
        return saved.counts
