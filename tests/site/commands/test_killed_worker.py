"""A worker that is killed at any moment leaves no job undone and no score in part.

`BAKEOFF_KILLS` says how often it is killed: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import os
import random
import sys
import time

import pytest

from tests.site.commands.conftest import Installation, Running

KILLS = int(os.environ.get("BAKEOFF_KILLS", "5"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
LEASE = "1"
ROWS = 4
"""Of each run: two metrics under two specifications."""


def started(installation: Installation, *arguments: str) -> Running:
    command = [sys.executable, "-m", "bakeoff", "worker", "--threads", "2", "--lease", LEASE, *arguments]
    return installation.start_command(command)


@pytest.mark.kills
@pytest.mark.long
def test_killed_at_any_moment_while_it_scores(installation: Installation) -> None:
    installation.world("scoring", "runs", "5")
    begin = time.monotonic()
    assert started(installation, "--once").wait(120) == 0
    usual_seconds = time.monotonic() - begin
    undisturbed = installation.world("scoring", "tell")
    expected = {undisturbed["files"][name]: rows for name, rows in undisturbed["scores"].items()}
    assert {len(rows) for rows in expected.values()} == {ROWS}
    compared = undisturbed["compared"]
    assert compared["case+punc"][0] == ["run 0", "run 1"]

    installation.start_again()
    draw = random.Random(SEED)
    for _ in range(KILLS):
        installation.world("scoring", "runs", "3")
        worker = started(installation)
        time.sleep(draw.uniform(0.3, 1.1) * usual_seconds)
        worker.kill()
        worker.wait()
        found = installation.world("scoring", "tell")
        assert sorted(found["scores"]) == found["texts"]  # all of a run, or nothing
        for name, rows in found["scores"].items():
            assert rows == expected[found["files"][name]]

    end = time.monotonic() + 120
    started(installation)
    while set(found["jobs"]) != {"done"}:
        assert time.monotonic() < end, found["jobs"]
        time.sleep(0.5)
        found = installation.world("scoring", "tell")
    assert {name: rows == expected[found["files"][name]] for name, rows in found["scores"].items()} == dict.fromkeys(
        found["files"], True
    )
    assert found["compared"] == compared
