"""The body of a request is taken in before a page is asked for, so that slow senders hold no thread."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import IO

from granian.rsgi import ProtocolClosed, ProtocolError

from bakeoff.errors import BakeoffError
from bakeoff_site.core.storage.body_files import SenderBusyError
from bakeoff_site.core.storage.disk_space import DiskFullError, full_disk_refused
from bakeoff_site.core.storage.uploads import Refusal

IN_MEMORY = 1 << 18
"""Bodies of at most this size in bytes are not written to the disk."""
_STALL_SECONDS = 30
"""How long nothing may come of a body that is under way."""
_WINDOW_SECONDS = 30
_FEWEST_A_SECOND = 512
"""Bytes that every window must bring: a connection that is slower is not one."""
_LINGER_SECONDS = 30
"""How long a body that was refused may still come."""

_LOG = logging.getLogger(__name__)

OpenFile = Callable[[int], Awaitable[IO[bytes]]]


class Body:
    """The body of a request as an application reads it."""

    def __init__(self, stream: IO[bytes], *, received: int = 0, is_cut: bool = False) -> None:
        self._stream = stream
        self._is_cut = is_cut
        self.received = received

    @property
    def length(self) -> int:
        """What an application has to read, which goes by it: of a body that was cut, more than came."""
        return self.received + self._is_cut

    @classmethod
    def empty(cls) -> Body:
        return cls(io.BytesIO())

    def read(self, size: int = -1) -> bytes:
        return self._checked(self._stream.read(size), wanted=size)

    def readline(self, size: int = -1) -> bytes:
        return self._checked(self._stream.readline(size), wanted=size)

    def _checked(self, chunk: bytes, *, wanted: int) -> bytes:
        # An application that reads to the end must not take what came for the complete body.
        if self._is_cut and not chunk and wanted:
            raise OSError("The connection was lost before the end of the body.")
        return chunk

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def close(self) -> None:
        self._stream.close()


class RefusedBodyError(BakeoffError):
    """A body that is not taken in."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)


class _Speed:
    """Says slow senders by what the last seconds brought: an average since the start forgives a burst for days."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._start, self._bytes = self._clock(), 0

    def is_too_slow(self, size: int) -> bool:
        """After `size` more bytes."""
        self._bytes += size
        elapsed_seconds = self._clock() - self._start
        if elapsed_seconds < _WINDOW_SECONDS:
            return False
        brought, self._bytes = self._bytes, 0
        self._start += elapsed_seconds
        return brought < _FEWEST_A_SECOND * elapsed_seconds


class BodyCutError(BakeoffError):
    """A body broke off."""


async def take_in(
    source: AsyncIterator[bytes], open_file: OpenFile, *, announced: int | None, limit: int, marks_end: bool = True
) -> Body:
    """Takes in a body. What came before the connection was lost or stalled stays, and reading on from there raises.

    `open_file` opens a file with room for a number of bytes. `marks_end` says whether the protocol says the end of a
    body without a length from a lost connection.
    """
    if (announced or 0) > limit:
        raise RefusedBodyError("too-large")
    stream: IO[bytes]
    stream = memory = io.BytesIO()
    received, is_cut = 0, False
    try:
        with full_disk_refused():
            if announced is not None and announced > IN_MEMORY:
                stream = await open_file(announced)
            try:
                async for piece in _pieces(source, announced=announced, marks_end=marks_end):
                    received += len(piece)
                    if received > limit:
                        raise RefusedBodyError("too-large")
                    if received > IN_MEMORY and stream is memory:
                        stream = await open_file(limit)
                        stream.write(memory.getvalue())
                    stream.write(piece)
            except BodyCutError:
                is_cut = True
            stream.truncate(received)  # the rest of what was set aside is free again
            stream.seek(0)
    except (DiskFullError, SenderBusyError) as error:
        _close(stream)
        raise RefusedBodyError("full" if isinstance(error, DiskFullError) else "busy") from None
    except BaseException:
        _close(stream)
        raise
    return Body(stream, received=received, is_cut=is_cut)


async def _pieces(
    source: AsyncIterator[bytes], *, announced: int | None, marks_end: bool
) -> AsyncGenerator[bytes, None]:
    """What comes until the body is complete; raises where it breaks off."""
    speed, received, blanks = _Speed(), 0, 0
    pieces = aiter(source)
    while announced is None or received < announced:
        try:
            # Awaited here: a task of its own (`asyncio.wait_for`) would hold the server's awaitable, which holds what
            # wakes the task. The garbage collector does not see through the server, so every piece would stay for good.
            # And without a default: the awaitable that CPython puts around it then crashes on lost connections.
            async with asyncio.timeout(_STALL_SECONDS):
                piece = await anext(pieces)
        except StopAsyncIteration:
            break
        except (TimeoutError, ProtocolClosed, ProtocolError) as error:
            raise _lost(received, announced, f"{type(error).__name__} {error}".strip()) from None
        # The server gives an empty piece at the end, and one more before it where the connection was lost.
        blanks += not piece
        received += len(piece)
        if piece:
            yield bytes(piece)
        if speed.is_too_slow(len(piece)):
            raise _lost(received, announced, f"fewer than {_FEWEST_A_SECOND} bytes a second")
    if received < (announced or 0) or (announced is None and marks_end and blanks > 1):
        raise _lost(received, announced, "the connection was closed")


def _lost(received: int, announced: int | None, reason: str) -> BodyCutError:
    _LOG.info("a body broke off after %d of %s bytes: %s", received, "?" if announced is None else announced, reason)
    return BodyCutError()


def _close(stream: IO[bytes]) -> None:
    with suppress(OSError):  # of what could not be written
        stream.close()


async def let_pass(source: AsyncIterator[bytes], announced: int | None) -> None:
    """Reads what is still to come of a body that was refused: many programs listen only after they have sent it."""
    received = 0
    with suppress(TimeoutError, ProtocolClosed, ProtocolError):
        async with asyncio.timeout(_LINGER_SECONDS):
            async for piece in source:
                received += len(piece)
                if not piece or received == announced:
                    return
