"""Packages that load their names when they are asked for."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.conftest import ROOT

SOURCES = ROOT / "src"
PACKAGES = sorted(
    ".".join(path.parent.relative_to(SOURCES).parts)
    for path in (SOURCES / "bakeoff").rglob("__init__.py")
    if "lazy_names(" in path.read_text(encoding="utf-8")
)


def stub_of(package: str) -> ast.Module:
    path = SOURCES.joinpath(*package.split("."), "__init__.pyi")
    return ast.parse(path.read_text(encoding="utf-8"))


def test_large_packages_are_lazy_in_one_way() -> None:
    assert {"bakeoff.evaluation", "bakeoff.formats", "bakeoff.reports", "bakeoff.text"} <= set(PACKAGES)
    stubs = {".".join(path.parent.relative_to(SOURCES).parts) for path in (SOURCES / "bakeoff").rglob("__init__.pyi")}
    assert stubs == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_offers_what_its_stub_says(package: str) -> None:
    module = import_module(package)
    imported = {
        alias.asname: f"{'.' * node.level}{node.module}"
        for node in stub_of(package).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(module.__all__) == sorted(dir(module)) == sorted(imported)
    for name, home in imported.items():
        assert getattr(module, name) is getattr(import_module(home, package), name)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_that_of_a_module_which_would_take_its_place(package: str) -> None:
    module = import_module(package)
    modules = {each.name for each in iter_modules([str(Path(module.__file__).parent)])}
    assert modules.isdisjoint(module.__all__)


def test_an_unknown_name_is_an_error_as_everywhere() -> None:
    import bakeoff.text

    with pytest.raises(AttributeError, match=r"module 'bakeoff\.text' has no attribute 'nothing'"):
        bakeoff.text.nothing  # type: ignore[attr-defined]  # noqa: B018
