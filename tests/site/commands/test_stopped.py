"""`bakeoff serve` ends soon after it is told to, at any moment and however busy the machine is.

`BAKEOFF_KILLS` says how often it is stopped: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.site.commands.conftest import Installation, Running, wait_until_healthy
from tests.site.commands.test_killed import wait_until_free
from tests.site.commands.test_killed_server import descendants

STOPS = int(os.environ.get("BAKEOFF_KILLS", "5"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
PATIENCE = 25
"""Seconds until a stop counts as missed: less than after which everything is killed, more than any takes."""

# Each is what a process of the server is made to do when it starts, in the place of Python's own `sitecustomize`.
SLOW_WEB_PROCESSES = """
import pathlib, sys, time
if "serve" in sys.orig_argv:
    from bakeoff_site.commands.processes import warmup
    def slowly(*_):
        pathlib.Path(f"loads-{time.monotonic_ns()}").touch()
        time.sleep(600)
    warmup.warm_up = slowly
"""
SLOW_WORKERS = """
import pathlib, sys, time
if "worker" in sys.orig_argv:
    import fcntl
    def flock(*_):
        pathlib.Path(f"loads-{time.monotonic_ns()}").touch()
        while True:
            try:
                time.sleep(600)
            except BaseException:
                pass  # as an exception is lost that a signal raises in the wrong place
    fcntl.flock = flock
"""
DEAF_WORKERS = """
import sys
if "serve" in sys.orig_argv:
    from bakeoff_site.commands.processes import shutdown
    shutdown.SERVER_SECONDS = 2
if "worker" in sys.orig_argv:
    import pathlib, signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pathlib.Path(f"loads-{time.monotonic_ns()}").touch()
    time.sleep(600)
"""


def start_with(installation: Installation, program: str, port: int) -> Running:
    (installation.folder / "sitecustomize.py").write_text(program, encoding="utf-8")
    return installation.start(
        "--workers", "2", port=port, BAKEOFF_WORKER_PROCESSES="2", PYTHONPATH=str(installation.folder)
    )


def wait_until_two_load(installation: Installation, server: Running) -> None:
    end = time.monotonic() + 120
    while len(list(installation.folder.glob("loads-*"))) < 2:
        assert server.poll() is None, server.said
        assert time.monotonic() < end, server.said
        time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("program", [SLOW_WEB_PROCESSES, SLOW_WORKERS])
def test_processes_that_still_load_stop_at_once(
    prepared: Installation, free_port: Callable[[], int], program: str, how: signal.Signals
) -> None:
    server = start_with(prepared, program, free_port())
    wait_until_two_load(prepared, server)
    os.killpg(server.pid, how)
    assert server.wait(PATIENCE) == 0
    assert "killed" not in server.said
    assert "Traceback" not in server.said
    assert "ERROR" not in server.said


def test_what_does_not_stop_is_killed_and_the_exit_says_so(
    prepared: Installation, free_port: Callable[[], int]
) -> None:
    port = free_port()
    server = start_with(prepared, DEAF_WORKERS, port)
    wait_until_two_load(prepared, server)
    wait_until_healthy(server, port)
    started = descendants(server.pid)
    assert len(started) == 4
    server.send_signal(signal.SIGTERM)
    assert server.wait(60) == 1
    assert "bakeoff: the server did not stop within 2 seconds and was killed." in server.said
    wait_until_gone(started)
    wait_until_free(port)


def wait_until_gone(processes: list[int]) -> None:
    while any(is_running(process) for process in processes):
        time.sleep(0.05)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.kills
@pytest.mark.long
def test_stopped_at_any_moment_on_a_busy_machine(installation: Installation, free_port: Callable[[], int]) -> None:
    draw = random.Random(SEED)
    usual_seconds = None
    with busy_machine():
        for number in range(STOPS):
            port = free_port()
            begin = time.monotonic()
            server = installation.start("--workers", "2", port=port, BAKEOFF_WORKER_PROCESSES="2")
            if usual_seconds is None or number % 2:
                wait_until_healthy(server, port)
                usual_seconds = time.monotonic() - begin
            else:
                wait_until_it_listens(server)
                time.sleep(draw.uniform(0, 1.2) * usual_seconds)
            started = descendants(server.pid)
            for _ in range(draw.choice([1, 1, 2, 3])):
                tell(server, draw.choice([signal.SIGINT, signal.SIGTERM]))
                time.sleep(draw.choice([0, 0.001, 0.01, 0.1]))
            assert (number, server.wait(PATIENCE)) == (number, 0), server.said
            for word in ("Traceback", "ERROR", "killed", "ended by themselves"):
                assert word not in server.said
            wait_until_gone(started)


def wait_until_it_listens(server: Running) -> None:
    """Before its first word a signal does what it does to any program of Python that starts."""
    server.wait_until_said("Starting")


def tell(server: Running, how: signal.Signals) -> None:
    """As a terminal does on Ctrl-C, which reaches all processes at once; or as a service manager does."""
    try:
        if how == signal.SIGINT:
            os.killpg(server.pid, how)
        else:
            server.send_signal(how)
    except ProcessLookupError:
        return


@contextmanager
def busy_machine() -> Iterator[None]:
    others = [multiprocessing.get_context("spawn").Process(target=_compute, daemon=True) for _ in range(4)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.join()


def _compute() -> None:
    while True:
        pass
