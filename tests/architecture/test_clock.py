"""Nobody turns the clock: services that go by the time are given it."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.syntax_trees import syntax_tree
from tests.conftest import ROOT


def replaced_clocks(tree: ast.AST) -> list[int]:
    """Lines that put something in the place of a function called `now`."""
    lines = []
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        lines += [target.lineno for target in targets if isinstance(target, ast.Attribute) and target.attr == "now"]
    return lines


def test_no_shipped_code_replaces_the_clock() -> None:
    modules: list[Path] = sorted((ROOT / "src").rglob("*.py"))
    assert len(modules) > 500
    found = {str(path): lines for path in modules if (lines := replaced_clocks(syntax_tree(path)))}
    assert found == {}


def test_a_replaced_clock_is_found() -> None:
    assert replaced_clocks(ast.parse("from django.utils import timezone\ntimezone.now = lambda: then\n")) == [2]
