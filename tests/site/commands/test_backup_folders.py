"""Folders of `bakeoff backup`: what is copied again, damaged, lost, in use, or refused, whichever the database is."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.site.commands.conftest import Installation
from tests.site.commands.test_backup import another, bakeoff, small_data, small_installation

__all__ = ["small_data", "small_installation"]  # the fixture `small`


def kept_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / "files").glob("*/*")}


def test_a_second_backup_copies_only_what_is_new_and_replaces_the_database(small: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert bakeoff(small, "backup", str(copy)).returncode == 0
    before, database = kept_in(copy), [path.name for path in copy.glob("database-*")]
    small.add("second")
    assert bakeoff(small, "backup", str(copy)).returncode == 0
    after = kept_in(copy)
    assert (len(before), len(after)) == (1, 2)
    assert before.items() <= after.items()
    assert len(list(copy.glob("database-*"))) == 1
    assert [path.name for path in copy.glob("database-*")] != database
    assert {oct(path.stat().st_mode & 0o077) for path in copy.rglob("*")} == {"0o0"}


def test_a_file_that_was_lost_before_is_told(small: Any, tmp_path: Path) -> None:
    lost = small.add("second")
    lost.write_bytes(b"other bytes")
    done = bakeoff(small, "backup", str(tmp_path / "copy"))
    assert done.returncode == 1
    assert f"{lost.name}: the database speaks of this file, which is missing or damaged." in done.stderr
    lost.unlink()
    assert bakeoff(small, "backup", str(tmp_path / "copy")).returncode == 1


def test_what_is_damaged_is_not_restored(small: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert bakeoff(small, "backup", str(copy)).returncode == 0
    (file,) = (copy / "files").glob("*/*")
    content = file.read_bytes()
    with another(small, "sqlite") as restored:
        file.write_bytes(b"other")
        done = bakeoff(restored, "restore", str(copy))
        assert done.returncode == 2
        assert f"found 1 of them damaged or missing ({file.name})" in done.stderr
        assert not (restored.folder / "data" / "bakeoff.sqlite3").exists()
        file.write_bytes(content)
        there = restored.folder / "data" / "files" / file.parent.name / file.name
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(content[::-1])  # of the same size
        assert "1 existing files are damaged" in bakeoff(restored, "restore", str(copy)).stderr
        there.unlink()
        (database,) = copy.glob("database-*")
        whole = database.read_bytes()
        database.write_bytes(whole[:-1])
        assert "found it damaged or missing" in bakeoff(restored, "restore", str(copy)).stderr
        database.write_bytes(whole)
        assert bakeoff(restored, "restore", str(copy)).returncode == 0  # what was begun hinders nothing


def test_what_a_database_left_beside_it_does_not_get_into_the_one_that_is_restored(small: Any, tmp_path: Path) -> None:
    """A server that was killed leaves a journal: who moves its database away may forget that."""
    copy = tmp_path / "copy"
    assert bakeoff(small, "backup", str(copy)).returncode == 0
    with another(small, "sqlite") as restored:
        data = restored.folder / "data"
        data.mkdir()
        for ending in ("wal", "journal"):
            left = data / f"bakeoff.sqlite3-{ending}"
            left.write_bytes(b"pages of another database")
            done = bakeoff(restored, "restore", str(copy))
            assert done.returncode == 2
            assert f"found bakeoff.sqlite3-{ending} in it" in done.stderr
            left.unlink()
        assert bakeoff(restored, "restore", str(copy)).returncode == 0


MEANWHILE = """
import subprocess, sys
from pathlib import Path
from bakeoff_site.commands.backups import snapshot

copy_kept = snapshot.copy_kept

def with_another(*arguments, **options):
    done = subprocess.run([sys.executable, "-m", "bakeoff", "backup", sys.argv[1]], capture_output=True, text=True)
    print(done.returncode, done.stderr)
    return copy_kept(*arguments, **options)

snapshot.copy_kept = with_another
snapshot.back_up(Path(sys.argv[1]))
"""


def test_two_backups_into_one_folder_do_not_come_about_at_once(small: Any, tmp_path: Path) -> None:
    """The second would remove the database of the first."""
    copy = tmp_path / "copy"
    done = subprocess.run(
        [sys.executable, "-c", MEANWHILE, str(copy)],
        env={**small.variables, "DJANGO_SETTINGS_MODULE": "bakeoff_site.config.settings"},
        cwd=small.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 ")
    assert "another backup is being made in it" in done.stdout
    assert (copy / json.loads((copy / "manifest.json").read_text(encoding="utf-8"))["database"]).exists()
    assert bakeoff(small, "backup", str(copy)).returncode == 0


def test_a_backup_of_a_newer_version_is_refused(small: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert bakeoff(small, "backup", str(copy)).returncode == 0
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    database = copy / manifest["database"]
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('core', '9999_to_come', '')")
    connection.close()
    manifest["database_sha256"] = hashlib.sha256(database.read_bytes()).hexdigest()
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with another(small, "sqlite") as restored:
        done = bakeoff(restored, "restore", str(copy))
    assert done.returncode == 2
    assert "which is newer: install that version." in done.stderr


def test_refusals_say_what_to_do(installation: Installation, tmp_path: Path) -> None:
    done = bakeoff(installation, "backup", str(tmp_path / "copy"))
    assert done.returncode == 2
    expected = "not up to date" if installation.database_url else "found no database in it"
    assert expected in done.stderr
    assert not (tmp_path / "copy").exists()
    assert bakeoff(installation, "serve", "--create-admin", "ada@example.org").returncode == 0
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").touch()
    done = bakeoff(installation, "backup", str(tmp_path / "other"))
    assert (done.returncode, "expected an empty folder or an earlier backup" in done.stderr) == (2, True)
    done = bakeoff(installation, "backup", str(installation.folder / "data" / "copy"))
    assert (done.returncode, "expected a folder outside" in done.stderr) == (2, True)
    done = bakeoff(installation, "restore", str(tmp_path / "other"))
    assert (done.returncode, "expected a backup, found no manifest.json in it" in done.stderr) == (2, True)
    assert "Traceback" not in done.stderr
