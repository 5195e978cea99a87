"""A campaign server for measurements: PostgreSQL and `bakeoff serve`, each a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.site import postgresql


def configure(folder: Path) -> str:
    """Settings for this process and those that it starts; the address of the server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        base_url = f"http://localhost:{probe.getsockname()[1]}"
    for name in [name for name in os.environ if name.startswith("BAKEOFF_")]:
        del os.environ[name]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings",
        "BAKEOFF_CONFIG": os.devnull,
        "BAKEOFF_DATA_FOLDER": str(folder / "data"),
        "BAKEOFF_DATABASE_URL": postgresql.url_at(postgresql.start(), "postgres"),
        "BAKEOFF_BASE_URL": base_url,
        "BAKEOFF_WORKER_PROCESSES": "3",  # two that score, one that is kept free
    }
    return base_url


_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """The server, its processes, and what they took."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def processor_seconds(self) -> float:
        """Of all processes of its session: those that answer, and the workers."""
        return sum(each.ticks for each in self._started()) / _TICKS

    def worker_seconds(self) -> float:
        """Of the workers alone, which score and analyse in the background."""
        return sum(each.ticks for each in self._started() if _is_worker(each)) / _TICKS

    def _started(self) -> Iterator[_Process]:
        return (each for each in _processes() if each.session == self._process.pid)


def database_seconds() -> float:
    """What PostgreSQL took, which this process started: its main process, those of connections, and former ones."""
    found = list(_processes())
    main = next((each for each in found if each.parent == os.getpid() and each.name == "postgres"), None)
    if main is None:
        return 0.0
    return (main.ticks + main.ended_ticks + sum(each.ticks for each in found if each.parent == main.id)) / _TICKS


class _Process(NamedTuple):
    id: int
    name: str
    parent: int
    session: int
    ticks: int
    ended_ticks: int
    """Of its children that have ended."""


def _processes() -> Iterator[_Process]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            named, _, values = path.read_text().rpartition(")")
        except OSError:  # it has just ended
            continue
        fields = values.split()
        numbers = [int(fields[place]) for place in (1, 3, 11, 12, 13, 14)]
        parent, session, user, system, ended_user, ended_system = numbers
        name = named.partition("(")[2]
        yield _Process(int(path.parent.name), name, parent, session, user + system, ended_user + ended_system)


def _is_worker(process: _Process) -> bool:
    try:
        return b"worker" in Path(f"/proc/{process.id}/cmdline").read_bytes().split(b"\0")
    except OSError:  # it has just ended
        return False


@contextmanager
def served(base_url: str, folder: Path) -> Iterator[Server]:
    command = [sys.executable, "-m", "bakeoff", "serve", "--workers", "2", "--port", base_url.rpartition(":")[2]]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        while True:
            if process.poll() is not None:
                sys.exit((folder / "log").read_text(encoding="utf-8"))
            try:
                if httpx.get(f"{base_url}/healthz", trust_env=False).is_success:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
        yield Server(process)
    finally:
        process.terminate()
        process.wait()
