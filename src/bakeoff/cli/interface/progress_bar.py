"""A progress bar for long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bakeoff.cli.interface.output import is_quiet

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

QUICK_SECONDS = 0.5


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error while long work runs; none where that is not a terminal, and none with `--quiet`."""
    if sys.stderr is None or not sys.stderr.isatty() or is_quiet():
        yield None
        return
    bar = _Bar(title)
    try:
        yield bar.update
    finally:
        bar.close()


class _Bar:
    """Appears only when the work takes a while: what is done at once needs no bar and does not wait for one to load."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._start = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def update(self, done: int, total: int) -> None:
        if self._shown is None and time.monotonic() - self._start > QUICK_SECONDS:
            self._shown = self._open()
        if self._shown is not None:
            progress, task = self._shown
            progress.update(task, completed=done, total=total)

    def close(self) -> None:
        if self._shown is not None:
            self._shown[0].stop()

    def _open(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import Progress

        progress = Progress(console=Console(stderr=True), transient=True)
        progress.start()
        return progress, progress.add_task(self._title)
