"""An installation made of a backup.

Files come first and the database last, complete or not at all: where it stops in between, it can be started again.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.backups.files import checksum_of, copy_checked, copy_kept, place_in
from bakeoff_site.commands.backups.manifests import Manifest, read_manifest
from bakeoff_site.commands.installation.configuration_checks import (
    database_driver_problem,
    deployment_problems,
    own_connection,
    unreachable,
)
from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE
from bakeoff_site.commands.progress_bars import progress_bar
from bakeoff_site.config.environment import PREFIX, Environment, examine_environment
from bakeoff_site.config.secrets import KEY_FILE


def restore(source: Path) -> Manifest:
    """Makes the installation that the settings name out of a backup; refused where there is one already."""
    manifest = read_manifest(source)
    examination = examine_environment()
    environment = examination.environment
    if problems := [*examination.problems, *deployment_problems(environment)]:
        raise BakeoffError("the server is misconfigured:\n" + "\n".join(f"  {problem}" for problem in problems))
    _refuse_over_another(environment, source, manifest)
    database = source / manifest.database
    if not database.is_file() or checksum_of(database) != manifest.database_sha256:
        raise BakeoffError(f"{database}: expected the database of {manifest.made_at}, found it damaged or missing.")
    environment.data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if manifest.has_key and not environment.secret_key:
        shutil.copyfile(source / KEY_FILE, environment.data_folder / KEY_FILE)  # before settings would make another
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise BakeoffError(database_driver_problem(error)) from None
    with own_connection():
        _refuse_newer_and_full(database, manifest)
        _restore_files(source, environment.data_folder, manifest)
        _restore_database(database, environment)
        _hand_back_jobs()
    return manifest


def _refuse_over_another(environment: Environment, source: Path, manifest: Manifest) -> None:
    folder = environment.data_folder
    # Journals that a killed server left, too: SQLite would write what is in them into the database next to them.
    for name in (DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-journal"):
        if (folder / name).exists():
            raise BakeoffError(
                f"{folder}: expected a folder without a server's database, found {name} in it. Nothing is restored "
                f"over an installation: move it away, or name another folder by {PREFIX}DATA_FOLDER."
            )
    key = folder / KEY_FILE
    is_asked = manifest.has_key and not environment.secret_key and key.exists()
    if is_asked and key.read_bytes() != (source / KEY_FILE).read_bytes():
        raise BakeoffError(f"{key}: expected no key, or that of the backup, found that of another installation.")


def _refuse_newer_and_full(database: Path, manifest: Manifest) -> None:
    from django.db import DatabaseError, connection

    from bakeoff_site.commands.backups import databases

    if databases.unknown_migrations(database):
        raise BakeoffError(f"the backup was made by Bakeoff {manifest.bakeoff}, which is newer: install that version.")
    if connection.vendor == "sqlite":
        return
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        raise BakeoffError(unreachable(error)) from None
    if tables:
        raise BakeoffError(
            f"{PREFIX}DATABASE_URL: expected an empty database, found one with {len(tables)} tables. Nothing is "
            "restored over an installation: make another by createdb."
        )


def _restore_files(source: Path, folder: Path, manifest: Manifest) -> None:
    before = [place for sha256 in manifest.files if (place := place_in(folder, sha256)).exists()]
    if wrong := [place for place in before if checksum_of(place) != place.name]:
        raise BakeoffError(f"{folder}: {len(wrong)} existing files are damaged: remove files/.")
    with progress_bar("Files") as progress:
        _, lost = copy_kept(manifest.files, source=source, target=folder, progress=progress)
    if lost:
        shown = ", ".join(lost[:3]) + (" …" if len(lost) > 3 else "")
        raise BakeoffError(
            f"{source}: expected {len(manifest.files)} files, found {len(lost)} of them damaged or missing ({shown}). "
            "The database was not restored: take another backup."
        )


def _restore_database(database: Path, environment: Environment) -> None:
    from bakeoff_site.commands.backups import databases

    if not environment.database_url:
        copy_checked(database, environment.data_folder / DATABASE_FILE, sha256=checksum_of(database))
        return
    with tempfile.TemporaryDirectory(dir=environment.data_folder) as work, progress_bar("Database") as progress:
        copy = Path(work) / database.name  # brought up to date before its rows are read
        shutil.copyfile(database, copy)
        databases.copy_in(copy, progress)


def _hand_back_jobs() -> None:
    """Queues the jobs that ran while the backup was made: their workers are not here, and their leases may last."""
    from bakeoff_site.commands.processes.startup import migrate
    from bakeoff_site.jobs.choices import JobState
    from bakeoff_site.jobs.models import Job
    from bakeoff_site.jobs.services import hand_back

    migrate()  # the backup may come from an older version
    for job in Job.objects.filter(state=JobState.RUNNING):
        hand_back(job, "the server was restored from a backup")
