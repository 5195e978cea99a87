"""How a process learns that it should stop, and that it then ends within a bounded time."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

SERVER_SECONDS = 30
"""How long the server may take to stop. Its workers take less: see `working`."""
_SECONDS_BETWEEN_CALLS = 0.5
_STDERR = 2
_SIGNALS = (signal.SIGTERM, signal.SIGINT)

Act = Callable[[], None]


class Stop:
    """SIGTERM and Ctrl-C, answered by a thread of its own.

    Nothing is done in a signal handler: what one raises is lost while modules are imported, a lock taken in you can be
    held by the very thread that it interrupts, and none runs while the main thread waits in C code.
    """

    def __init__(self, who: str, *, seconds: float) -> None:
        """Listens from now on; only the main thread may do this. `seconds` is how long a stop may take."""
        self.is_asked_for = False
        self._who = who
        self._seconds = seconds
        self._act: Act | None = None
        self._kill: Act | None = None
        self._has_ended = False
        self._is_late = False
        self._lock = threading.Lock()
        self._signals, written = os.pipe()
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        for number in _SIGNALS:
            signal.signal(number, _left_to_the_thread)
        threading.Thread(target=self._listen, name="stop", daemon=True).start()

    def act_by(self, act: Act, *, kill: Act | None = None) -> None:
        """Until this is called, a signal ends the process at once; from now on, it calls `act`.

        `act` is called again until the process has ended, in case that what it asks for was missed. Where the process
        has not ended in time, `kill` ends the processes that it started, and then it is ended itself.
        """
        with self._lock:
            self._act, self._kill = act, kill

    def request(self) -> None:
        """Stops without a signal."""
        with self._lock:
            if self.is_asked_for:
                return
            self.is_asked_for = True
            act = self._act
        if act is None:
            os._exit(0)
        # A thread for each: whatever holds up the one that asks must not hold up the one that ends it.
        threading.Thread(target=self._end_in_time, name="stop-deadline", daemon=True).start()
        threading.Thread(target=self._ask, args=(act,), name="stop-request", daemon=True).start()

    def ended(self) -> None:
        """Everything is done. Signals are ignored from now on: Python, about to exit, would let them kill it."""
        with self._lock:
            self._has_ended = not self._is_late
        if self._is_late:
            threading.Event().wait()  # until the other thread, which has killed what we waited for, ends the process
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def _listen(self) -> None:
        while number := os.read(self._signals, 1):
            if number[0] in _SIGNALS:
                self.request()

    def _ask(self, act: Act) -> None:
        while True:
            act()
            time.sleep(_SECONDS_BETWEEN_CALLS)

    def _end_in_time(self) -> None:
        time.sleep(self._seconds)
        with self._lock:
            if self._has_ended:
                return
            self._is_late = True
        message = (
            f"bakeoff: {self._who} did not stop within {self._seconds:g} seconds and was killed. Requests in progress "
            "were cut off; unfinished jobs will be started again.\n"
        )
        try:
            if self._kill is not None:
                self._kill()
            os.write(_STDERR, message.encode())  # directly: a thread that hangs may have locked the stream
        finally:
            os._exit(1)


def _left_to_the_thread(number: int, frame: FrameType | None) -> None:
    """A signal that has a handler reaches the thread, one without ends the process."""
    del number, frame
