"""Servers of every released version, brought up to date: nothing is lost, and their work goes on."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.depth import THOROUGH
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.commands.test_backup import KINDS, PATIENCE, SAME, another, bakeoff

KEPT = Path(__file__).parent / "upgrades"
VERSIONS = sorted(path.name.removesuffix(".tar.gz") for path in KEPT.glob("*.tar.gz"))


def test_the_first_version_is_kept() -> None:
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("kind", KINDS if THOROUGH else [SAME])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_of_an_earlier_version(
    installation: Installation, free_port: Callable[[], int], tmp_path: Path, version: str, kind: str
) -> None:
    with tarfile.open(KEPT / f"{version}.tar.gz") as archive:
        # Early releases of Python 3.11 have no filters.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tmp_path / "copy")
    before = json.loads((KEPT / f"{version}.json").read_text(encoding="utf-8"))
    with another(installation, kind) as upgraded:
        restored = bakeoff(upgraded, "restore", str(tmp_path / "copy"))
        assert restored.returncode == 0, restored.stderr
        assert upgraded.world("upgrade", "tell") == before
        assert bakeoff(upgraded, "worker", "--once").returncode == 0
        after = upgraded.world("upgrade", "tell")
        assert {each["state"] for each in after["submissions"].values()} == {"valid"}
        assert {team: scores for team, scores in after["scores"].items() if team in before["scores"]} == before[
            "scores"
        ]
        server = upgraded.start(port=(port := free_port()))
        wait_until_healthy(server, port, seconds=PATIENCE)
        with httpx.Client(base_url=f"http://localhost:{port}", trust_env=False, timeout=60) as visitor:
            assert visitor.get("/").status_code == 200
        assert stopped(server)[0] == 0
