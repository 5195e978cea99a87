"""Signatures say what they take."""

import ast
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import syntax_tree
from tests.conftest import ROOT

SOURCES = ROOT / "src" / "bakeoff"
PACKAGES = sorted(path for path in SOURCES.iterdir() if path.is_dir() and (path / "__init__.py").exists())


@pytest.mark.parametrize("package", [SOURCES, *PACKAGES], ids=lambda path: path.name)
def test_no_function_takes_a_dictionary_of_anything(package: Path) -> None:
    """`**choices: Any` hides from readers and from the type checker what may be chosen."""
    paths = package.glob("*.py") if package == SOURCES else package.rglob("*.py")
    found = [
        f"{path.relative_to(SOURCES)}, line {each.lineno}: {each.name}(**{each.args.kwarg.arg})"
        for path in sorted(paths)
        for each in ast.walk(syntax_tree(path))
        if isinstance(each, ast.FunctionDef) and each.args.kwarg is not None
        if ast.unparse(each.args.kwarg.annotation or ast.Constant("")) == "Any"
    ]
    assert found == []
