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


class Server:
    """The server, its processes, and what they took."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._ticks = os.sysconf("SC_CLK_TCK")

    def processor_seconds(self) -> float:
        """Of all processes of its session: those that answer, and the worker."""
        found = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(fields[3]) == self._process.pid:
                found += int(fields[11]) + int(fields[12])
        return found / self._ticks


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
