"""An empty database gets the same tables and rows at once as by the migrations, one after the other."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.site.commands.conftest import Installation
from tests.site.settings import ON_POSTGRESQL

Ask = Callable[[str], list[tuple[Any, ...]]]
ROWS = (
    "SELECT app, name FROM django_migrations",
    "SELECT app_label, model FROM django_content_type",
    "SELECT app_label, model, codename, name FROM auth_permission "
    "JOIN django_content_type ON django_content_type.id = content_type_id",
)
ON_SERVER = (
    "SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length, collation_name, "
    "is_identity FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
)


@pytest.mark.django_db
def test_tables_made_at_once_are_those_of_the_migrations(installation: Installation) -> None:
    done = installation.run("--create-admin", "nobody")  # refused, but only after everything is prepared
    assert done.returncode == 2, done.stderr
    by_migrations = described(asked_by_django)
    assert len(by_migrations) > 200
    if installation.database_url:
        with psycopg.connect(installation.database_url) as server:
            assert described(lambda query: server.execute(query.encode()).fetchall()) == by_migrations
    else:
        with closing(sqlite3.connect(installation.folder / "data" / "bakeoff.sqlite3")) as file:
            assert described(lambda query: file.execute(query).fetchall()) == by_migrations


def asked_by_django(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def described(ask: Ask) -> set[tuple[Any, ...]]:
    """Columns in any order, constraints, indexes, and the rows that Django itself adds."""
    schema = [row for query in ON_SERVER for row in ask(query)] if ON_POSTGRESQL else _of_file(ask)
    return {*schema, *((query, *row) for query in ROWS for row in ask(query))}


def _of_file(ask: Ask) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    for kind, name, sql in ask("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"):
        if kind == "table":
            head, _, columns = sql.partition("(")
            found += [(head, part) for part in _parts(columns.removesuffix(")"))]
        else:
            found.append((kind, name, sql))
    return found


def _parts(columns: str) -> list[str]:
    """What stands between commas that are in no brackets."""
    depth, parts = 0, [""]
    for piece in re.split(r"([(),])", columns):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]
