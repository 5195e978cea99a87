"""NIST's own filters, rfilter1 and csrfilt, in SCTK 2.4.10 as Debian packages it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

# csrfilt calls rfilter1 by its bare name.
PROGRAMS = Path("/usr/lib/sctk/bin")


def rfilter1(glm: Path, text: str) -> str | None:
    """What the program writes; None where it refuses the rules."""
    done = _run([PROGRAMS / "rfilter1", glm], text.encode())
    return done.stdout.decode() if done.returncode == 0 else None


def csrfilt(glm: Path, data: bytes, *options: str) -> bytes:
    """What `csrfilt.sh OPTIONS GLM` writes."""
    return _run([PROGRAMS / "csrfilt.sh", *options, glm], data).stdout


def _run(command: list[str | Path], data: bytes) -> subprocess.CompletedProcess[bytes]:
    if not PROGRAMS.is_dir():
        pytest.skip("left out: SCTK (apt install sctk)")
    environment = {**os.environ, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(command, input=data, capture_output=True, check=False, env=environment)
