"""Campaigns of tests that are built once in each process: later tests get copies of their rows and files.

A copy has the numbers of the first, so it is made only where the database has no rows yet and is rolled back after the
test. Elsewhere (on PostgreSQL, where numbers are never given out again, and where tests commit) the campaign is built.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any

from django.apps import apps
from django.db import connection

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage import files

NUMBERS = "sqlite_sequence"
Rows = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Copy:
    """The rows of each table, the numbers that come next, and the files of a campaign."""

    campaign: int
    rows: Rows
    files: tempfile.TemporaryDirectory[str]


def remembered(build: Callable[..., Campaign]) -> Callable[..., Campaign]:
    """Builds a campaign once for each set of arguments."""
    copies: dict[object, Copy] = {}

    @wraps(build)
    def campaign(*arguments: Any, **options: Any) -> Campaign:
        if not _can_be_copied():
            return build(*arguments, **options)
        key = (arguments, *sorted(options.items()))
        if key not in copies:
            built = build(*arguments, **options)
            copies[key] = _copy_of(built)
            return built
        _write(copies[key])
        return Campaign.objects.get(pk=copies[key].campaign)

    return campaign


def _can_be_copied() -> bool:
    return connection.vendor == "sqlite" and connection.in_atomic_block and not _rows() and not files.folder().exists()


@cache
def _tables() -> tuple[str, ...]:
    """All tables but those that Django fills when it makes the database."""
    filled = {"django_content_type", "auth_permission"}
    models = apps.get_models(include_auto_created=True)
    return tuple(sorted({model._meta.db_table for model in models} - filled))


def _rows() -> Rows:
    """What tables hold, and the last number that each has given to a row."""
    with connection.cursor() as cursor:
        rows = {}
        for table in (*_tables(), NUMBERS):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows[table] = cursor.fetchall()
        rows[NUMBERS] = [(table, last) for table, last in rows[NUMBERS] if table in _tables() and last > 0]
    return {table: found for table, found in rows.items() if found}


def _copy_of(campaign: Campaign) -> Copy:
    kept = tempfile.TemporaryDirectory(prefix="bakeoff-remembered-")
    shutil.copytree(files.folder(), kept.name, dirs_exist_ok=True)
    return Copy(campaign.pk, _rows(), kept)


def _write(copy: Copy) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {NUMBERS} WHERE seq = 0")
        for table, rows in copy.rows.items():
            places = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
    shutil.copytree(copy.files.name, files.folder())
