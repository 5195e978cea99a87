"""The exact versions in requirements/ are those that pyproject.toml asks for, on every Python and platform."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
ALL_EXTRAS = ["cluster", "pos", "postgres", "server", "zh"]

FILES = {
    "build": ([], ["build"]),
    "server": (["postgres", "server"], []),
    "test": (ALL_EXTRAS, ["test"]),
    "dev": (ALL_EXTRAS, ["build", "check", "docs", "test"]),
    "meteor": ([], ["meteor"]),
}
"""Which extras and groups each file serves."""

PLATFORMS = [("linux", "Linux", "x86_64"), ("linux", "Linux", "aarch64"), ("darwin", "Darwin", "arm64")]
ENVIRONMENTS: list[dict[str, Any]] = [
    {**default_environment(), "python_version": version, "python_full_version": f"{version}.9",
     "sys_platform": platform, "platform_system": system, "platform_machine": machine}
    for version in ("3.11", "3.12", "3.13", "3.14")
    for platform, system, machine in PLATFORMS
]  # fmt: skip


def pins(name: str) -> list[tuple[Requirement, int]]:
    """Each requirement of a file with the number of its hashes."""
    lines = re.sub(r"\\\n", " ", (ROOT / "requirements" / f"{name}.txt").read_text()).splitlines()
    entries = [line.split("--hash=") for line in lines if line and not line.startswith("#")]
    return [(Requirement(head.strip()), len(hashes)) for head, *hashes in entries]


def asked(name: str) -> Iterator[Requirement]:
    """What pyproject.toml asks for, extras of our own package followed."""
    extras, groups = FILES[name]
    base = PROJECT["project"]["dependencies"] if extras else []
    lines = [
        *base,
        *(line for extra in extras for line in EXTRAS[extra]),
        *(line for key in groups for line in GROUPS[key]),
    ]
    for requirement in map(Requirement, lines):
        if requirement.name == "bakeoff":
            yield from (Requirement(line) for extra in requirement.extras for line in EXTRAS[extra])
        else:
            yield requirement


@pytest.mark.parametrize("name", FILES)
def test_every_pin_is_one_exact_version_with_its_hashes(name: str) -> None:
    for requirement, hashes in pins(name):
        assert re.fullmatch(r"==[^,*]+", str(requirement.specifier)), requirement
        assert hashes, f"{requirement} has no hash"


@pytest.mark.parametrize("name", FILES)
def test_what_the_project_asks_for_is_pinned_once_on_every_python_and_platform(name: str) -> None:
    for environment in ENVIRONMENTS:
        chosen = {}
        for requirement, _ in pins(name):
            if requirement.marker is None or requirement.marker.evaluate(environment):
                assert requirement.name not in chosen, f"{requirement.name} is pinned twice"
                chosen[requirement.name] = next(iter(requirement.specifier)).version
        for requirement in asked(name):
            version = chosen.get(re.sub(r"[-_.]+", "-", requirement.name).lower())
            assert version is not None, f"requirements/{name}.txt lacks {requirement}: make lock"
            assert requirement.specifier.contains(version), f"{requirement} is pinned to {version}: make lock"


def test_the_files_agree_on_versions() -> None:
    versions = {(requirement.name, str(requirement.specifier)) for requirement, _ in pins("dev")}
    for name in ("build", "server", "test"):
        assert {(requirement.name, str(requirement.specifier)) for requirement, _ in pins(name)} <= versions


def test_only_our_own_package_is_built_and_only_it_without_isolation() -> None:
    recipe = (ROOT / "Makefile").read_text()
    for line in recipe.splitlines():
        if "--no-build-isolation" in line:
            assert "--no-deps" in line, line
        if "--requirement" in line:
            assert "$(LOCKED)" in line, line
    assert "LOCKED := --require-hashes --only-binary :all:" in recipe
