"""A file sent in pieces; a lost connection costs at most one of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from bakeoff.client.connection import ATTEMPTS, PASSING, Connection, pause_after
from bakeoff.client.errors import ConflictError, ServerError, UnreachableError
from bakeoff.client.records import Submission, Upload, read_as
from bakeoff.errors import BakeoffError

CHUNK = 4 << 20
Progress = Callable[[int, int], None]
"""Called with the bytes that have arrived and the bytes in all."""


def send_in_pieces(
    connection: Connection,
    address: str,
    upload: Upload,
    path: Path,
    *,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Submission:
    """Sends what is missing of a file that was announced, and gives its receipt, which must speak of the same bytes.

    `address` is where the team's uploads are.
    """
    address = f"{address}/{upload.id}"
    with path.open("rb") as stream:
        while upload.received < upload.size:
            if progress is not None:
                progress(upload.received, upload.size)
            stream.seek(upload.received)
            piece = stream.read(min(chunk, upload.size - upload.received))
            if not piece:
                raise BakeoffError(f"{path}: the file has become shorter while it was sent. Send it again.")
            upload = _sent(connection, address, upload, piece)
        if progress is not None:
            progress(upload.size, upload.size)
        stream.seek(0)
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    finished = connection.ask("POST", f"{address}/finish", again=True)
    submission = read_as(Submission, finished)
    if submission.sha256 != sha256:
        raise BakeoffError(
            f"{path}: the server received other bytes (sha256 {submission.sha256}, here {sha256}): the file was "
            f"changed while it was sent. Withdraw receipt {submission.number} and send it again."
        )
    return submission


def _sent(connection: Connection, address: str, upload: Upload, piece: bytes) -> Upload:
    """The upload after a piece. Where the connection was lost, the server is asked how far it is."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            answer = connection.ask("PATCH", address, query={"offset": upload.received}, content=piece, again=False)
            return read_as(Upload, answer)
        except ServerError as error:
            # Refused: a request that was thought lost has arrived, or still holds the file.
            if attempt == ATTEMPTS or not (isinstance(error, ConflictError) or error.status in PASSING):
                raise
        except UnreachableError:
            if attempt == ATTEMPTS:
                raise
        connection.pause(pause_after(attempt))
        current = read_as(Upload, connection.ask("GET", address))
        if current.received != upload.received:
            return current
    raise AssertionError  # the last attempt has returned or raised
