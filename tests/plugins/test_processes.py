"""How plug-ins end, and that nothing of them stays behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Never

import pytest

from bakeoff.errors import PluginError
from bakeoff.plugins import run_plugin
from tests.plugins.programs import GOOD, program, texts


def test_a_plug_in_that_does_not_end_is_ended_and_that_is_said(short_grace: None) -> None:
    body = """
        segments()
        say(INTRODUCTION)
        for _ in range(6):
            say({"score": 1})
        time.sleep(60)
    """
    result = run_plugin(program(body), texts(), name="slow")
    assert {system: column.tolist() for system, column in result.columns.items()} == {"A": [1, 1, 1], "B": [1, 1, 1]}
    assert result.remarks == ("plug-in slow gave all scores but did not end, so it was ended.",)


CHILD = """
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
"""


def is_running(process: int) -> bool:
    """Whether a process is there and not merely waiting to be fetched by its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pid_file: Path) -> bool:
    processes = [int(word) for word in pid_file.read_text().split()]
    deadline = time.monotonic() + 20
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(is_running, processes))


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="left out: processes are looked up in /proc"
)


@needs_proc
@pytest.mark.parametrize("end", ["time.sleep(60)", 'print("garbage", flush=True); time.sleep(60)', "sys.exit(1)"])
def test_nothing_of_a_plug_in_that_fails_stays_behind(tmp_path: Path, end: str) -> None:
    """Not even children, which hold the pipes open."""
    command = [*program(CHILD + f"\n    {end}"), str(tmp_path / "pids")]
    with pytest.raises(PluginError):
        run_plugin(command, texts(), timeout_seconds=4)
    assert gone(tmp_path / "pids")


@needs_proc
def test_a_child_that_outlives_a_good_plug_in_neither_delays_nor_survives_it(tmp_path: Path) -> None:
    result = run_plugin([*program(CHILD + GOOD), str(tmp_path / "pids")], texts())
    assert list(result.columns) == ["A", "B"]
    assert gone(tmp_path / "pids")


@needs_proc
def test_ctrl_c_ends_the_plug_in_as_well(tmp_path: Path) -> None:
    """Even one that does not listen to the first, polite signal."""
    body = (
        CHILD
        + """
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say({"progress": 0})
    time.sleep(60)
    """
    )

    def interrupt(done: int, total: int) -> None:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    # A shell that starts the tests in the background has them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_plugin([*program(body), str(tmp_path / "pids")], texts(), on_progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert gone(tmp_path / "pids")


@needs_proc
def test_a_broken_listener_does_not_leave_the_plug_in_running(tmp_path: Path) -> None:
    def broken(done: int, total: int) -> Never:
        raise ZeroDivisionError

    body = "open(sys.argv[1], 'w').write(str(os.getpid())); say({'progress': 0}); time.sleep(60)"
    with pytest.raises(ZeroDivisionError):
        run_plugin([*program(body), str(tmp_path / "pids")], texts(), on_progress=broken)
    assert gone(tmp_path / "pids")
