"""How far long work has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all."""


class Steps:
    """A number of steps; the listener is notified of each."""

    def __init__(self, count: int, on_progress: Progress | None) -> None:
        self._count = count
        self._done = 0
        self._on_progress = on_progress

    def advance(self) -> None:
        self._done += 1
        if self._on_progress:
            self._on_progress(self._done, self._count)


def part_progress(on_progress: Progress | None, part: int, parts: int) -> Progress | None:
    """The listener for one of several equal parts of the work."""
    if on_progress is None:
        return None
    return lambda done, count: on_progress(part * count + done, parts * count)
