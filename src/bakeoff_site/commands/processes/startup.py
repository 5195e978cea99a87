"""All that is done before the server answers. A process killed here leaves nothing that blocks the next one."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.installation.configuration_checks import (
    database_driver_problem,
    deployment_problems,
    own_connection,
    unreachable,
)
from bakeoff_site.commands.installation.file_permissions import narrow
from bakeoff_site.commands.progress_messages import ReportStep, say_nothing
from bakeoff_site.config.environment import PREFIX, examine_environment

_MIGRATION_LOCK = 0x62616B656F6666
"""Any number will do that no one else takes: these are the letters of our name."""


def default_base_url(port: int) -> None:
    """Unless settings say where the site is, links lead to this machine."""
    examination = examine_environment()
    if not examination.environment.base_url and "base_url" not in examination.wrong:
        os.environ[f"{PREFIX}BASE_URL"] = f"http://localhost:{port}"


def prepare(report_step: ReportStep = say_nothing) -> None:
    """Loads the settings, then brings the database and the static files up to date, one process at a time."""
    report_step("Checking the settings …")
    examination = examine_environment()
    if problems := [*examination.problems, *deployment_problems(examination.environment)]:
        raise BakeoffError("the server is misconfigured:\n" + "\n".join(f"  {problem}" for problem in problems))
    for notice in examination.notices:
        report_step(notice)
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise BakeoffError(database_driver_problem(error)) from None
    from django.conf import settings
    from django.db import OperationalError

    folder: Path = settings.DATA_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # names and mail addresses are stored here
    narrow(folder)
    try:
        with _only_process(folder / "start.lock", report_step), own_connection():
            report_step("Bringing the database up to date …")
            migrate()
            _collect_static_files(settings.STATIC_ROOT, report_step)
    except OperationalError as error:
        raise BakeoffError(unreachable(error)) from None


@contextmanager
def _only_process(path: Path, report_step: ReportStep) -> Iterator[None]:
    """Waits until no other process on this folder is here; the system releases the lock of one that is killed."""
    with path.open("w", encoding="ascii") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report_step("Waiting for another process that is starting on the same data folder …")
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def migrate() -> None:
    """All migrations or none.

    Django notes some of them as done only after they are committed: killed in between, it would try to make the same
    table twice ever after. In one transaction the note and the table cannot come apart.
    """
    from django.db import connection, transaction

    from bakeoff_site.commands.processes.empty_database import create_tables, is_empty

    if connection.vendor == "sqlite":
        # Tables are rebuilt by migrations, and SQLite ignores this inside a transaction.
        connection.disable_constraint_checking()
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # Servers on other machines wait here; the lock ends with the transaction.
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_MIGRATION_LOCK])
                # Tables with rows still to be checked at the end could not be altered.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        if is_empty():
            create_tables()
        call_command("migrate", interactive=False, verbosity=0)
    if connection.vendor == "sqlite":
        connection.enable_constraint_checking()


def _collect_static_files(folder: Path, report_step: ReportStep) -> None:
    """Gathers style sheets and scripts where they have changed since the last time."""
    stamp = folder / "collected"
    wanted = _digest_of_static_files()
    unfinished = folder.exists() and not stamp.exists()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    report_step("Collecting style sheets and scripts …")
    stamp.unlink(missing_ok=True)
    # What a killed process wrote in part looks up to date; what was finished stays for servers that still run on it.
    call_command("collectstatic", interactive=False, verbosity=0, clear=unfinished)
    stamp.write_text(wanted, encoding="ascii")


def _digest_of_static_files() -> str:
    from django.contrib.staticfiles.finders import get_finders

    digest = hashlib.sha256(django.__version__.encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list(None), key=lambda each: each[0]):
            with storage.open(path) as stream:
                digest.update(f"{path}\0".encode() + hashlib.sha256(stream.read()).digest())
    return digest.hexdigest()
