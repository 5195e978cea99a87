"""Puts small faults into the sources, one at a time, and says which of them the tests find.

Usage: .venv/bin/python .ci/mutations.py [--faults 30] [--seed 1] [--part 1/2]

A fault is a flipped comparison, a number off by one, a reversed condition, `and` for `or`, or a dropped permission
check. For each fault it runs tests until one fails, the cheapest first: the file of its module's name, files that
import the module, then its folder, and for the site the tables of permissions and the API. It tries a fault that these
do not find again in a thorough run (`BAKEOFF_TEST_DEPTH`). At the end the sources are as before. Run it in a clone of
its own: others who work in the same folder would see the faults.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
_FLIPPED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_CHECKS = ("check_", "require_", "refuse_", "assert_", "ensure_")
_SECONDS = 1800


@dataclass(frozen=True)
class Fault:
    """A piece of a source, and what replaces it."""

    path: Path
    line: int
    kind: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.kind}: {self.text}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--faults", type=int, default=30)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--part", default="1/1", help="for several at once, each in a clone of its own: 1/2, 2/2")
    given = options.parse_args()
    number, parts = map(int, given.part.split("/"))
    chosen = choose(random.Random(given.seed), given.faults)[number - 1 :: parts]
    found = {"by make test": 0, "by a thorough run alone": 0, "by none": 0}
    for fault in chosen:
        how = try_out(fault)
        found[how] += 1
        print(f"{how:24} {fault}", flush=True)
    print(f"{len(chosen)} faults; found " + ", ".join(f"{how}: {count}" for how, count in found.items()))


def choose(rng: random.Random, number: int) -> list[Fault]:
    """Random faults: a module first, so that long ones do not have most of them, then one of its faults."""
    modules = sorted(path for path in (ROOT / "src").rglob("*.py") if "migrations" not in path.parts)
    chosen: list[Fault] = []
    while len(chosen) < number:
        faults = list(faults_of(rng.choice(modules)))
        if faults:
            chosen.append(rng.choice(faults))
    return chosen


def faults_of(path: Path) -> Iterator[Fault]:
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def fault(node: ast.expr | ast.stmt, kind: str, text: str) -> Fault:
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return Fault(path, node.lineno, kind, start, end, text)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            yield fault(node, "comparison", f"({left} {_FLIPPED[type(node.ops[0])]} {right})")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield fault(node, "number", str(node.value + 1))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield fault(node, "condition", f"({ast.unparse(node.operand)})")
        elif isinstance(node, ast.BoolOp):
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield fault(node, "and/or", "(" + word.join(f"({ast.unparse(value)})" for value in node.values) + ")")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            name = ast.unparse(node.value.func).rpartition(".")[2]
            if name.startswith(_CHECKS):
                yield fault(node, f"dropped check {name}", "pass")


def try_out(fault: Fault) -> str:
    source = fault.path.read_bytes()
    fault.path.write_bytes(source[: fault.start] + fault.text.encode() + source[fault.end :])
    try:
        if any(_fails(tests, depth="") for tests in tests_of(fault.path)):
            return "by make test"
        return "by a thorough run alone" if _fails(tests_of(fault.path)[-1], depth="thorough") else "by none"
    finally:
        fault.path.write_bytes(source)


def _fails(tests: list[Path], *, depth: str) -> bool:
    named = [str(each.relative_to(ROOT)) for each in tests]
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *named],
            cwd=ROOT,
            env={**os.environ, "BAKEOFF_TEST_DEPTH": depth},
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True  # it never ends
    return ended.returncode != 0


def tests_of(path: Path) -> list[list[Path]]:
    """Tests to run one after the other: the mirrored file, files that import the module, then folders around it."""
    package, *folders = path.relative_to(ROOT / "src").with_suffix("").parts
    top = ROOT / "tests" / "site" if package == "bakeoff_site" else ROOT / "tests"
    mirrored = [folder / f"test_{folders[-1]}.py" for folder in _upwards(top, folders[:-1])]
    around = [folder for folder in _upwards(top, folders[:-1]) if folder != top]
    if package == "bakeoff_site":
        around += [top / "api", top / "test_permissions.py", top / "five_campaigns"]
    else:
        around += [ROOT / "tests" / "cli", ROOT / "tests" / "golden"]
    stages = [
        [each for each in paths if each.exists()] for paths in (mirrored, _importing([package, *folders]), around)
    ]
    return [stage for stage in stages if stage]


def _importing(module: list[str]) -> list[Path]:
    """Files of tests that name the module in an import."""
    parent, name = ".".join(module[:-1]), module[-1]
    imports = re.compile(
        rf"^(from {re.escape(parent)}\.{name} import|import {re.escape(parent)}\.{name}\b"
        rf"|from {re.escape(parent)} import [^#]*\b{name}\b)",
        re.MULTILINE,
    )
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [file for file in files if imports.search(file.read_text(encoding="utf-8"))]


def _upwards(top: Path, folders: list[str]) -> Iterator[Path]:
    for depth in range(len(folders), -1, -1):
        yield top.joinpath(*folders[:depth])


if __name__ == "__main__":
    main()
