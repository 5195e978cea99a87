"""Makefile, pages, workflow, hooks and metadata agree on targets, versions and paths."""

from __future__ import annotations

import configparser
import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]
PYTHONS = [
    each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if re.search(r":: Python :: 3\.\d+$", each)
]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
STEPS = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
RECIPES = sorted((ROOT / "docs" / "how-to").glob("add-a-*.md"))
WRITTEN_BY_A_RECIPE = {
    "src/bakeoff/metrics/length_match.py",
    "tests/metrics/test_length_match.py",
    "src/bakeoff/formats/text/json_array.py",
    "tests/formats/text/test_json_array.py",
    "src/bakeoff/human_eval/protocols/clarity.py",
    "src/bakeoff_site/datasets/selectors/sizes.py",
    "src/bakeoff_site/ui/templates/datasets/sizes.html",
}


def targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))


def shown_targets() -> set[str]:
    """Those of `make help`."""
    return set(re.findall(r"^([a-z-]+):.*##", MAKEFILE, re.MULTILINE))


def test_every_target_is_phony() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == targets()


def test_every_target_of_the_help_is_described_for_contributors() -> None:
    assert {name for name in shown_targets() if f"| `make {name}` |" not in CONTRIBUTING} == {"help"}


def test_pages_name_only_targets_that_exist() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / ".pre-commit-config.yaml"]
    named = {
        (path.name, name)
        for path in pages
        if path.name != "CHANGELOG.md"
        for name in re.findall(r"(?:`|^)make ([a-z][a-z-]*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 15
    assert {pair for pair in named if pair[1] not in targets()} == set()


def test_the_workflow_tests_every_supported_python() -> None:
    assert WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"] == PYTHONS
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in PYTHONS]
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"


def test_the_workflow_runs_only_targets_that_exist() -> None:
    named = [name for step in STEPS for name in re.findall(r"\bmake ([a-z-]+)", step.get("run", ""))]
    assert {"system", "check", "test", "package-check", "audit"} <= set(named)
    assert set(named) <= targets()


def test_the_workflow_may_only_read_and_its_actions_are_pinned() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in WORKFLOW["jobs"].values())
    actions = [step["uses"] for step in STEPS if "uses" in step]
    assert [each for each in actions if not re.fullmatch(r"actions/[a-z-]+@v\d+\.\d+\.\d+", each)] == []
    checkouts = [step for step in STEPS if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(WORKFLOW["jobs"])
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_the_wheel_is_built_from_the_source_package_so_that_trying_it_tries_both() -> None:
    builds = [line for line in MAKEFILE.splitlines() if "uv build" in line]
    assert len(builds) == 1
    assert "--wheel" not in builds[0]  # which would build it from the source tree
    assert "--sdist" not in builds[0]
    assert ".ci/try-wheel" in MAKEFILE.split("\npackage-check: package ")[1].split("\n\n")[0]


def test_the_citation_is_that_of_the_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == VERSION
    assert citation["license"] == PROJECT["project"]["license"]
    assert f"\n## {VERSION} ({citation['date-released']})\n" in CHANGELOG


def test_the_changelog_starts_with_what_is_unreleased_and_dates_every_version() -> None:
    first, *versions = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert first == "Unreleased"
    assert versions[0].startswith(f"{VERSION} (")
    assert [each for each in versions if not re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", each)] == []


def test_the_newest_version_is_the_one_that_gets_security_fixes() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| ([\d.]+) \| yes \|$", text, re.MULTILINE) == [VERSION.rpartition(".")[0]]


def test_hooks_run_the_programs_that_the_checks_run() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert [each["repo"] for each in hooks] == ["local"]
    entries = [hook["entry"] for hook in hooks[0]["hooks"]]
    called = {program for entry in entries for program in re.findall(r"\.venv/bin/(\S+(?: format| check)?)", entry)}
    assert called == {"ruff format", "ruff check", "lint-imports", "mypy"}
    assert {program for program in called if f"$(BIN)/{program}" not in MAKEFILE} == set()


def test_editors_wrap_lines_where_the_formatter_does() -> None:
    settings = configparser.ConfigParser()
    settings.read_string(f"[first]\n{(ROOT / '.editorconfig').read_text(encoding='utf-8')}")
    assert int(settings["*.{py,pyi}"]["max_line_length"]) == PROJECT["tool"]["ruff"]["line-length"]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_recipes_name_files_that_exist_or_that_they_write(recipe: Any) -> None:
    text = recipe.read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w/])((?:src|tests|docs)/[\w./-]*\w)", text))
    assert named
    assert {name for name in named if not (ROOT / name).exists()} <= WRITTEN_BY_A_RECIPE


def test_there_is_a_recipe_for_each_thing_that_people_add() -> None:
    things = {"add-a-metric", "add-a-format", "add-a-protocol", "add-a-finding", "add-a-page", "add-a-model"}
    assert {path.stem for path in RECIPES} == things
    assert {name for name in things if f"docs/how-to/{name}.md" not in CONTRIBUTING} == set()
