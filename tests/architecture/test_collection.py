"""Workers of a parallel run collect on their own: a test whose name holds a time stamp or a set's order stops them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def _collected(project: Path, hash_seed: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:xdist", "-p", "no:cacheprovider"],
        cwd=project,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in run.stdout.splitlines() if "::" in line]


def test_names_of_tests_are_the_same_in_every_process(request: pytest.FixtureRequest) -> None:
    first, second = (_collected(request.config.rootpath, seed) for seed in ("1", "2"))
    assert first
    assert [pair for pair in zip(first, second, strict=True) if len(set(pair)) > 1] == []
