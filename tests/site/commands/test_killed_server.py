"""A server that is killed while teams submit keeps what it gave a receipt for, and does the rest later.

All its processes are killed at once, at random moments: of its start, while pieces of files arrive, while packages are
checked and runs scored. `BAKEOFF_KILLS` says how often: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import Client
from bakeoff.errors import BakeoffError
from tests.site.commands.conftest import Installation, Running, stopped, wait_until_healthy
from tests.site.commands.test_killed import wait_until_free

KILLS = int(os.environ.get("BAKEOFF_KILLS", "5"))
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))
TEAMS = 2 * KILLS + 2
OUTPUTS = 5
"""Of the example, which teams submit in turn."""
PIECE = 150
ROWS = 4
"""Of each run: two metrics under two specifications."""
LONGEST = 240 + 10 * KILLS
"""Seconds until everything is done; a job of a worker that was killed is left alone for a minute."""


class Teams(threading.Thread):
    """Submit one after another, each until it has a receipt."""

    def __init__(self, entrants: list[dict[str, Any]], port: int) -> None:
        super().__init__(daemon=True)
        self._entrants = entrants
        self._address = f"http://localhost:{port}"
        self.receipts: dict[int, tuple[int, str]] = {}
        """Number and SHA-256 by team, as the server told them."""

    def run(self) -> None:
        for entrant in self._entrants:
            while entrant["team"] not in self.receipts:
                try:
                    with Client(self._address, entrant["token"]) as client:
                        receipt = client.submit("small", entrant["team"], entrant["package"], chunk=PIECE)
                except BakeoffError:
                    time.sleep(0.2)
                else:
                    self.receipts[entrant["team"]] = (receipt.number, receipt.sha256)


def kill_all(server: Running) -> None:
    """The server and all that it started, as the kernel does when memory runs out."""
    for process in (server.pid, *descendants(server.pid)):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
    server.wait()


def descendants(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    found = []
    for child in map(int, children.read_text().split() if children.exists() else []):
        found += [child, *descendants(child)]
    return found


def wait_until_done(installation: Installation, teams: Teams) -> dict[str, Any]:
    end = time.monotonic() + LONGEST
    teams.join(LONGEST)
    assert not teams.is_alive(), teams.receipts
    while set((found := installation.world("submission", "tell"))["jobs"]) != {"done"}:
        assert time.monotonic() < end, found["jobs"]
        time.sleep(1)
    return dict(found)


def expected_scores(installation: Installation, port: int) -> dict[str, list[str]]:
    """Scores by output, of a server that nobody disturbs."""
    entrants = installation.world("submission", "make", str(OUTPUTS), str(installation.folder))
    teams = Teams(entrants, port)
    server = installation.start(port=port, BAKEOFF_WORKER_PROCESSES="2")
    wait_until_healthy(server, port)
    teams.start()
    found = wait_until_done(installation, teams)
    assert stopped(server)[0] == 0
    assert {each["state"] for each in found["submissions"].values()} == {"valid"}, found["submissions"]
    scores = {entrant["output"]: found["scores"][str(entrant["team"])] for entrant in entrants}
    assert {len(rows) for rows in scores.values()} == {ROWS}
    return scores


@pytest.mark.kills
@pytest.mark.long
def test_killed_at_any_moment_while_teams_submit(installation: Installation, free_port: Callable[[], int]) -> None:
    port = free_port()
    expected = expected_scores(installation, port)
    installation.start_again()
    entrants = installation.world("submission", "make", str(TEAMS), str(installation.folder))
    teams = Teams(entrants, port)
    teams.start()
    draw = random.Random(SEED)
    for kill in range(KILLS):
        server = installation.start(port=port, BAKEOFF_WORKER_PROCESSES="2")
        if kill % 3:  # every third is killed at its start
            wait_until_healthy(server, port)
        time.sleep(draw.uniform(0.1, 4))
        kill_all(server)
        wait_until_free(port)
        assert_nothing_in_part(installation.world("submission", "tell"), dict(teams.receipts))
    server = installation.start(port=port, BAKEOFF_WORKER_PROCESSES="2")
    found = wait_until_done(installation, teams)
    assert_nothing_in_part(found, teams.receipts)
    assert len(teams.receipts) == TEAMS
    assert {each["state"] for each in found["submissions"].values()} == {"valid"}
    assert {
        entrant["code"]: found["scores"][str(entrant["team"])] == expected[entrant["output"]] for entrant in entrants
    } == dict.fromkeys((entrant["code"] for entrant in entrants), True)
    assert stopped(server)[0] == 0


def assert_nothing_in_part(found: dict[str, Any], receipts: dict[int, tuple[int, str]]) -> None:
    for team, (number, sha256) in receipts.items():
        kept = found["submissions"][str(number)]
        assert (kept["team"], kept["sha256"]) == (team, sha256)
    for submission in found["submissions"].values():
        assert submission["kept"] == submission["sha256"]
        assert submission["mails"] == 1
        assert submission["runs"] == (1 if submission["state"] == "valid" else 0)
    assert {len(rows) for rows in found["scores"].values()} <= {0, ROWS}
