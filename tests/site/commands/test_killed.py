"""A server that is killed at any moment leaves what the next one can start on.

`BAKEOFF_KILLS` says how often it is killed: a few times here, many by `make kill-test`.
"""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import httpx
import pytest

from tests.site.commands.conftest import Installation, stopped, wait_until_healthy

ROUNDS = int(os.environ.get("BAKEOFF_KILLS", "4")) // 2
SEED = int(os.environ.get("BAKEOFF_KILL_SEED", "20120402"))

# Ends the process, as if it were killed, when Django is about to note that the n-th migration is done.
ENDS_AT = """
import os, sys
from django.db.migrations.recorder import MigrationRecorder
from bakeoff_site.commands.processes.startup import prepare
os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
noted, note = [], MigrationRecorder.record_applied
def record_applied(self, app, name):
    noted.append(name)
    if len(noted) == int(sys.argv[1]):
        os._exit(9)
    note(self, app, name)
MigrationRecorder.record_applied = record_applied
prepare()
print(len(noted))
"""


def prepared_until(installation: Installation, number: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ENDS_AT, str(number)],
        env=installation.variables,
        cwd=installation.folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_killed_between_a_migration_and_its_note(installation: Installation) -> None:
    for number in (1, 4, 9):
        assert prepared_until(installation, number).returncode == 9
    whole = prepared_until(installation, 0)
    assert whole.returncode == 0, whole.stderr
    assert int(whole.stdout) > 9  # all of them again: nothing was done in part
    again = prepared_until(installation, 0)
    assert (again.returncode, again.stdout) == (0, "0\n"), again.stderr


def test_static_files_are_collected_once_and_those_in_part_again(installation: Installation) -> None:
    assert prepared_until(installation, 0).returncode == 0
    static = installation.folder / "data" / "static"
    whole = {path: path.read_bytes() for path in static.rglob("*") if path.is_file()}
    collected_at = (static / "collected").stat().st_mtime_ns
    assert prepared_until(installation, 0).returncode == 0
    assert (static / "collected").stat().st_mtime_ns == collected_at
    (static / "collected").unlink()
    for path in static.rglob("*.css"):
        path.write_bytes(b"")
    assert prepared_until(installation, 0).returncode == 0
    assert {path: path.read_bytes() for path in static.rglob("*") if path.is_file()} == whole


@pytest.mark.kills
@pytest.mark.long
def test_killed_at_any_moment_of_its_start(installation: Installation, free_port: Callable[[], int]) -> None:
    draw = random.Random(SEED)
    port = free_port()
    usual_seconds = seconds_to_start(installation, port)
    for _ in range(ROUNDS):
        installation.start_again()
        for _ in range(2):
            server = installation.start(port=port)
            time.sleep(draw.uniform(0.2, 1.1) * usual_seconds)
            server.kill()
            server.wait()
            wait_until_free(port)
        seconds_to_start(installation, port)
        assert installation.run("--check").stdout == "Everything is configured.\n"


def seconds_to_start(installation: Installation, port: int) -> float:
    """Starts a server, looks at a page and its style sheet, stops it."""
    begin = time.monotonic()
    server = installation.start(port=port)
    wait_until_healthy(server, port)
    elapsed = time.monotonic() - begin
    page = httpx.get(f"http://localhost:{port}/", trust_env=False, timeout=60).text
    style = re.findall(r'href="(/static/[^"]+)"', page)[0]
    assert httpx.get(f"http://localhost:{port}{style}", trust_env=False, timeout=60).text.startswith(
        "/* One style sheet"
    )
    assert stopped(server)[0] == 0
    return elapsed


def wait_until_free(port: int) -> None:
    """The processes that a killed server leaves behind end by themselves."""
    for _ in range(100):
        with socket.socket() as probe:
            try:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
            except OSError:
                time.sleep(0.1)
            else:
                return
    pytest.fail("the port of a killed server was still in use after ten seconds")
