"""A Dask cluster behind the interface of `concurrent.futures`, with the progress of what it computes."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any

_TOPIC = "bakeoff-progress"
_SECONDS_BETWEEN_STEPS = 0.25
"""Each is a message to the scheduler."""


class ClusterExecutor(Executor):
    """A Dask client's executor that takes the client with it when it ends."""

    def __init__(self, client) -> None:  # type: ignore[no-untyped-def]  # Dask has no types
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._listeners: dict[str, Callable[[tuple[int, int]], object]] = {}
        client.subscribe_topic(_TOPIC, self._hear)

    def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def]
        return self._executor.submit(function, *arguments, **options)

    @contextmanager
    def listening(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], listener: Callable[[tuple[int, int]], object]
    ) -> Iterator[Future[Any]]:
        """Submits a function that takes `on_progress`; the listener gets its steps, in another thread."""
        key = uuid.uuid4().hex
        self._listeners[key] = listener
        try:
            yield self._executor.submit(_tell, key, function, arguments)
        finally:
            del self._listeners[key]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        if cancel_futures:
            wait = False  # Dask then cancels what has not started
        self._executor.shutdown(wait=wait)
        self._client.close()

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        message = event[1]
        listener = self._listeners.get(message["key"])  # others hear what is not for them
        if listener is not None:
            listener((message["done"], message["total"]))


def _tell(key: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Runs where the cluster computes: calls the function and sends its steps, but not each of a fast one."""
    worker = import_module("distributed").get_worker()
    last = float("-inf")

    def send(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _SECONDS_BETWEEN_STEPS:
            last = now
            worker.log_event(_TOPIC, {"key": key, "done": done, "total": total})

    return function(*arguments, on_progress=send)
