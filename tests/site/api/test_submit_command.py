"""`bakeoff submit` against a real server with a worker."""

from __future__ import annotations

import json
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from bakeoff.cli.main import main
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Submission, Upload
from tests.site.api.conftest import text_of
from tests.site.conftest import Clock
from tests.site.submissions.conftest import in_time, packed


@pytest.fixture
def team(transactional_db: None, campaign: Any) -> Team:
    return Team.objects.create(campaign=campaign, name="Tests", language_pairs=["ara2eng"])


@pytest.fixture
def server(live_server: LiveServer, entrant: Team, owner: User, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dry run is open, and the shell knows server and token."""
    clock.move_to(in_time(entrant.campaign, "dryrun"))
    monkeypatch.setenv("BAKEOFF_SERVER", live_server.url)
    monkeypatch.setenv("BAKEOFF_TOKEN", text_of(owner, "submit"))


def written(folder: Path, team: Team, **options: Any) -> Path:
    name, data = packed(team.campaign, "dryrun", **options)
    path = folder / name
    path.write_bytes(data)
    return path


def call(*arguments: object) -> int:
    try:
        main([str(argument) for argument in ("submit", *arguments)])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.mark.usefixtures("server", "worker")
def test_valid_package_is_receipted_and_checked(
    entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = written(tmp_path, entrant)
    assert call(package, "--campaign", "openmt") == 0
    submission = Submission.objects.get()
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"Receipt 1: {package.name}, ")
    assert first.endswith(f"sha256 {submission.sha256}")
    assert last.startswith(f"{package.name}, dryrun: valid")
    assert submission.state == "valid"


@pytest.mark.usefixtures("server", "worker")
def test_json_is_that_of_check_with_the_receipt(
    entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(written(tmp_path, entrant), "--campaign", "openmt", "--format", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    submission = Submission.objects.get()
    assert (printed["valid"], printed["kind"]) == (True, "dryrun")
    assert printed["findings"] == submission.findings
    assert printed["receipt"] == {
        "number": 1,
        "received_at": submission.received_at.isoformat(),
        "sha256": submission.sha256,
        "size": submission.size,
        "time_zone": "America/New_York",
        "version": 1,
        "late": False,
        "runs": [
            {
                "name": "NIST_primary",
                "track": "single",
                "language_pair": "ara2eng",
                "condition": "constrained",
                "test_set": "dryrun",
                "official": False,
                "status": "unofficial",
                "reasons": ["dry-run"],
                "late": False,
                "replaces": [],
                "outcome": "unofficial (dry run)",
            }
        ],
    }


@pytest.mark.usefixtures("server", "worker")
def test_it_tells_what_the_page_tells_before_and_after(
    entrant: Team,
    owner: User,
    clock: Clock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    entrant.campaign.rulebook_content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    entrant.campaign.save()
    campaign = Campaign.objects.get()
    assert call(written(tmp_path, entrant), "--campaign", "openmt") == 0
    clock.move_to(in_time(campaign, "eval"))
    monkeypatch.setenv("BAKEOFF_TOKEN", text_of(owner, "submit"))
    capsys.readouterr()
    for version in (1, 2):
        name, data = packed(campaign, "eval", version=version, change=methodcaller("edited", "says", f"says {version}"))
        (tmp_path / name).write_bytes(data)
    first, second = (tmp_path / f"OpenMT12_Eval_NIST_ara2eng_0{version}.tgz" for version in (1, 2))
    board = "Single System, Arabic–English, Constrained Training, OpenMT12 test set"
    assert call(first, "--campaign", "openmt") == 0
    told = capsys.readouterr()
    assert "primary, Constrained Training: 1 of 1 left" in told.err
    assert ", Fri 6 April 2012, 10:55:12 EDT, sha256 " in told.out.splitlines()[0]
    assert told.out.splitlines()[1:3] == [
        "Version 1, in time.",
        f"NIST_primary ({board}): official",
    ]
    named = f"{first.name} (receipt 2, version 1, submitted Fri 6 April 2012, 10:55:12 EDT)"
    assert call(second, "--campaign", "openmt", "--check-only") == 0
    told = capsys.readouterr()
    assert "open until Fri 6 April 2012, 11:59 EDT." in told.err
    assert (
        f"Arabic–English, version 2\n  primary, Constrained Training: your next package replaces {named}\n" in told.err
    )
    assert call(second, "--campaign", "openmt") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[1:3] == [
        "Version 2, in time.",
        f"NIST_primary ({board}): official, replaces {named}",
    ]


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("options", [(), ("--no-check",), ("--check-only",)])
def test_empty_file_is_refused_at_once(
    options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.tgz").write_bytes(b"")
    assert call(tmp_path / "empty.tgz", "--campaign", "openmt", *options) == 2
    printed = capsys.readouterr()
    assert "empty.tgz is empty (0 bytes). Nothing was sent: make the package again." in printed.err
    assert printed.out == ""
    assert not Upload.objects.exists()


@pytest.mark.usefixtures("server")
def test_broken_package_is_not_sent(entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = written(tmp_path, entrant, change=lambda built: built.renamed("primary", "best"))
    assert call(package, "--campaign", "openmt") == 1
    printed = capsys.readouterr()
    assert "invalid" in printed.out
    assert "Nothing was sent." in printed.err
    assert not Submission.objects.exists()


@pytest.mark.usefixtures("server", "worker")
def test_broken_package_that_is_sent_all_the_same_is_invalid(
    entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = written(tmp_path, entrant, change=lambda built: built.renamed("primary", "best"))
    assert call(package, "--campaign", "openmt", "--no-check") == 1
    printed = capsys.readouterr().out
    assert printed.startswith("Receipt 1: ")
    assert "error [" in printed
    assert Submission.objects.get().state == "invalid"


@pytest.mark.usefixtures("server")
def test_receipt_without_waiting(entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (written(tmp_path, entrant), "--campaign", "openmt", "--no-wait", "--format", "json")
    assert call(*arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["valid"], printed["receipt"]["number"]) == (None, 1)


@pytest.mark.usefixtures("server")
def test_check_alone_sends_nothing(entrant: Team, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(written(tmp_path, entrant), "--campaign", "openmt", "--check-only", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["receipt"] is None
    assert not Submission.objects.exists()


@pytest.mark.usefixtures("server")
def test_token_from_a_file(
    entrant: Team, owner: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BAKEOFF_TOKEN")
    package, token = written(tmp_path, entrant), tmp_path / "token"
    assert call(package, "--campaign", "openmt") == 2
    assert "a token is needed" in capsys.readouterr().err
    token.write_text(f"{text_of(owner, 'submit')}\n", encoding="utf-8")
    assert call(package, "--campaign", "openmt", "--no-wait", "--token-file", token) == 0


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--campaign", "none"), "has no campaign 'none'; expected one as its address calls it: openmt."),
        (("--campaign", "openmt", "--server", "nowhere"), "address of a server"),
        (("--campaign", "openmt", "--server", "{server}/campaigns/openmt"), "Give only the start of the address."),
        (("--campaign", "openmt", "--token-file", "{folder}/wrong"), "/account/tokens/new/."),
        (("--campaign", "openmt", "--token-file", "none"), "could not be read"),
    ],
)
def test_wrong_call_gets_one_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    entrant: Team,
    live_server: LiveServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "wrong").write_text("bakeoff_of-nobody")
    given = [text.format(server=live_server.url, folder=tmp_path) for text in arguments]
    assert call(written(tmp_path, entrant), *given) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.out == ""


@pytest.mark.usefixtures("server")
def test_folder_and_nothing_are_no_packages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(tmp_path, "--campaign", "openmt") == 2
    assert "is a folder" in capsys.readouterr().err
    assert call(tmp_path / "none.tgz", "--campaign", "openmt") == 2
    assert "found nothing" in capsys.readouterr().err


@pytest.mark.usefixtures("server")
def test_who_has_no_team_is_told(
    stranger: User, entrant: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BAKEOFF_TOKEN", text_of(stranger))
    assert call(written(tmp_path, entrant), "--campaign", "openmt") == 2
    assert "you belong to no team" in capsys.readouterr().err
