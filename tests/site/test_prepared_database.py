"""The database that processes of tests copy from each other is the one that the migrations make."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.site.prepared_database import migrations_digest


@pytest.mark.django_db
def test_every_migration_was_applied() -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_a_migration_of_another_text_makes_another_database(monkeypatch: pytest.MonkeyPatch) -> None:
    before = migrations_digest()
    assert migrations_digest() == before
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"# changed")
    assert migrations_digest() != before
