"""Large bodies on a small disk: what has to stay free stays free, and teams submit meanwhile."""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import Client
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.commands.test_gateway_served import SECONDS

MB = 2**20
DISK = 160 * MB
RESERVE = 30 * MB
BODY = 45 * MB


@pytest.fixture
def small_disk(installation: Installation) -> Iterator[Path]:
    """A file system of its own for the data folder."""
    folder = installation.folder / "data"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield folder
    installation.end_all()
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


class Watch(threading.Thread):
    """Looks at the disk all the time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._folder = folder
        self._is_over = threading.Event()
        self.least_free = DISK

    def run(self) -> None:
        while not self._is_over.wait(0.005):
            self.least_free = min(self.least_free, shutil.disk_usage(self._folder).free)

    def end(self) -> int:
        self._is_over.set()
        self.join()
        return self.least_free


class Sender(threading.Thread):
    """Sends a large body but for its last byte, and that when it is told. There is no such upload: nothing is kept."""

    def __init__(self, port: int, entrant: dict[str, Any], go_on: threading.Event) -> None:
        super().__init__(daemon=True)
        self._port, self._entrant, self._go_on = port, entrant, go_on
        self.is_waiting = False
        self.status = 0

    def run(self) -> None:
        upload = f"/api/v1/campaigns/small/teams/{self._entrant['team']}/uploads/{uuid.uuid4()}?offset=0"
        who = f"Host: localhost\r\nAuthorization: Bearer {self._entrant['token']}\r\n"
        head = f"PATCH {upload} HTTP/1.1\r\n{who}Content-Length: {BODY}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self._port), timeout=SECONDS) as connection:
            connection.sendall(head.encode() + bytes(BODY - 1))
            self.is_waiting = True
            while not self._go_on.is_set() and not select.select([connection], [], [], 0.05)[0]:
                pass
            connection.sendall(b"a")
            self.status = int(connection.recv(1000).split()[1])


def test_six_large_bodies_leave_room_for_submissions(
    small_disk: Path, installation: Installation, free_port: Callable[[], int]
) -> None:
    first, second, third = installation.world("submission", "make", "3", str(installation.folder))
    port = free_port()
    server = installation.start("--workers", "2", port=port, BAKEOFF_MIN_FREE_BYTES=str(RESERVE))
    wait_until_healthy(server, port)
    assert shutil.disk_usage(small_disk).free > RESERVE + 2 * BODY
    watch, go_on = Watch(small_disk), threading.Event()
    watch.start()
    senders = [Sender(port, entrant, go_on) for entrant in (first, second) * 3]
    for sender in senders:
        sender.start()
    wait_until(lambda: all(sender.is_waiting or not sender.is_alive() for sender in senders))
    receipts = [submit(port, third), submit(port, third, chunk=100)]
    go_on.set()
    for sender in senders:
        sender.join(SECONDS)
    assert watch.end() >= RESERVE
    assert len({receipt.number for receipt in receipts}) == 2
    statuses = [sender.status for sender in senders]
    # Taken (and then not found); refused until one's own other bodies have arrived; refused because there is no room.
    assert set(statuses) <= {404, 429, 507}
    assert 0 < statuses.count(404) < len(statuses)
    wait_until(lambda: [path.name for path in (small_disk / "bodies").iterdir()] == ["door.lock"])
    assert stopped(server)[0] == 0
    assert "Traceback" not in server.said


def submit(port: int, entrant: dict[str, Any], *, chunk: int | None = None) -> Any:
    options: dict[str, Any] = {"chunk": chunk} if chunk else {}
    with Client(f"http://localhost:{port}", entrant["token"]) as client:
        return client.submit("small", entrant["team"], entrant["package"], **options)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
