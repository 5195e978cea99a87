"""Files that no row speaks of leave the disk, and no other."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.storage import file_cleanup, files
from bakeoff_site.core.storage.file_cleanup import GRACE, sweep
from bakeoff_site.core.storage.files import KeptFile, keep
from bakeoff_site.scoring.models import Trial
from bakeoff_site.submissions.services import receive_submission

LONG_AGO = (timezone.now() - GRACE - timedelta(hours=1)).timestamp()


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path


def _age(path: Path) -> Path:
    os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    return path


def _kept(content: bytes) -> KeptFile:
    kept = keep([content])
    _age(kept.path)
    return kept


def _trial(owner: User, kept: KeptFile, *, released_at: datetime | None = None) -> Trial:
    team = owner.team_memberships.get().team
    return Trial.objects.create(
        campaign=team.campaign,
        user=owner,
        team=team,
        track="mt",
        language_pair="de-en",
        test_set="tune",
        name="a.txt",
        sha256=kept.sha256,
        size=kept.size,
        released_at=released_at,
    )


def test_what_no_row_speaks_of_goes(team: Team, owner: User) -> None:
    submitted = receive_submission(team, name="a.tgz", chunks=[b"submitted"], by=owner)
    needed, tried, over = files.path_of(submitted.sha256), _kept(b"tried"), _kept(b"tried and over")
    shared, nobodys = _kept(b"tried and submitted"), _kept(b"refused after it was kept")
    _age(needed)
    _trial(owner, tried)
    _trial(owner, over, released_at=timezone.now())
    _trial(owner, shared, released_at=timezone.now())
    receive_submission(team, name="b.tgz", chunks=[b"tried and submitted"], by=owner)
    _age(shared.path)
    assert sweep(timezone.now()) == 2
    assert [path.exists() for path in (needed, tried.path, shared.path)] == [True, True, True]
    assert [over.path.exists(), nobodys.path.exists()] == [False, False]
    assert sweep(timezone.now()) == 0


def test_what_is_young_may_get_its_row_yet(db: None) -> None:
    young = keep([b"being submitted"])
    assert sweep(timezone.now()) == 0
    assert young.path.exists()


def test_all_tables_that_speak_of_files_are_asked(db: None) -> None:
    asked = {rows.model.__name__ for rows in file_cleanup._rows()}
    assert asked >= {"DataFile", "Submission", "Run", "Trial"}


def test_what_is_kept_again_while_it_leaves_stays(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at the rows and the removal, somebody submits the same content."""
    old, rename = _kept(b"content"), Path.rename

    def kept_meanwhile(self: Path, target: Path) -> Path:
        keep([b"content"])
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", kept_meanwhile)
    assert sweep(timezone.now()) == 0
    assert old.path.read_bytes() == b"content"


def test_a_row_that_came_meanwhile_is_seen(team: Team, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    old, rename = _kept(b"content"), Path.rename

    def spoken_of_meanwhile(self: Path, target: Path) -> Path:
        _trial(owner, old)
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", spoken_of_meanwhile)
    assert sweep(timezone.now()) == 0
    assert old.path.read_bytes() == b"content"


def test_what_a_crash_left_aside_is_put_back_and_looked_at_again(team: Team, owner: User) -> None:
    needed, nobodys = _kept(b"needed"), _kept(b"nobody's")
    _trial(owner, needed)
    leaving = files.folder() / "leaving"
    leaving.mkdir()
    for kept in (needed, nobodys):
        kept.path.rename(leaving / kept.sha256)
    assert sweep(timezone.now()) == 1
    assert needed.path.read_bytes() == b"needed"
    assert not nobodys.path.exists()
    assert list(leaving.iterdir()) == []


def test_what_was_half_done_when_a_process_was_killed_goes(db: None, tmp_path: Path) -> None:
    coming = files.folder() / "coming"
    coming.mkdir(parents=True)
    work = coming / "tmpwork"
    work.mkdir()
    (work / "name").symlink_to(_kept(b"x").path)
    half, young, body = coming / "tmphalf", coming / "tmpyoung", tmp_path / "tmp123.upload.tgz"
    for path in (half, young, body):
        path.write_bytes(b"...")
    other = tmp_path / "bakeoff.sqlite3"
    other.write_bytes(b"the database")
    for path in (half, body, work, other):
        _age(path)
    sweep(timezone.now())
    assert sorted(path.name for path in coming.iterdir()) == ["tmpyoung"]
    assert (body.exists(), other.exists()) == (False, True)
