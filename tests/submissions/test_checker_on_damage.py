"""Whatever the bytes and names: a report, never an exception."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.submissions.checker import check_contents
from tests.submissions.package_files import BuiltPackage, build

SMALL = read_rulebook(Path(__file__).parent / "small.toml")
OPENMT = read_rulebook("openmt2012")
KINDS = [*((SMALL, kind) for kind in SMALL.submission.packages), (OPENMT, "eval"), (OPENMT, "combo")]
PIECES = [
    b"",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"<",
    b"&",
    b'"',
    b"\t",
    b"\n",
    b"\r",
    b" ",
    b"</seg>",
    b"<!--",
    b"]]>",
    b"9",
]
CASES = 40


def damaged(data: bytes, rng: random.Random) -> bytes:
    """With some bytes removed, doubled or replaced."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([0, 1, 1, 3, 40]))
        data = data[:at] + rng.choice([*PIECES, data[at:end] * 2]) + data[end:]
    return data


def damaged_package(package: BuiltPackage, rng: random.Random) -> BuiltPackage:
    files = {}
    for name, data in package.files.items():
        path = damaged(name.encode(), rng).decode(errors="replace").strip("/") if rng.random() < 0.2 else name
        files[path or "x"] = damaged(data, rng) if rng.random() < 0.8 else data
    name = damaged(package.name.encode(), rng).decode(errors="replace") if rng.random() < 0.2 else package.name
    return replace(package, name=name or "x", files=files)


@pytest.mark.parametrize(("rulebook", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_damaged_packages_give_reports(rulebook: Rulebook, kind: str, tmp_path: Path) -> None:
    rng = random.Random(kind)
    submission = build(rulebook, kind)
    for _ in range(CASES):
        package = damaged_package(submission.package, rng)
        report = check_contents(package.contents(tmp_path), rulebook, **submission.options)
        assert report.name == package.name
        for finding in report.findings:
            assert str(finding)
