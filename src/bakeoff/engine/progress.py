"""Work that is followed while it runs, wherever that is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from bakeoff.engine.cluster import ClusterExecutor
from bakeoff.errors import TransientError

_SECONDS_BETWEEN_LOOKS = 0.1


class SilentWorkError(TransientError):
    """Nothing was heard of work for too long: where it runs is gone, or it hangs."""


def follow(
    engine: Executor,
    function: Callable[..., Any],
    /,
    *arguments: Any,
    on_progress: Callable[[int, int], object],
    silence_seconds: float | None = None,
) -> Any:
    """The result of a function that takes `on_progress`, whose steps are reported here and in this thread.

    Work that goes no step further for `silence_seconds` is given up. Whatever ends the waiting, the work is cancelled
    where it has not started.

    >>> from bakeoff.engine import open_engine
    >>> def add(a, b, *, on_progress):
    ...     on_progress(1, 2)
    ...     return a + b
    >>> with open_engine(threads=1) as engine:
    ...     follow(engine, add, 1, 2, on_progress=print)
    1 2
    3
    """
    heard: SimpleQueue[tuple[int, int]] = SimpleQueue()
    with _begun(engine, function, arguments, heard) as future:
        step, last = None, time.monotonic()
        try:
            while True:
                is_done = bool(wait([future], timeout=_SECONDS_BETWEEN_LOOKS).done)
                current = step
                while not heard.empty():
                    current = heard.get()
                if current is not None and current != step:
                    step, last = current, time.monotonic()
                    on_progress(*step)
                if is_done:
                    return future.result()
                if silence_seconds is not None and time.monotonic() - last > silence_seconds:
                    raise SilentWorkError(f"nothing was heard of the work for {silence_seconds:g} seconds")
        finally:
            future.cancel()


@contextmanager
def _begun(
    engine: Executor, function: Callable[..., Any], arguments: tuple[Any, ...], heard: SimpleQueue[tuple[int, int]]
) -> Iterator[Future[Any]]:
    if isinstance(engine, ClusterExecutor):
        with engine.listening(function, arguments, heard.put) as future:
            yield future
    else:
        yield engine.submit(function, *arguments, on_progress=lambda done, total: heard.put((done, total)))
