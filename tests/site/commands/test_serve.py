"""`bakeoff serve` as an organiser runs it."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.site.commands.conftest import (
    Installation,
    Running,
    find_port,
    installation_of_several_tests,
    stopped,
    wait_until_healthy,
)
from tests.site.commands.test_worker import workers_of

FreePort = Callable[[], int]


def get(port: int, path: str) -> httpx.Response:
    return httpx.get(f"http://localhost:{port}{path}", trust_env=False, timeout=60)


def children_of(process: Running) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def test_one_command_serves_from_an_empty_folder(installation: Installation, free_port: FreePort) -> None:
    port = free_port()
    server = installation.start(port=port)
    wait_until_healthy(server, port)
    page = get(port, "/?from=eve@example.org")
    assert "<h1>Shared tasks for translation and speech</h1>" in page.text
    style = get(port, re.findall(r'href="(/static/[^"]+)"', page.text)[0])
    assert (style.status_code, style.headers["content-type"]) == (200, 'text/css; charset="utf-8"')
    assert "immutable" in style.headers["cache-control"]
    assert "<h1>Page not found</h1>" in get(port, "/nowhere").text
    server.wait_until_said("Bakeoff is at ")  # it found out by asking as we did
    code, said = stopped(server)
    assert code == 0
    assert f"Bakeoff is at http://localhost:{port}/" in said
    assert "bakeoff serve --create-admin EMAIL" in said
    assert re.search(r"INFO GET / 200 \d+ ms\n", said)
    assert "eve@example.org" not in said
    assert "127.0.0.1" not in said


def test_it_says_at_once_that_it_starts_and_then_each_step(installation: Installation, free_port: FreePort) -> None:
    steps = [
        "Starting Bakeoff …",
        "Checking the settings …",
        "Bringing the database up to date …",
        "Collecting style sheets and scripts …",
    ]
    # Files are collected once.
    for web, jobs, said_to_be_done in (
        ("2", "1", [*steps, "Starting 2 web processes and 1 worker process …"]),
        ("1", "0", [*steps[:3], "Starting 1 web process and 0 worker processes …"]),
    ):
        port = free_port()
        server = installation.start("--workers", web, port=port, BAKEOFF_WORKER_PROCESSES=jobs)
        server.wait_until_said("Bakeoff is at ")
        assert server.said.splitlines()[: len(said_to_be_done) + 1] == [
            *said_to_be_done,
            f"Bakeoff is at http://localhost:{port}/ – stop it by Ctrl-C.",
        ]
        assert stopped(server)[0] == 0


def test_it_says_that_it_waits_for_another_that_starts(prepared: Installation, free_port: FreePort) -> None:
    (prepared.folder / "data").mkdir(exist_ok=True)
    with (prepared.folder / "data" / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = prepared.start(port=free_port())
        server.wait_until_said("Waiting for another process that is starting on the same data folder …")
    server.wait_until_said("Bakeoff is at ")
    assert stopped(server)[0] == 0


def test_ctrl_c_stops_it_without_complaint(prepared: Installation, free_port: FreePort) -> None:
    port = free_port()
    server = prepared.start("--workers", "2", port=port, BAKEOFF_WORKER_PROCESSES="2")
    wait_until_healthy(server, port)
    assert len(children_of(server)) == 4  # two that answer, two workers
    os.killpg(server.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    assert server.wait(60) == 0
    assert "Traceback" not in server.said
    assert "ERROR" not in server.said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_can_be_stopped_before_it_answers(
    installation: Installation, free_port: FreePort, how: signal.Signals
) -> None:
    server = installation.start(port=free_port())
    while not (installation.folder / "data" / "start.lock").exists():
        assert server.poll() is None
        time.sleep(0.05)
    code, said = stopped(server, how)
    assert (code, "Traceback" in said) == (0, False)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_an_address_of_another_machine_is_refused(installation: Installation, free_port: FreePort, host: str) -> None:
    ended = installation.run("--host", host, "--port", str(free_port()))
    assert (ended.returncode, ended.stderr) == (
        2,
        f"Starting Bakeoff …\nbakeoff: --host: expected an address of this machine, found '{host}'.\n",
    )


def test_misconfiguration_keeps_it_from_starting(installation: Installation, free_port: FreePort) -> None:
    ended = installation.run("--port", str(free_port()), BAKEOFF_SECRET_KEY="short", BAKEOFF_DEBUG="perhaps")
    assert ended.returncode == 2
    assert "BAKEOFF_SECRET_KEY: expected at least 50 characters, found 5." in ended.stderr
    assert "BAKEOFF_DEBUG: expected true or false, found 'perhaps'." in ended.stderr
    assert not (installation.folder / "data").exists()


def test_two_servers_that_start_at_once_do_not_clash(installation: Installation, free_port: FreePort) -> None:
    ports = [free_port(), free_port()]
    servers = [installation.start(port=port) for port in ports]
    for server, port in zip(servers, ports, strict=True):
        wait_until_healthy(server, port)
    for server in servers:
        assert stopped(server)[0] == 0


def test_the_first_administrator_comes_in_by_a_link(prepared: Installation, free_port: FreePort) -> None:
    port = free_port()
    made = prepared.run("--create-admin", "Ada@Example.org", "--port", str(port))
    assert made.returncode == 0, made.stderr
    link = made.stdout.strip()
    assert link.startswith(f"http://localhost:{port}/account/")
    server = prepared.start(port=port)
    wait_until_healthy(server, port)
    with httpx.Client(trust_env=False, follow_redirects=True, timeout=60) as client:
        form = client.get(link)
        password = "a long way to Tipperary"
        client.post(str(form.url), data={"new": password, "csrfmiddlewaretoken": client.cookies["csrftoken"]})
        signed_in = client.post(
            f"http://localhost:{port}/account/sign-in/",
            data={
                "email": "ada@example.org",
                "password": password,
                "csrfmiddlewaretoken": client.cookies["csrftoken"],
            },
        )
        assert "Sign out" in signed_in.text
        assert client.get(link).status_code == 410  # good once
    code, said = stopped(server)
    assert code == 0
    assert "--create-admin" not in said
    assert link.rsplit("/", 2)[1] not in said


def test_what_is_no_address_makes_no_administrator(prepared: Installation) -> None:
    ended = prepared.run("--create-admin", "ada")
    assert (ended.returncode, ended.stderr) == (
        2,
        "bakeoff: --create-admin: expected a mail address, found 'ada'.\n",
    )


def test_requests_in_progress_are_answered_before_it_stops(prepared: Installation, free_port: FreePort) -> None:
    port = free_port()
    link = prepared.run("--create-admin", "ada@example.org", "--port", str(port)).stdout.strip()
    server = prepared.start(port=port)
    wait_until_healthy(server, port)
    with httpx.Client(trust_env=False, timeout=60) as client:
        form = client.get(link, follow_redirects=True)
        data = {"new": "a long way to Tipperary", "csrfmiddlewaretoken": client.cookies["csrftoken"]}
        answers: list[httpx.Response] = []
        request = threading.Thread(target=lambda: answers.append(client.post(str(form.url), data=data)))
        release = lock_people(prepared)
        request.start()
        request.join(1)
        assert request.is_alive()  # it waits for the lock
        server.send_signal(signal.SIGTERM)
        request.join(1)
        assert request.is_alive()
        release()
        request.join(30)
    assert [answer.status_code for answer in answers] == [302]
    server.wait(60)
    assert server.returncode == 0


def lock_people(installation: Installation) -> Callable[[], None]:
    """Keeps everyone from changing an account until what is returned is called."""
    if installation.database_url:
        holder = psycopg.connect(installation.database_url)
        holder.execute("LOCK TABLE accounts_user IN EXCLUSIVE MODE")
        return holder.close
    file = sqlite3.connect(installation.folder / "data" / "bakeoff.sqlite3", isolation_level=None)
    file.execute("BEGIN IMMEDIATE")
    return file.close


@dataclass(frozen=True)
class Serving:
    """A server that some tests share, with the port on which it listens."""

    installation: Installation
    process: Running
    port: int
    health: str
    """What it answered as soon as it said where it is."""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Serving]:
    """It has no worker, and in the end it stops without complaint whatever was asked of it."""
    with installation_of_several_tests(tmp_path_factory) as installation:
        if not installation.database_url:
            shutil.copytree(request.getfixturevalue("prepared_data"), installation.folder / "data")
        port = find_port()
        process = installation.start(port=port, BAKEOFF_WORKER_PROCESSES="0")
        process.wait_until_said("Bakeoff is at ")
        yield Serving(installation, process, port, get(port, "/healthz").json()["status"])
        assert stopped(process)[0] == 0


def test_it_says_where_it_is_once_it_answers_there(serving: Serving) -> None:
    assert serving.health == "ok"


def test_a_port_in_use_is_said_before_anything_is_done(serving: Serving) -> None:
    folder, port = serving.installation.folder, serving.port
    second = serving.installation.run("--port", str(port), BAKEOFF_DATA_FOLDER=str(folder / "other"))
    assert (second.returncode, second.stderr) == (
        2,
        "Starting Bakeoff …\n"
        f"bakeoff: port {port} of 127.0.0.1 is in use: stop what listens there, or choose another by --port.\n",
    )
    assert not (folder / "other").exists()


def test_without_threads_there_is_no_worker(serving: Serving) -> None:
    time.sleep(1)
    assert workers_of(serving.process) == []


def test_slow_and_greedy_strangers_stop_nobody(serving: Serving) -> None:
    port, data = serving.port, serving.installation.folder / "data"
    head = f"POST /sign-in/ HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 1000\r\n\r\nabc"
    slow = [socket.create_connection(("localhost", port)) for _ in range(40)]
    try:
        for connection in slow:
            connection.sendall(head.encode())
        assert get(port, "/").status_code == 200
        before = sum(path.stat().st_size for path in data.rglob("*") if path.is_file())
        greedy = httpx.post(f"http://localhost:{port}/sign-in/", content=b"x" * 20_000_000, trust_env=False, timeout=60)
        assert greedy.status_code == 413
        assert "This page does not accept files" in greedy.text
        after = sum(path.stat().st_size for path in data.rglob("*") if path.is_file())
        assert after - before < 1_000_000
    finally:
        for connection in slow:
            connection.close()
