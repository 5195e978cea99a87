"""`bakeoff backup` and `bakeoff restore`: a server copied while teams submit, and made again of the copy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bakeoff.client import Client
from tests.conftest import ROOT
from tests.depth import THOROUGH
from tests.site import postgresql
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.settings import ON_POSTGRESQL

TEAMS = 6
FIRST = 3
"""Teams that have a receipt before the copy begins."""
PATIENCE = 240
"""Seconds that a server may take to start on a busy machine."""


def bakeoff(installation: Installation, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bakeoff", *arguments],
        env={**installation.variables, **variables},
        cwd=installation.folder,
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def another(installation: Installation, kind: str) -> Iterator[Installation]:
    """An installation beside the first one, on a database of a kind, with nothing in it."""
    folder = installation.folder / f"restored on {kind}"
    folder.mkdir()
    restored = Installation(folder, "")
    if kind == "sqlite":
        try:
            yield restored
        finally:
            restored.end_all()
        return
    if postgresql.programs() is None:
        pytest.skip(postgresql.LEFT_OUT)
    name = f"restored_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(postgresql.url_of("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        restored.database_url = postgresql.url_of(name)
        try:
            yield restored
        finally:
            restored.end_all()
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def submit(entrant: dict[str, Any], port: int) -> tuple[int, str]:
    with Client(f"http://localhost:{port}", entrant["token"]) as client:
        receipt = client.submit("small", entrant["team"], entrant["package"])
    return receipt.number, receipt.sha256


KINDS = ("sqlite", "postgresql")
SAME, OTHER = reversed(KINDS) if ON_POSTGRESQL else KINDS
"""As the database that is tested, and not; a thorough run tries both everywhere."""


@pytest.mark.parametrize("kind", KINDS if THOROUGH else [OTHER])
def test_whatever_had_a_receipt_is_in_the_copy(
    installation: Installation, free_port: Callable[[], int], tmp_path: Path, kind: str
) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    entrants = installation.world("submission", "make", str(TEAMS), str(packages))
    port = free_port()
    server = installation.start(port=port)
    wait_until_healthy(server, port, seconds=PATIENCE)
    receipts = [submit(entrant, port) for entrant in entrants[:FIRST]]
    meanwhile = threading.Thread(target=lambda: [submit(entrant, port) for entrant in entrants[FIRST:]])
    meanwhile.start()
    copied = bakeoff(installation, "backup", str(tmp_path / "copy"))
    meanwhile.join()
    assert (copied.returncode, stopped(server)[0]) == (0, 0), copied.stderr
    assert copied.stdout.startswith(f"{tmp_path / 'copy'}: ")
    assert copied.stderr == "It holds the key that signs sessions and links: keep it as safe as the server.\n"
    manifest = json.loads((tmp_path / "copy" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["rows"]["submissions_submission"] >= FIRST

    with another(installation, kind) as restored:
        done = bakeoff(restored, "restore", str(tmp_path / "copy"))
        assert (done.returncode, done.stderr) == (0, "")
        told = restored.world("submission", "tell")
        for number, sha256 in receipts:
            assert told["submissions"][str(number)]["kept"] == sha256
        assert len(told["submissions"]) == manifest["rows"]["submissions_submission"]
        assert bakeoff(restored, "worker", "--once").returncode == 0
        assert restored.world("submission", "tell")["submissions"][str(receipts[0][0])]["state"] == "valid"
        server = restored.start(port=(port := free_port()))
        wait_until_healthy(server, port, seconds=PATIENCE)
        # Tokens and keys are those of before, and new rows get numbers of their own.
        with Client(f"http://localhost:{port}", entrants[0]["token"]) as client:
            assert client.me().name == entrants[0]["code"]
        assert submit(entrants[0], port)[0] not in [number for number, _ in receipts]
        assert stopped(server)[0] == 0
        over = bakeoff(restored, "restore", str(tmp_path / "copy"))
        assert over.returncode == 2
        assert "Nothing is restored over an installation" in over.stderr


def run_python(installation: Installation, program: str, *arguments: str) -> str:
    """What a program prints that knows the installation's models."""
    done = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup()\n{program}", *arguments],
        env={**installation.variables, "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


KEEP_FILE = """
import sys
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import keep
from bakeoff_site.datasets.models import DataFile
from tests.site.scoring.world import RULES, small_campaign
campaign = Campaign.objects.first() or small_campaign(RULES)
kept = keep([sys.argv[1].encode()])
said = {"name": sys.argv[1], "sha256": kept.sha256, "size": kept.size}
DataFile.objects.create(campaign=campaign, kind="training", number=DataFile.objects.count() + 1, **said)
print(kept.path)
"""


def make_small(installation: Installation) -> None:
    done = bakeoff(installation, "serve", "--create-admin", "ada@example.org")
    assert done.returncode == 0, done.stderr
    run_python(installation, KEEP_FILE, "first")


@pytest.fixture(scope="session")
def small_data(tmp_path_factory: pytest.TempPathFactory, prepared_data: Path) -> Path:
    """The data folder of a small installation on SQLite, made once."""
    installation = Installation(tmp_path_factory.mktemp("small"), database_url="")
    shutil.copytree(prepared_data, installation.folder / "data")
    make_small(installation)
    return installation.folder / "data"


@pytest.fixture(name="small")
def small_installation(installation: Installation, request: pytest.FixtureRequest) -> Installation:
    """With an account and a kept file."""
    if installation.database_url:
        make_small(installation)
    else:
        shutil.copytree(request.getfixturevalue("small_data"), installation.folder / "data")
    installation.add = lambda content: Path(run_python(installation, KEEP_FILE, content))  # type: ignore[attr-defined]
    return installation


RUNNING_JOB = """
from datetime import timedelta
from django.utils import timezone
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.models import Job
now = timezone.now()
Job.objects.create(
    kind="score-run", subject_id=1, campaign=Campaign.objects.get(), state="running", attempts=1, worker="host:1",
    not_before=now, lease_until=now + timedelta(hours=1),
)
"""
JOBS = """
import json
from bakeoff_site.jobs.models import Job
print(json.dumps(list(Job.objects.values_list("state", "attempts", "lease_until"))))
"""


@pytest.mark.parametrize("kind", KINDS if THOROUGH else [SAME])
def test_a_job_that_ran_during_the_backup_waits_for_no_lease(small: Any, tmp_path: Path, kind: str) -> None:
    run_python(small, RUNNING_JOB)
    assert bakeoff(small, "backup", str(tmp_path / "copy")).returncode == 0
    with another(small, kind) as restored:
        assert bakeoff(restored, "restore", str(tmp_path / "copy")).returncode == 0
        assert json.loads(run_python(restored, JOBS)) == [["queued", 0, None]]
