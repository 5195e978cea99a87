"""All rows of one database in another one, of the same kind or not, as they were at one moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite
from django.db.models import Model

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.processes.startup import migrate

Progress = Callable[[int, int], None]
OTHER = "other"
"""The name of the database that is not the installation's."""
_ROWS_AT_A_TIME = 500
_PAGES_AT_A_TIME = 1000
_SECONDS_BETWEEN = 0.01


def models() -> list[type[Model]]:
    """All that have a table, those between two others included."""
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and not model._meta.proxy]


def copy_out(path: Path, progress: Progress) -> None:
    """The installation's database as a file of SQLite. Writers do not wait meanwhile."""
    if connection.vendor == "sqlite":
        _copy_sqlite(Path(connection.settings_dict["NAME"]), path, progress)
    else:
        with _in_place_of_ours(sqlite(path, "default")):
            migrate()
        with opened(path), transaction.atomic(), connection.cursor() as cursor:
            # All tables as they are at this moment, whatever others commit while they are read.
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            with without_checks(connections[OTHER]), transaction.atomic(using=OTHER):
                _copy_rows("default", OTHER, progress)
    with sqlite3.connect(path) as complete:
        complete.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
    complete.close()


def copy_in(path: Path, progress: Progress) -> None:
    """Rows of a file of SQLite in the installation's database, which has none: all of them, or nothing."""
    with _in_place_of_ours(sqlite(path, "default")):
        migrate()
    with transaction.atomic():
        migrate()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        with opened(path):
            _copy_rows(OTHER, "default", progress)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models()):
                cursor.execute(statement)


def rows_of(using: str) -> dict[str, int]:
    """How many rows each table has."""
    return {model._meta.db_table: _all(model, using).count() for model in models()}


def files_of(using: str) -> set[str]:
    """Checksums of the files that rows refer to, except content in the row itself and files deleted since."""
    files: set[str] = set()
    for model in models():
        columns = {field.name for field in model._meta.get_fields()}
        if "sha256" in columns and "content" not in columns:
            rows = _all(model, using)
            rows = rows.filter(released_at=None) if "released_at" in columns else rows
            files.update(rows.values_list("sha256", flat=True))
    return files - {""}


def unknown_migrations(path: Path) -> list[str]:
    """Steps of a database's history that this version does not know: a newer one made it."""
    from django.db.migrations.loader import MigrationLoader

    known = MigrationLoader(None).disk_migrations or {}
    with sqlite3.connect(path) as database:
        applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
    database.close()
    ours = {app.label for app in apps.get_app_configs()}
    return [f"{app}.{name}" for app, name in applied if app in ours and (app, name) not in known]


def sqlite(path: Path, alias: str) -> SQLite:
    """A file of SQLite under a name; nothing is opened yet."""
    settings: dict[str, Any] = {
        **connection.settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {"init_command": "PRAGMA synchronous=OFF"},  # synced once, when it is complete
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": False,
    }
    return SQLite(settings, alias)


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """A file of SQLite as the other database."""
    connections[OTHER] = sqlite(path, OTHER)
    try:
        yield
    finally:
        connections[OTHER].close()
        del connections[OTHER]


@contextmanager
def _in_place_of_ours(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Migrations speak to the installation's database by its name alone: for a while, that is another one."""
    ours = connections["default"]
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = ours


@contextmanager
def without_checks(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Rows may come before the rows they refer to; all are checked at the end."""
    database.ensure_connection()
    database.disable_constraint_checking()
    yield
    database.enable_constraint_checking()
    database.check_constraints()


def _copy_rows(source: str, target: str, progress: Progress) -> None:
    """Every row of every table as it is: times that are noted by themselves, too."""
    total = sum(rows_of(source).values())
    done = 0
    for model in reversed(models()):  # what migrating puts into an empty database
        _all(model, target)._raw_delete(target)
    for model in models():
        fields = model._meta.local_concrete_fields
        most = connections[target].ops.bulk_batch_size(fields, [None] * _ROWS_AT_A_TIME)
        rows = _all(model, source).order_by("pk").iterator(chunk_size=_ROWS_AT_A_TIME)
        while some := list(islice(rows, min(most, _ROWS_AT_A_TIME))):
            _all(model, target)._insert(some, fields=fields, using=target, raw=True)
            done += len(some)
            progress(done, total)
    if (copied := sum(rows_of(target).values())) != total:
        raise BakeoffError(f"of {total} rows {copied} were copied: the copy was not kept.")


def _all(model: type[Model], using: str) -> Any:
    return model._base_manager.using(using).order_by()


def _copy_sqlite(source: Path, target: Path, progress: Progress) -> None:
    """The database's own copy of itself while it is in use: complete, as of one moment."""

    def report_pages(_status: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    reading, writing = sqlite3.connect(source, timeout=20), sqlite3.connect(target)
    try:
        reading.execute("BEGIN")  # others may write; what is copied does not start again each time they do
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reading.backup(writing, pages=_PAGES_AT_A_TIME, progress=report_pages, sleep=_SECONDS_BETWEEN)
    finally:
        reading.close()
        writing.close()
