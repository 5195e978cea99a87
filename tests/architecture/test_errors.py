"""One tree of exceptions: each has a name of its own and derives from `BakeoffError`."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.architecture.syntax_trees import syntax_tree
from tests.conftest import ROOT

CONTROL_FLOW = {
    "JobLostError": "ends a job at its next report of progress, past everything that handles mistakes of the input",
    "_KnownKeyError": "takes back, within saving an answer, what was written before a key turned out to be known",
}
"""Exceptions outside the tree, and why."""


@cache
def classes() -> list[tuple[str, list[str]]]:
    """All classes of the source with the names of their bases."""
    return list(_classes())


def _classes() -> Iterator[tuple[str, list[str]]]:
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(syntax_tree(path)):
            if isinstance(node, ast.ClassDef):
                yield node.name, [ast.unparse(base).rpartition(".")[2] for base in node.bases]


def is_foreign_exception(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return (isinstance(kind, type) and issubclass(kind, BaseException)) or name.endswith(("Error", "Exception"))


@cache
def exceptions() -> dict[str, set[str]]:
    """Exceptions with all their ancestors."""
    bases: dict[str, list[str]] = {}
    for name, parents in classes():
        bases.setdefault(name, []).extend(parents)

    def ancestors(name: str) -> set[str]:
        return {name}.union(*(ancestors(parent) for parent in bases.get(name, ()) if parent != name))

    trees = {name: ancestors(name) for name in bases}
    return {name: tree for name, tree in trees.items() if any(map(is_foreign_exception, tree))}


def test_every_exception_derives_from_one() -> None:
    outside = {name for name, tree in exceptions().items() if "BakeoffError" not in tree}
    assert outside == CONTROL_FLOW.keys()


def test_no_two_exceptions_share_a_name() -> None:
    known = exceptions()
    counts = Counter(name for name, _ in classes() if name in known)
    assert [name for name, count in counts.items() if count > 1] == []
