"""A worker that is killed at any moment leaves no job undone and no score in part.

`BAKEOFF_KILLS` says how often it is killed: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any

from tests.conftest import ROOT
from tests.site.commands.conftest import Installation, Running

KILLS = int(os.environ.get("BAKEOFF_KILLS", "5"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
LEASE = "1"
ROWS = 4
"""Of each run: two metrics under two specifications."""


def world(installation: Installation, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.commands.scoring_world", *arguments],
        env=installation.variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(installation: Installation) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(world(installation, "tell"))
    return found


def started(installation: Installation, *arguments: str) -> Running:
    command = [sys.executable, "-m", "bakeoff", "worker", "--threads", "2", "--lease", LEASE, *arguments]
    return installation.start_command(command)


def test_killed_at_any_moment_while_it_scores(installation: Installation) -> None:
    world(installation, "runs", "5")
    begin = time.monotonic()
    assert started(installation, "--once").wait(120) == 0
    usual_seconds = time.monotonic() - begin
    undisturbed = told(installation)
    expected = {undisturbed["files"][name]: rows for name, rows in undisturbed["scores"].items()}
    assert {len(rows) for rows in expected.values()} == {ROWS}
    compared = undisturbed["compared"]
    assert compared["case+punc"][0] == ["run 0", "run 1"]

    installation.begin_anew()
    draw = random.Random(SEED)
    for _ in range(KILLS):
        world(installation, "runs", "3")
        worker = started(installation)
        time.sleep(draw.uniform(0.3, 1.1) * usual_seconds)
        worker.kill()
        worker.wait()
        found = told(installation)
        assert sorted(found["scores"]) == found["texts"]  # all of a run, or nothing
        for name, rows in found["scores"].items():
            assert rows == expected[found["files"][name]]

    end = time.monotonic() + 120
    started(installation)
    while set(found["jobs"]) != {"done"}:
        assert time.monotonic() < end, found["jobs"]
        time.sleep(0.5)
        found = told(installation)
    assert {name: rows == expected[found["files"][name]] for name, rows in found["scores"].items()} == dict.fromkeys(
        found["files"], True
    )
    assert found["compared"] == compared
