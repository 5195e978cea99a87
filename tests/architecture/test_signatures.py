"""Signatures say what they take."""

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT

MODULES = sorted((ROOT / "src" / "bakeoff").rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT / "src"))


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_function_takes_a_dictionary_of_anything(path: Path) -> None:
    """`**choices: Any` hides from readers and from the type checker what may be chosen."""
    functions = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    ]
    found = [
        f"{named(path)}, line {each.lineno}: {each.name}(**{each.args.kwarg.arg})"
        for each in functions
        if each.args.kwarg is not None and ast.unparse(each.args.kwarg.annotation or ast.Constant("")) == "Any"
    ]
    assert found == []
