"""Small packages that would take minutes and gigabytes are refused in little of both; real ones pass."""

from __future__ import annotations

import io
import json
import random
import resource
import subprocess
import sys
import tarfile
import textwrap
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from bakeoff.formats.budgets import Budget, BudgetError, budget_for
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.extraction import opened_package
from bakeoff.submissions.checker import CheckReport, check_contents, check_package
from tests.submissions.package_files import build

RULEBOOK = read_rulebook("openmt2012")
SMALL = Path(__file__).parent / "small.toml"
NAME = "output/NIST/ara2eng/NIST_ara2eng_primary_cn_eval_20120406.xml"
ARCHIVE = "OpenMT12_Eval_NIST_ara2eng_01.tgz"
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE mteval SYSTEM "mteval-xml-v1.6.dtd">\n<mteval>\n'
    '<tstset setid="openmt12-ara2eng" srclang="Arabic" trglang="English" sysid="NIST_ara2eng_primary_cn">\n'
    '<doc docid="doc-1" genre="nw">\n'
)
FOOT = "</doc></tstset></mteval>\n"
CHECK = """
    import json, sys
    from bakeoff.rulebook import read_rulebook
    from bakeoff.submissions.checker import check_package

    report = check_package(sys.argv[1], read_rulebook(sys.argv[2]), package=sys.argv[3], team="NIST")
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    print(json.dumps([peak // 1024, sorted({each.code for each in report.findings})]))
"""
GENEROUS_SECONDS = 60
"""The packages take two or three on a machine with nothing else to do, and took twenty to ninety without limits."""


def packed(folder: Path, files: dict[str, bytes], name: str = ARCHIVE) -> Path:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=9) as archive:
        for inside, data in files.items():
            member = tarfile.TarInfo(inside)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    path = folder / name
    path.write_bytes(buffer.getvalue())
    return path


def noise(size: int) -> str:
    """Text that does not shrink much, to keep a package below the limit on the ratio."""
    return random.Random(1).randbytes(size // 2).hex()


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (GENEROUS_SECONDS, GENEROUS_SECONDS))


def check_apart(path: Path, rulebook: str, package: str) -> tuple[int, list[str]]:
    """The peak of memory in megabytes and the codes, from a process of its own."""
    program = [sys.executable, "-c", textwrap.dedent(CHECK), str(path), rulebook, package]
    done = subprocess.run(program, capture_output=True, text=True, check=False, preexec_fn=limited)
    assert (done.returncode, done.stderr) == (0, "")
    peak, codes = json.loads(done.stdout)
    return peak, codes


@pytest.mark.parametrize("files", [1, 4])
def test_millions_of_empty_elements_are_refused_unread(files: int, tmp_path: Path) -> None:
    data = (HEAD + "<p/>" * 3_000_000 + FOOT).encode()
    path = packed(tmp_path, {NAME.replace("_cn_", f"_cn{number}_"): data for number in range(files)})
    assert path.stat().st_size < 49_000
    peak, codes = check_apart(path, "openmt2012", "eval")
    assert "archive-bomb-ratio" in codes
    assert peak < 300


@pytest.mark.parametrize(
    "unit",
    [
        "<p/>",
        "<seg/>",
        '<seg id="1"/>',
        '<seg id="1">x</seg>\n',
        "x<p/>",
        '</doc><doc docid="d" genre="nw">',
        "<!---->",
        "<other></other>",
    ],
)
def test_packages_below_the_limit_on_the_ratio_are_cheap_too(unit: str, tmp_path: Path) -> None:
    times = 3_000_000 // len(unit)
    path = packed(tmp_path, {NAME: (f"{HEAD}<!-- {noise(70_000)} -->" + unit * times + FOOT).encode()})
    assert path.stat().st_size < 60_000
    peak, codes = check_apart(path, "openmt2012", "eval")
    assert "archive-bomb-ratio" not in codes
    assert "check-stopped" in codes
    assert peak < 300


@pytest.mark.parametrize(("kind", "unit"), [("plain", "\n"), ("tsv", "\t"), ("ctm", "a\n"), ("trn", "(a)\n")])
def test_millions_of_short_lines_are_refused_unread(kind: str, unit: str, tmp_path: Path) -> None:
    submission = build(read_rulebook(SMALL), kind)
    name = next(iter(submission.package.files))
    text = f"{noise(70_000)}\n" + unit * (3_000_000 // len(unit))
    path = packed(tmp_path, {name: text.encode()}, submission.package.name)
    assert path.stat().st_size < 60_000
    peak, codes = check_apart(path, str(SMALL), kind)
    assert "check-stopped" in codes
    assert peak < 300


def real_text(segments: int) -> Iterator[str]:
    rng = random.Random(2)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9))) for _ in range(5000)]
    yield HEAD
    for number in range(1, segments + 1):
        yield f'<p>\n<seg id="{number}">{" ".join(rng.choices(words, k=rng.randint(4, 30)))}</seg>\n</p>\n'
    yield FOOT


def test_a_run_of_200_000_segments_passes(tmp_path: Path) -> None:
    path = packed(tmp_path, {NAME: "".join(real_text(200_000)).encode()})
    report = check_package(path, RULEBOOK, package="eval", team="NIST")
    assert [each.code for each in report.findings if each.severity == "error"] == []
    assert report.entries


def check(path: Path, budget: Budget) -> CheckReport:
    with opened_package(path) as contents:
        return check_contents(contents, RULEBOOK, package="eval", team="NIST", budget=budget)


def ticking(step: float) -> Callable[[], float]:
    ticks = count()
    return lambda: next(ticks) * step


def test_time_that_is_over_is_a_finding_and_ends_the_check(tmp_path: Path) -> None:
    text = "".join(real_text(20)).encode()
    second = NAME.replace("primary", "contrast1")
    path = packed(tmp_path, {NAME: text, second: text})
    report = check(path, Budget(seconds=5, clock=ticking(1)))
    (stopped,) = [each for each in report.findings if each.code == "check-stopped"]
    assert str(stopped) == (
        f"error [check-stopped] {NAME}: expected a package that is checked within 5 seconds of processor time, "
        "found more. Submit only real output of systems; if this is real output, split the package or ask the "
        "organisers."
    )
    assert not report.valid
    assert check(path, Budget(seconds=5, clock=ticking(0.001))).findings != report.findings


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (Budget(bytes=100), "less text"),
        (Budget(file_bytes=100), "at most 100 bytes of text in a file"),
        (Budget(work=10), "fewer lines, tags and cells"),
        (Budget(file_parts=10), "at most 10 lines, tags and cells in a file"),
    ],
)
def test_each_limit_says_what_it_is(budget: Budget, expected: str, tmp_path: Path) -> None:
    report = check(packed(tmp_path, {NAME: "".join(real_text(20)).encode()}), budget)
    (stopped,) = [each for each in report.findings if each.code == "check-stopped"]
    assert stopped.expected.startswith(expected)
    assert stopped.remedy


def test_what_is_used_up_stays_used_up() -> None:
    budget = Budget(work=2)
    with pytest.raises(BudgetError):
        budget.spend(b"a\nb\nc\n", "one.txt", bytes_before=0, parts_before=0)
    with pytest.raises(BudgetError, match=r"one\.txt"):
        budget.check("two.txt")


def test_a_budget_grows_with_the_package() -> None:
    small, large, huge = (budget_for(size) for size in (46_000, 8 << 20, 1 << 40))
    assert small.work < large.work < huge.work == Budget().work
    assert small.bytes < large.bytes < huge.bytes == Budget().bytes
    assert small.seconds < large.seconds < huge.seconds == Budget().seconds


def test_mistakes_of_one_kind_are_not_counted_for_ever(tmp_path: Path) -> None:
    path = packed(tmp_path, {NAME: (HEAD + '<seg id="1">word</seg>\n' * 30_000 + FOOT).encode()})
    report = check(path, Budget())
    (stopped,) = [each for each in report.findings if each.code == "check-stopped"]
    assert str(stopped) == (
        f"error [check-stopped] {NAME}: expected a file with fewer mistakes, "
        "found 20,000 of the kind seg-id-duplicate; more were not looked for. Fix these first and check again."
    )
