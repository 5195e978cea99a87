"""An installation of its own for each test, and the real command on it."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psycopg
import pytest

from tests.conftest import ROOT
from tests.site import postgresql
from tests.site.prepared_database import migrated_file
from tests.site.settings import ON_POSTGRESQL

COMMAND = [sys.executable, "-m", "bakeoff", "serve"]


@pytest.fixture
def database_url() -> Iterator[str]:
    """An empty database of the kind that is tested."""
    with empty_database() as url:
        yield url


@contextlib.contextmanager
def empty_database() -> Iterator[str]:
    """The address of one that is dropped afterwards; SQLite needs none to be made."""
    if not ON_POSTGRESQL:
        yield ""
        return
    name = f"serve_{uuid.uuid4().hex}"
    with psycopg.connect(postgresql.url_of("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgresql.url_of(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Running(subprocess.Popen[str]):
    """A command that goes on. What it says goes into a file: a pipe that nobody reads holds it up once it is full."""

    def __init__(self, command: list[str], *, said: Path, **options: Any) -> None:
        self._said = said
        with said.open("w", encoding="utf-8") as file:
            super().__init__(command, stdout=file, stderr=file, **options)

    @property
    def said(self) -> str:
        return self._said.read_text(encoding="utf-8")

    def wait_until_said(self, words: str) -> None:
        """Fails where the command ends before it says so."""
        while words not in self.said:
            assert self.poll() is None, self.said
            time.sleep(0.02)


@dataclass
class Installation:
    """A folder and a database on which the command is run."""

    folder: Path
    database_url: str
    running: list[Running] = field(default_factory=list)

    @property
    def variables(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("BAKEOFF_", "DJANGO_"))}
        return {
            **inherited,
            "BAKEOFF_DATA_FOLDER": str(self.folder / "data"),
            "BAKEOFF_DATABASE_URL": self.database_url,
            "BAKEOFF_CONFIG": os.devnull,
            "BAKEOFF_MIN_FREE_BYTES": "0",  # whatever the disk of the tests has to spare
            "BAKEOFF_WORKER_PROCESSES": "0",  # each takes seconds to start: tests that need some say so
        }

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """The command until it ends."""
        return subprocess.run(
            [*COMMAND, *arguments],
            env={**self.variables, **variables},
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def world(self, name: str, *arguments: str) -> Any:
        """Has `submission_world` or `scoring_world` make something here or tell of it: what it says, if anything."""
        done = subprocess.run(
            [sys.executable, "-m", f"tests.site.commands.{name}_world", *arguments],
            env=self.variables,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout else None

    def start(self, *arguments: str, port: int, **variables: str) -> Running:
        """The server, which goes on."""
        return self.start_command([*COMMAND, "--port", str(port), *arguments], variables=variables)

    def start_command(
        self, command: list[str], *, cwd: Path | None = None, variables: Mapping[str, str] = MappingProxyType({})
    ) -> Running:
        """Any command, which goes on."""
        process = Running(
            command,
            said=self.folder / f"said-{len(self.running)}",
            env={**self.variables, **variables},
            cwd=cwd or self.folder,
            start_new_session=True,  # so that what Ctrl-C does to a terminal's processes can be done to these
        )
        self.running.append(process)
        return process

    def start_again(self) -> None:
        """Deletes everything that was made."""
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        if self.database_url:
            with psycopg.connect(self.database_url) as connection:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")

    def end_all(self) -> None:
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.fixture
def installation(tmp_path: Path, database_url: str) -> Iterator[Installation]:
    installation = Installation(tmp_path, database_url)
    yield installation
    installation.end_all()


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder that the first start on SQLite leaves: database, static files, key."""
    installation = Installation(tmp_path_factory.mktemp("prepared"), database_url="")
    if migrated_file().exists():
        (installation.folder / "data").mkdir(mode=0o700)
        shutil.copyfile(migrated_file(), installation.folder / "data" / "bakeoff.sqlite3")
        (installation.folder / "data" / "bakeoff.sqlite3").chmod(0o600)
    done = installation.run("--create-admin", "nobody")  # refused, but only after everything is prepared
    assert (done.returncode, (installation.folder / "data" / "bakeoff.sqlite3").exists()) == (2, True), done.stderr
    return installation.folder / "data"


@pytest.fixture
def prepared(installation: Installation, request: pytest.FixtureRequest) -> Installation:
    """One on which a server was started before, so that the next start takes half the time."""
    if not installation.database_url:
        shutil.copytree(request.getfixturevalue("prepared_data"), installation.folder / "data")
    return installation


@contextlib.contextmanager
def installation_of_several_tests(factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """For servers that tests of a file share: to start one takes seconds of the processor."""
    with empty_database() as url:
        installation = Installation(factory.mktemp("shared"), url)
        yield installation
        installation.end_all()


# Ports below those that the system gives to connections, other ones for each process that runs tests. Otherwise a
# server that starts slowly may find its port taken by the server of another test, which answers in its place.
_PORTS = itertools.count((os.getpid() * 613) % 20_000)


@pytest.fixture
def free_port() -> Callable[[], int]:
    """A port that nobody listens on, and that no other test is given."""
    return find_port


def find_port() -> int:
    for number in _PORTS:
        port = 10_000 + number % 20_000
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("unreachable: the count has no end")


def wait_until_healthy(process: Running, port: int, *, seconds: float = 180) -> None:
    """Returns when the server says that it is well; fails where it ends instead."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            pytest.fail(f"the server ended: {process.said}")
        if _is_healthy(port):
            return
        time.sleep(0.05)
    pytest.fail(f"the server did not become healthy within {seconds:.0f} seconds")


def _is_healthy(port: int) -> bool:
    connection = HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def stopped(process: Running, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """Stops a server; its exit code, and what it said."""
    process.send_signal(how)
    return process.wait(60), process.said
