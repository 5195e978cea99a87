"""What each test costs the processor: its own work, and that of the browsers, servers and commands that it starts.

`make test-profile` sets `BAKEOFF_TEST_PROFILE` to a folder; each process of tests writes a file there, and
`.ci/test_profile.py` adds them up. Time on the clock says little where tests wait for each other.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

_TICK = 1 / os.sysconf("SC_CLK_TCK")


class ProcessorTimes:
    """Measures around every test: set-up, call and clean-up."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file.open("w", encoding="utf-8", buffering=1)
        self._last = (0.0, 0.0)

    @pytest.hookimpl(tryfirst=True, wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._write("(between tests)")
        try:
            return (yield)
        finally:
            self._write(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        self._write("(start)")
        try:
            return (yield)
        finally:
            self._write("(collection)")

    def pytest_unconfigure(self) -> None:
        self._write("(end)")

    def _write(self, what: str) -> None:
        """What was spent since the last time that something was written."""
        own, others = _spent()
        self._file.write(f"{own - self._last[0]:.3f}\t{others - self._last[1]:.3f}\t{what}\n")
        self._last = (own, others)


def _spent() -> tuple[float, float]:
    """Seconds of this process, and of all that it started, also of those that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time(), ended.ru_utime + ended.ru_stime + _of_living()


def _of_living() -> float:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0.0  # there are none, as with most tests
    parents, seconds = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            seconds[int(folder.name)] = sum(map(int, fields[11:15])) * _TICK  # with children that have ended
    return sum(seconds[each] for each in parents if _is_under(os.getpid(), parents[each], parents))


def _is_under(above: int, process: int, parents: Mapping[int, int]) -> bool:
    while process and process != above:
        process = parents.get(process, 0)
    return process == above
