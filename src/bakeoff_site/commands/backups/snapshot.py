"""A copy of an installation, while it serves.

The database comes first and the files after it: files exist before any row refers to them, and are never written
over. So whatever had a receipt when the copy started is in it complete.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured

from bakeoff import __version__
from bakeoff.errors import BakeoffError
from bakeoff_site.commands.backups.files import checksum_of, copy_kept
from bakeoff_site.commands.backups.manifests import MANIFEST, Manifest, write_manifest
from bakeoff_site.commands.installation.configuration_checks import (
    database_driver_problem,
    migration_problems,
    own_connection,
)
from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE
from bakeoff_site.commands.progress_bars import progress_bar
from bakeoff_site.config.environment import PREFIX, examine_environment
from bakeoff_site.config.secrets import KEY_FILE

_LOCK = "backup.lock"


def back_up(target: Path) -> tuple[Manifest, list[str]]:
    """Makes a backup, or updates the one in the folder; returns its contents, and files that were lost before."""
    _check(target)
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise BakeoffError(database_driver_problem(error)) from None
    if problems := list(migration_problems()):
        raise BakeoffError(f"nothing was backed up: {problems[0]}")
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _only_backup(target), own_connection():
        return _copied(target)


@contextmanager
def _only_backup(target: Path) -> Iterator[None]:
    """Refuses to start where another one is not done: each removes what the other has not finished."""
    with (target / _LOCK).open("w", encoding="ascii") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BakeoffError(
                f"{target}: expected no other backup at work, found that another backup is being made in it. Wait "
                "until it is done, or name another folder."
            ) from None
        yield


def _check(target: Path) -> None:
    examination = examine_environment()
    environment = examination.environment
    if examination.problems:
        raise BakeoffError("the server is misconfigured:\n" + "\n".join(f"  {each}" for each in examination.problems))
    if not environment.database_url and not (environment.data_folder / DATABASE_FILE).exists():
        raise BakeoffError(
            f"{environment.data_folder}: expected the data folder of a server, found no database in it. Run the "
            f"command where bakeoff serve runs, or set {PREFIX}DATA_FOLDER."
        )
    if target.is_file() or (target.is_dir() and any(target.iterdir()) and not _is_backup(target)):
        raise BakeoffError(f"{target}: expected an empty folder or an earlier backup, found something else.")
    if target.resolve().is_relative_to(environment.data_folder.resolve()):
        raise BakeoffError(f"{target}: expected a folder outside {environment.data_folder}, which it is a copy of.")


def _is_backup(folder: Path) -> bool:
    """Also one that was never finished."""
    return (folder / MANIFEST).exists() or all(
        path.name in ("files", KEY_FILE, _LOCK, f"{MANIFEST}.new") or path.name.startswith("database-")
        for path in folder.iterdir()
    )


def _copied(target: Path) -> tuple[Manifest, list[str]]:
    from django.conf import settings

    from bakeoff_site.commands.backups import databases
    from bakeoff_site.submissions.models import Upload

    now = datetime.now(UTC)
    database = target / f"database-{now:%Y%m%dT%H%M%S%fZ}.sqlite3"
    with progress_bar("Database") as progress:
        databases.copy_out(database, progress)
    with databases.opened(database):
        # Pieces of an unfinished upload are no submission yet and are stored elsewhere: the sender starts again.
        Upload.objects.using(databases.OTHER).filter(submission=None).delete()
        rows, wanted = databases.rows_of(databases.OTHER), databases.files_of(databases.OTHER)
    with database.open("rb") as stream:
        os.fsync(stream.fileno())  # before the manifest says that it exists
    with progress_bar("Files") as progress:
        sizes, lost = copy_kept(wanted, source=settings.DATA_FOLDER, target=target, progress=progress)
    lost = sorted(set(lost) & databases.files_of("default"))  # others were deleted since the database was copied
    manifest = Manifest(
        bakeoff=__version__,
        made_at=now.isoformat(timespec="seconds"),
        database=database.name,
        database_sha256=checksum_of(database),
        rows=rows,
        files=sizes,
        has_key=_copy_key(settings.DATA_FOLDER / KEY_FILE, target / KEY_FILE),
    )
    write_manifest(manifest, target)
    for path in target.glob("database-*"):
        if path != database:
            path.unlink()  # of the backup before, or of one that was killed
    return manifest, lost


def _copy_key(source: Path, target: Path) -> bool:
    """The key, where the server made it; one that the settings give is kept with these."""
    if not source.exists():
        target.unlink(missing_ok=True)
        return False
    shutil.copyfile(source, target)
    target.chmod(0o600)
    return True
