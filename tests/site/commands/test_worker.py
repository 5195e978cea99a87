"""`bakeoff worker`, by itself and beside the server."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg

from tests.conftest import ROOT
from tests.site.commands.conftest import Installation, Running, stopped, wait_until_healthy

WORKER = [sys.executable, "-m", "bakeoff", "worker"]


def workers_of(server: Running) -> list[int]:
    """The processes that a server runs as workers."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes().split(b"\0")
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == server.pid and b"worker" in command:
                found.append(int(folder.name))
    return found


def wait_for(condition: Callable[[], object], seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_once_it_prepares_the_database_and_ends(installation: Installation) -> None:
    done = subprocess.run(
        [*WORKER, "--once"],
        env=installation.variables,
        cwd=installation.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert installation.run("--check").stdout == "Everything is configured.\n"


def test_it_stops_when_it_is_told_to(installation: Installation) -> None:
    installation.run("--check")
    process = installation.start_command(WORKER)
    wait_for((installation.folder / "data" / "static" / "collected").exists)
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(240) == 0


def test_a_worker_of_which_a_job_hangs_starts_again(prepared: Installation) -> None:
    prepared.world("scoring", "runs", "1")
    begun = prepared.folder / "begun"
    process = prepared.start_command([sys.executable, "-m", "tests.site.commands.hanging_worker", str(begun)], cwd=ROOT)
    wait_for(begun.exists)
    wait_for(lambda: states_of_jobs(prepared) == {"done"}, 60)
    assert set(prepared.world("scoring", "tell")["jobs"]) == {"done"}
    assert begun.read_text() == str(process.pid)  # the same process, for whoever keeps it
    process.send_signal(signal.SIGTERM)
    assert process.wait(240) == 0
    assert "hangs: the worker stops" in process.said


def states_of_jobs(installation: Installation) -> set[str]:
    """By the database itself: to ask Django again and again would keep a processor busy."""
    query = "SELECT DISTINCT state FROM jobs_job"
    if installation.database_url:
        with psycopg.connect(installation.database_url) as database:
            return {state for (state,) in database.execute(query)}
    with closing(sqlite3.connect(installation.folder / "data" / "bakeoff.sqlite3")) as file:
        return {state for (state,) in file.execute(query)}


def test_the_server_keeps_a_worker_and_ends_it(prepared: Installation, free_port: Callable[[], int]) -> None:
    port = free_port()
    server = prepared.start(port=port, BAKEOFF_WORKER_PROCESSES="1")
    wait_until_healthy(server, port)
    wait_for(lambda: workers_of(server))
    (first,) = workers_of(server)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: workers_of(server) not in ([], [first]))
    (second,) = workers_of(server)
    code, said = stopped(server)
    assert code == 0
    assert "the worker ended (-9) and is started again" in said
    assert not is_alive(second)


def test_the_server_keeps_two_workers_of_which_one_is_for_what_people_wait_for(
    prepared: Installation, free_port: Callable[[], int]
) -> None:
    port = free_port()
    server = prepared.start(port=port, BAKEOFF_WORKER_PROCESSES="2")
    wait_until_healthy(server, port)
    wait_for(lambda: len(workers_of(server)) == 2)
    workers = workers_of(server)
    commands = [Path(f"/proc/{worker}/cmdline").read_bytes().split(b"\0") for worker in workers]
    assert sorted(b"--quick" in command for command in commands) == [False, True]
    assert stopped(server)[0] == 0
    assert not any(map(is_alive, workers))


def test_a_worker_ends_with_a_server_that_is_killed(prepared: Installation, free_port: Callable[[], int]) -> None:
    port = free_port()
    server = prepared.start(port=port, BAKEOFF_WORKER_PROCESSES="1")
    wait_until_healthy(server, port)
    wait_for(lambda: workers_of(server))
    (worker,) = workers_of(server)
    server.kill()
    server.wait()
    wait_for(lambda: not is_alive(worker))
