"""The report of the demonstration's finished campaign, written by a process of its own: the server need not wait."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from bakeoff.errors import BakeoffError

_FOLDER = "report"
_NICENESS = 10
"""Pages of the site come first while both are at work."""


def write(folder: Path, campaign: str) -> None:
    """Writes the report, and prints where it is."""
    done = subprocess.run(_call(folder, campaign), capture_output=True, text=True, check=False)
    if done.returncode:
        raise BakeoffError(f"the report could not be written: {done.stderr.strip()}")
    click.echo(done.stdout, nl=False)


@contextmanager
def written_meanwhile(folder: Path, campaign: str) -> Iterator[None]:
    """Writes the report while something else is done; what is unfinished at the end of that is given up."""
    click.echo(f"The report of the finished campaign is written now: {folder / _FOLDER / 'index.html'}")
    sys.stdout.flush()
    with (folder / "report.log").open("wb") as log:
        process = subprocess.Popen(_call(folder, campaign), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    with suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
    try:
        yield
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()


def _call(folder: Path, campaign: str) -> list[str]:
    return [sys.executable, "-m", "bakeoff", "report", campaign, "--output", str(folder / _FOLDER)]
