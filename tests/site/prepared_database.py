"""The empty database that the migrations make: made once for all processes of tests, then copied.

The migrations take five seconds in each process. On SQLite their result stays in `build/cache` until a migration or
Django changes. On PostgreSQL, whose server ends with the run, the processes of one run share it. Each process runs
`migrate` on its copy all the same.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import psycopg
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.site import postgresql
from tests.site.settings import ON_POSTGRESQL

CACHE = Path(__file__).parent.parent.parent / "build" / "cache"
_ON_SERVER = "bakeoff_prepared"


class Preparation:
    """Starts before Django makes its test database. One process at a time: the first migrates, the others copy."""

    def __init__(self) -> None:
        CACHE.mkdir(parents=True, exist_ok=True)
        self._lock = (CACHE / "prepared-database.lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._is_copy = _copied_on_server() if ON_POSTGRESQL else _copied_file()

    def finish(self) -> None:
        """Offers to others what Django made, where there was nothing to copy."""
        if not self._is_copy:
            (_offer_on_server if ON_POSTGRESQL else _offer_file)()
        self._lock.close()


def migrations_digest() -> str:
    """Changes with every migration, and with those who run them."""
    digest = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version}".encode())
    for key, migration in sorted(MigrationLoader(None).disk_migrations.items()):
        module = import_module(type(migration).__module__)
        digest.update(repr(key).encode() + Path(module.__file__ or "").read_bytes())
    return digest.hexdigest()[:16]


def _test_settings() -> dict[str, Any]:
    found: dict[str, Any] = settings.DATABASES["default"]["TEST"]
    return found


def migrated_file() -> Path:
    """An empty database on SQLite to which all migrations were applied, once some process has offered it."""
    return CACHE / f"migrated-{migrations_digest()}.sqlite3"


def _copied_file() -> bool:
    if is_found := migrated_file().exists():
        shutil.copyfile(migrated_file(), _test_settings()["NAME"])
    return is_found


def _offer_file() -> None:
    for old in CACHE.glob("migrated-*.sqlite3*"):
        old.unlink()
    unfinished = migrated_file().with_suffix(f".{os.getpid()}")
    connection.ensure_connection()
    with closing(sqlite3.connect(unfinished)) as copy:
        connection.connection.backup(copy)
    unfinished.replace(migrated_file())


def _copied_on_server() -> bool:
    with psycopg.connect(postgresql.url_of("postgres")) as server:
        is_found = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_ON_SERVER]).fetchone() is not None
    if is_found:
        _test_settings()["TEMPLATE"] = _ON_SERVER
    return is_found


def _offer_on_server() -> None:
    own = connection.settings_dict["NAME"]
    connection.close()  # nobody may use what is copied
    with psycopg.connect(postgresql.url_of("postgres"), autocommit=True) as server:
        server.execute(f'CREATE DATABASE {_ON_SERVER} TEMPLATE "{own}"')
