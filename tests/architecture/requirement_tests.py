"""The page that says what the tests of the requirements show.

`python -m tests.architecture.requirement_tests` writes it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.conftest import ROOT

REQUIREMENTS = ROOT / "docs" / "reference" / "requirements.md"
TESTS = ROOT / "docs" / "reference" / "tests.md"
LINK = re.compile(r"\[`([^`]+\.py(?:::\w+)?)`\]\(tests\.md#([\w-]+)\)")
"""A test that the page of requirements names."""
_INTRODUCTION = """# Tests of the requirements

The tests that the [requirements](requirements.md) name, and what each shows. Paths are relative to `tests/`; run one
with `make test PYTEST='tests/PATH::NAME'`.
"""


def named_tests() -> list[str]:
    """Files (`cli/test_x.py`) and tests in them (`cli/test_x.py::test_y`) that the requirements name."""
    return list(dict.fromkeys(name for name, _ in LINK.findall(REQUIREMENTS.read_text(encoding="utf-8"))))


def anchor(name: str) -> str:
    """Where the page speaks of a file or test."""
    return re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-")


def page() -> str:
    """The text of the page."""
    by_file: dict[str, list[str]] = {}
    for name in named_tests():
        path, _, function = name.partition("::")
        by_file.setdefault(path, [])
        if function:
            by_file[path].append(function)
    parts = [_INTRODUCTION]
    for path, functions in sorted(by_file.items()):
        parts.append(f'## <a id="{anchor(path)}"></a>`{path}`\n\n{_about(path)}\n')
        if functions:
            parts.append("\n".join(_lines(path, sorted(functions))) + "\n")
    return "\n".join(parts)


def _lines(path: str, functions: list[str]) -> Iterator[str]:
    known = {node.name: node for node in _module(path).body if isinstance(node, ast.FunctionDef)}
    for function in functions:
        sentence = function.removeprefix("test_").replace("_", " ").capitalize()
        said = _docstring(known[function])
        meaning = f"{sentence}. {said}".strip()
        yield f'- <a id="{anchor(f"{path}::{function}")}"></a>`{function}`: {meaning}'


def _about(path: str) -> str:
    """What a file is about; by its docstring, or else by the module that it mirrors."""
    return _docstring(_module(path)) or f"The tests of `{path.replace('test_', '')}`."


def _docstring(node: ast.Module | ast.FunctionDef) -> str:
    """The first paragraph on one line."""
    return " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())


@cache
def _module(path: str) -> ast.Module:
    return ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    TESTS.write_text(page(), encoding="utf-8")
