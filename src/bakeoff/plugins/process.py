"""A program at the other end of three pipes: neither side can block the other, and nothing of it stays behind."""

from __future__ import annotations

import os
import resource
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from bakeoff.errors import BakeoffError

GRACE_SECONDS = 10.0
"""How long a program may take to end once it has no more to say."""
MAX_LINE = 1 << 20

_CHUNK = 1 << 16
_TAIL = 1 << 12
_DRAINED_CHUNKS = 256
_POLL_SECONDS = 0.1
_TERMINATION_SECONDS = 2.0


class SilentProgramError(BakeoffError):
    """The program wrote nothing for a number of seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class LongLineError(BakeoffError):
    """The program writes a line without an end."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended by itself; `exit_code` is None where it had to be ended."""

    exit_code: int | None
    sent_all: bool
    """Whether it let us write everything."""


class Conversation:
    """A program that is written to and read from at once, so that full pipes hold up neither side.

    It runs in a session of its own, so that it and all its children can be ended together; leaving the context does.
    """

    def __init__(self, arguments: Sequence[str], *, timeout_seconds: float, memory_bytes: int = 0) -> None:
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        if memory_bytes and hasattr(resource, "prlimit"):
            with suppress(ProcessLookupError):  # it ended at once
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        self._timeout_seconds = timeout_seconds
        self._selector = selectors.DefaultSelector()
        self._errors = b""
        self._partial = b""
        self._unsent = b""
        self._sent_all = False

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        self._drain_errors()
        self._selector.close()
        for pipe in self._pipes():
            with suppress(OSError):
                pipe.close()
        try:
            if self._process.poll() is None:
                self._signal(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(_TERMINATION_SECONDS)
        finally:
            self._signal(signal.SIGKILL)
            self._process.wait()

    @property
    def last_words(self) -> str:
        """The end of what the program wrote to standard error."""
        lines = [line.strip() for line in self._errors.decode("utf-8", "replace").splitlines()]
        said = " / ".join([line for line in lines if line][-3:])
        return "".join(character if character.isprintable() else " " for character in said)[-300:]

    def hold(self, lines: Iterator[bytes], take: Callable[[bytes], None], is_complete: Callable[[], bool]) -> Ending:
        """Writes the lines, hands over every line that comes back, and waits for the end.

        Raises SilentProgramError where no line comes in time; but a program that is complete, or has closed its output,
        and only does not end, is taken for finished.
        """
        stdin, stdout, stderr = self._pipes()
        for pipe in (stdin, stdout, stderr):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_WRITE if pipe is stdin else selectors.EVENT_READ)
        heard, was_over = time.monotonic(), False
        while True:
            events = self._selector.select(_POLL_SECONDS)
            ready = {key.fileobj for key, _ in events}
            if stdin in ready:
                self._write(stdin, lines)
            if stderr in ready:
                self._read_errors(stderr)
            if stdout in ready and self._read(stdout, take):
                heard = time.monotonic()
            if not ready & {stdout, stderr} and (code := self._process.poll()) is not None:
                return Ending(code, self._sent_all)
            is_over = is_complete() or not self._is_open(stdout)
            if is_over and not was_over:
                heard = time.monotonic()
            was_over = is_over
            limit = min(GRACE_SECONDS, self._timeout_seconds) if is_over else self._timeout_seconds
            if time.monotonic() - heard > limit:
                if is_over:
                    return Ending(None, self._sent_all)
                raise SilentProgramError(limit)

    def _write(self, stdin: IO[bytes], lines: Iterator[bytes]) -> None:
        while len(self._unsent) < _CHUNK and (line := next(lines, None)) is not None:
            self._unsent += line
        if not self._unsent:
            self._sent_all = True
            self._close(stdin)
            return
        try:
            self._unsent = self._unsent[os.write(stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._close(stdin)

    def _read(self, stdout: IO[bytes], take: Callable[[bytes], None]) -> bool:
        """Hands over the complete lines that have come; says whether there were any."""
        data = _available(stdout)
        if not data:
            self._close(stdout)
            lines, self._partial = ([self._partial] if self._partial else []), b""
        else:
            *lines, self._partial = (self._partial + data).split(b"\n")
        if len(self._partial) > MAX_LINE:
            raise LongLineError
        for line in lines:
            take(line)
        return bool(lines)

    def _read_errors(self, stderr: IO[bytes]) -> None:
        data = _available(stderr)
        if data:
            self._errors = (self._errors + data)[-_TAIL:]
        else:
            self._close(stderr)

    def _drain_errors(self) -> None:
        """Takes what is waiting, for the message; a program that continues writing is not listened to for ever."""
        stderr = self._pipes()[2]
        for _ in range(_DRAINED_CHUNKS):
            if not self._is_open(stderr):
                return
            try:
                self._read_errors(stderr)
            except BlockingIOError:
                return

    def _is_open(self, pipe: IO[bytes]) -> bool:
        return not pipe.closed and pipe in self._selector.get_map()

    def _close(self, pipe: IO[bytes]) -> None:
        self._selector.unregister(pipe)
        pipe.close()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        if stdin is None or stdout is None or stderr is None:
            raise RuntimeError("a program was started without its pipes")
        return stdin, stdout, stderr

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _available(pipe: IO[bytes]) -> bytes:
    return os.read(pipe.fileno(), _CHUNK)
