"""The database is away for a while: people and programs are told to come again, and find the site when it is back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from bakeoff.client import Client
from tests.site import postgresql
from tests.site.commands.conftest import Installation, wait_until_healthy
from tests.site.commands.test_backup import PATIENCE


class Database:
    """A server of PostgreSQL that the test may stop and start."""

    def __init__(self) -> None:
        self.sockets = postgresql.start()
        programs = postgresql.programs()
        assert programs is not None
        self._program = [str(programs / "pg_ctl"), "-D", str(self.sockets / "data"), "-w"]
        if os.geteuid() == 0:
            self._program = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *self._program]
        self._options = ["-o", f"-clisten_addresses= -cunix_socket_directories={self.sockets}"]

    def stop(self) -> None:
        self._run("stop", "-m", "immediate")

    def start(self) -> None:
        self._run("start", "-l", str(self.sockets / "log of the second"), *self._options)

    def _run(self, *arguments: str) -> None:
        subprocess.run([*self._program, *arguments], check=True, capture_output=True, cwd=self.sockets)


@pytest.fixture
def database() -> Iterator[Database]:
    if postgresql.programs() is None:
        pytest.skip(postgresql.LEFT_OUT)
    database = Database()
    yield database
    if (database.sockets / "data" / "postmaster.pid").exists():
        database.stop()


def ask(port: int, path: str) -> httpx.Response:
    return httpx.get(f"http://localhost:{port}{path}", trust_env=False, timeout=60)


def assert_away(port: int) -> None:
    page = ask(port, "/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "10")
    assert "<h1>Back in a moment</h1>" in page.text
    assert "cannot reach its database" in page.text
    answer = ask(port, "/api/v1/campaigns")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert answer.json()["code"] == "unavailable"
    assert ask(port, "/healthz").status_code == 503


def assert_back(port: int) -> None:
    """At the first request of every thread."""
    assert [ask(port, "/").status_code for _ in range(12)] == [200] * 12


def assert_logged(said: str) -> None:
    lines = [line for line in said.splitlines() if "the database cannot be asked: " in line]
    assert lines
    assert "Traceback" not in said
    assert re.search(r"INFO GET / 503 \d+ ms", said)


def test_a_database_server_that_is_restarted(tmp_path: Path, database: Database, free_port: Callable[[], int]) -> None:
    url = postgresql.url_at(database.sockets, "bakeoff")
    with psycopg.connect(postgresql.url_at(database.sockets, "postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE bakeoff")
    installation = Installation(tmp_path, url)
    entrants = installation.world("submission", "make", "2", str(tmp_path))
    server = installation.start(port=(port := free_port()), BAKEOFF_WORKER_PROCESSES="0")
    try:
        wait_until_healthy(server, port, seconds=PATIENCE)
        assert ask(port, "/").status_code == 200
        database.stop()
        assert_away(port)
        address = f"http://localhost:{port}"
        receipts: list[str] = []

        def submit() -> None:
            entrant = entrants[0]
            with Client(address, entrant["token"]) as client:
                receipts.append(client.submit("small", entrant["team"], entrant["package"], chunk=500).sha256)

        sending = threading.Thread(target=submit)
        sending.start()
        time.sleep(1)
        database.start()
        assert_back(port)
        sending.join(120)
        assert len(receipts) == 1
        database.stop()
        database.start()
        assert_back(port)  # connections of before are replaced unseen
        assert_logged(server.said)
    finally:
        installation.end_all()


@pytest.fixture
def on_sqlite(tmp_path: Path, prepared_data: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path, "")
    shutil.copytree(prepared_data, installation.folder / "data")
    yield installation
    installation.end_all()


def test_a_file_that_cannot_be_opened(on_sqlite: Installation, free_port: Callable[[], int]) -> None:
    installation = on_sqlite
    server = installation.start(port=(port := free_port()), BAKEOFF_WORKER_PROCESSES="0")
    wait_until_healthy(server, port, seconds=PATIENCE)
    file = installation.folder / "data" / "bakeoff.sqlite3"
    away = installation.folder / "away"
    away.mkdir()
    moved = [path.rename(away / path.name) for path in file.parent.glob("bakeoff.sqlite3*")]
    file.mkdir()  # not even root opens that
    assert_away(port)
    shutil.rmtree(file)
    for path in moved:
        path.rename(file.parent / path.name)
    assert_back(port)
    assert_logged(server.said)
