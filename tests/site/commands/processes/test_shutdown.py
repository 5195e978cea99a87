"""A process that is told to stop does so, whatever its main thread is busy with."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

BEGIN = """
import os, signal, sys, threading, time
from bakeoff_site.commands.processes.shutdown import Stop
stop = Stop("the test", seconds=float(sys.argv[1]))
def say(text): print(text, flush=True)
"""

LOSES_EXCEPTIONS = """
class Waits:
    def __del__(self):
        say("ready")
        time.sleep(600)
Waits()  # what is raised in there is only printed
"""

WAITS_IN_C = """
import ctypes
# Signals reach another thread, so that nothing wakes this one.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
say("ready")
ctypes.CDLL(None).sleep(600)
"""


def started(program: str, *, seconds: float = 600) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN + program, str(seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, errors = process.communicate(timeout=60)
    return process.returncode, out, errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("busy", [LOSES_EXCEPTIONS, WAITS_IN_C])
def test_before_it_has_anything_to_finish_it_ends_at_once(busy: str, number: signal.Signals) -> None:
    process = started(busy)
    process.send_signal(number)
    assert ended(process) == (0, "", "")


def test_it_finishes_what_it_does_however_often_it_is_told() -> None:
    process = started(
        """
asked = threading.Event()
stop.act_by(asked.set)
say("ready")
while not asked.wait(0.01):  # a handler that interrupts this could not set it: the lock is taken
    pass
time.sleep(1)
say(f"finished, {stop.is_asked_for}")
"""
    )
    for _ in range(200):
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
    assert ended(process) == (0, "finished, True\n", "")


def test_it_is_not_killed_by_a_signal_while_it_exits() -> None:
    process = started(
        """
asked = threading.Event()
stop.act_by(asked.set)
class Slow:
    def __del__(self):  # Python clears its modules after it has given up its handlers of signals
        print("ready", flush=True)
        time.sleep(1)
threading.slow = Slow()
say("ready")
asked.wait()
stop.ended()
"""
    )
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (0, "", "")


def test_a_request_that_was_missed_is_made_again() -> None:
    process = started(
        """
asked = []
stop.act_by(lambda: asked.append("again"))
say("ready")
while len(asked) < 3:
    time.sleep(0.01)
say(asked)
"""
    )
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (0, "['again', 'again', 'again']\n", "")


@pytest.mark.parametrize("act", ["lambda: None", "lambda: time.sleep(600)", "lambda: 1 / 0"])
def test_what_does_not_stop_in_time_is_killed_and_it_says_so(act: str) -> None:
    process = started(
        f"""
stop.act_by({act}, kill=lambda: say("kills what it started"))
say("ready")
time.sleep(600)
""",
        seconds=0.5,
    )
    process.send_signal(signal.SIGTERM)
    code, out, errors = ended(process)
    assert (code, out) == (1, "kills what it started\n")
    assert errors.splitlines()[-1] == (
        "bakeoff: the test did not stop within 0.5 seconds and was killed. Requests in progress were cut off; "
        "unfinished jobs will be started again."
    )


def test_it_may_stop_by_itself_and_is_held_to_the_same_time() -> None:
    process = started(
        """
stop.act_by(lambda: None)
say("ready")
stop.request()
time.sleep(600)
""",
        seconds=0.5,
    )
    assert ended(process)[0] == 1
