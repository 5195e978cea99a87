"""Processes end with the one that started them, even where a signal is lost."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"


_LISTENS = "time.sleep(1.5); signal.signal(signal.SIGTERM, signal.SIG_DFL)"


@pytest.mark.parametrize(
    ("before", "after", "grace_seconds", "code"),
    [("pass", "pass", 0.2, -15), (_DEAF, "pass", 0.2, 1), (_DEAF, _LISTENS, 50, -15)],
)
def test_it_ends_though_signals_are_lost(before: str, after: str, grace_seconds: float, code: int) -> None:
    read_end, write_end = os.pipe()
    program = (
        f"import time; from bakeoff_site.commands.processes.child_processes import end_with_parent; {before}; "
        f"end_with_parent({read_end}, grace_seconds={grace_seconds}); print('ready', flush=True); {after}; "
        "time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", program], pass_fds=[read_end], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    assert process.poll() is None
    os.close(write_end)
    assert process.wait(30) == code
    process.stdout.close()
    os.close(read_end)
