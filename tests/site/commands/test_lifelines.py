"""Processes end with the one that started them, even where a signal is lost."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"


@pytest.mark.parametrize(("before", "code"), [("pass", -15), (_DEAF, 1)])
def test_it_ends_though_signals_are_lost(before: str, code: int) -> None:
    read_end, write_end = os.pipe()
    program = (
        f"import time; from bakeoff_site.commands.lifelines import end_with_parent; {before}; "
        f"end_with_parent({read_end}, grace_seconds=0.2); print('ready', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", program], pass_fds=[read_end], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    assert process.poll() is None
    os.close(write_end)
    assert process.wait(30) == code
    process.stdout.close()
    os.close(read_end)
