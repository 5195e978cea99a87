"""The site keeps to its own order: settings are documented, apps are in the contract, migrations can be undone."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from bakeoff_site.config.environment import Environment
from tests.conftest import ROOT


def contracts() -> dict[str, dict[str, Any]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return {each["name"]: each for each in tomllib.loads(text)["tool"]["importlinter"]["contracts"]}


def layered_apps() -> set[str]:
    """Apps of ours that have any of the layers."""
    layers = contracts()["Inside an app of the site imports go downwards only"]["layers"]
    names = {name for layer in layers for name in re.findall(r"\w+", layer)}
    ours = [app for app in apps.get_app_configs() if app.name.startswith("bakeoff_site.")]
    return {app.name for app in ours if names & {path.stem for path in Path(app.path).iterdir()}}


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| `")}
    assert list(rows) == [f"`{each.name}`" for each in fields(Environment)]
    for each in fields(Environment):
        assert f"`BAKEOFF_{each.name.upper()}`" in rows[f"`{each.name}`"]


def test_every_app_is_in_the_contract_of_layers() -> None:
    layered = [each for each in contracts().values() if each["type"] == "layers"]
    named = {container for each in layered for container in each.get("containers", [])}
    assert {each for each in named if each.startswith("bakeoff_site.")} == layered_apps()


def test_no_app_imports_how_the_site_is_run() -> None:
    named = set(contracts()["Apps of the site never import how it is run"]["source_modules"])
    assert named == {*layered_apps(), "bakeoff_site.ui"}


def test_migrations_are_all_or_nothing() -> None:
    """A server that is killed while it starts must leave the database as it was."""
    migrations = MigrationLoader(None).disk_migrations
    assert len(migrations) >= 10
    assert [key for key, migration in migrations.items() if not migration.atomic] == []


def test_every_change_of_a_model_has_its_migration() -> None:
    loader = MigrationLoader(None)
    changes = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps)).changes(loader.graph)
    assert changes == {}, "make migrations"


def test_only_the_queue_itself_knows_kinds_and_lanes_of_jobs() -> None:
    """Whoever wants a run scored or a board compared calls the one function for it."""
    sources = [path for path in (ROOT / "src" / "bakeoff_site").rglob("*.py") if path.parent.name != "jobs"]
    assert len(sources) > 100
    found = [path.as_posix() for path in sources if re.search(r"\benqueue\(", path.read_text(encoding="utf-8"))]
    assert found == []


def test_tasks_of_scoring_only_fetch_and_delegate() -> None:
    text = (ROOT / "src" / "bakeoff_site" / "scoring" / "tasks.py").read_text(encoding="utf-8")
    tasks = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert len(tasks) == 8
    statements = {
        node.name: [
            each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        ]
        for node in tasks
    }
    assert {name: len(body) for name, body in statements.items()} == dict.fromkeys(statements, 1)
