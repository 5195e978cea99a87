"""The tables of a database that has none, made at once as the last migration leaves them.

Migrations bring tables with rows from one version to the next; on an empty database they take seconds to make what is
known from the start. `tests/site/commands/processes/test_empty_database.py` compares both ways.
"""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def is_empty() -> bool:
    """Whether the installation's database has no table."""
    return not connection.introspection.table_names()


def create_tables() -> None:
    """Makes all tables, and notes every migration as done. Needs a transaction around it."""
    executor = MigrationExecutor(connection)
    models = executor.loader.project_state().apps.get_models()
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
    executor.recorder.ensure_schema()
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        executor.recorder.record_applied(migration.app_label, migration.name)
