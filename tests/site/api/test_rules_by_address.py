"""`bakeoff check`, `pack` and others with the rules of a campaign on a real server."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from bakeoff.cli.main import main
from bakeoff_site.campaigns.models import Campaign, Team
from tests.site.submissions.conftest import packed


def call(*arguments: object) -> int:
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def address(transactional_db: None, live_server: LiveServer, campaign: Campaign) -> str:
    return f"{live_server.url}/campaigns/{campaign.slug}/"


@pytest.fixture
def package(tmp_path: Path, transactional_db: None, entrant: Team) -> Path:
    name, data = packed(entrant.campaign, "dryrun")
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


def test_a_package_is_checked_by_the_rules_at_an_address_as_by_the_file(
    address: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("check", package, "--rules", "openmt2012", "--format", "json") == 0
    by_name = capsys.readouterr().out
    assert call("check", package, "--rules", address, "--format", "json") == 0
    assert capsys.readouterr().out == by_name


def test_a_package_is_built_by_the_rules_at_an_address(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "output.txt").write_text("a\n", encoding="utf-8")
    assert call("pack", f"primary={tmp_path / 'output.txt'}", "--rules", address, "--package", "eval") == 2
    needed = capsys.readouterr().err
    for option in ("--team", "--language-pair", "--condition", "--source"):
        assert option in needed


def test_rules_at_an_address_are_shown(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("campaign", "show", address) == 0
    assert capsys.readouterr().out.startswith("NIST Open Machine Translation 2012 Evaluation (OpenMT12)")
    assert call("describe", "--rules", address, "--team", "NIST") == 0
    assert "NIST" in capsys.readouterr().out


def test_a_campaign_that_does_not_exist_is_one_sentence(
    address: str, live_server: LiveServer, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("check", package, "--rules", address.replace("/openmt/", "/other/")) == 2
    assert capsys.readouterr().err == (
        f"bakeoff: {live_server.url} has no campaign 'other' that you can see. If it is not public, give a token: "
        "--token-file FILE, or set BAKEOFF_TOKEN.\n"
    )


def test_a_wrong_token_is_one_sentence(
    address: str,
    live_server: LiveServer,
    package: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "token").write_text("bakeoff_wrong\n", encoding="utf-8")
    sentence = f"bakeoff: {live_server.url} does not accept your token: it is wrong, expired or revoked."
    assert call("check", package, "--rules", address, "--token-file", tmp_path / "token") == 2
    assert capsys.readouterr().err.startswith(sentence)
    monkeypatch.setenv("BAKEOFF_TOKEN", "bakeoff_wrong")
    assert call("check", package, "--rules", address) == 2
    assert capsys.readouterr().err.startswith(sentence)
