"""Throws broken archives at the code that meets submissions first, and counts what it should never do.

Usage: python fuzz/checker.py [--minutes 5] [--seed 1] [--target unpack|check]. A case that breaks something is kept in
build/fuzz, where its number and the seed give it back.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bakeoff.data import Finding  # noqa: E402
from bakeoff.rulebook import read_rulebook  # noqa: E402
from bakeoff.submissions.archives.extraction import unpack  # noqa: E402
from bakeoff.submissions.archives.limits import Limits  # noqa: E402
from bakeoff.submissions.checker import check_contents  # noqa: E402
from fuzz.cases import Cases, attempt, options_of, peak_mb, print_codes  # noqa: E402
from fuzz.mutations import mutated, valid_archives  # noqa: E402

LIMITS = Limits(files=20, total_bytes=1 << 22, file_bytes=1 << 21)
RULEBOOK = read_rulebook("openmt2012")
SECONDS = 5.0

Target = Callable[[Path, Path], Iterable[Finding]]


def _unpack(path: Path, folder: Path) -> Iterable[Finding]:
    return unpack(path, folder, limits=LIMITS).findings


def _check(path: Path, folder: Path) -> Iterable[Finding]:
    contents = unpack(path, folder, limits=LIMITS)
    return check_contents(contents, RULEBOOK, package="eval", team="NIST").findings


TARGETS: dict[str, Target] = {"unpack": _unpack, "check": _check}


def try_case(target: Target, top: Path, name: str, data: bytes) -> tuple[str | None, list[str]]:
    """What went wrong, if anything did, and the codes of what was found. `top` is emptied of files afterwards."""
    path, folder = top / name, top / "deep" / "work"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    fault, codes = attempt(lambda: [finding.code for finding in target(path, folder)], seconds=SECONDS)
    present = list(top.rglob("*"))
    if strays := [found for found in present if not _is_expected(found, path, folder)]:
        fault = f"stray files: {strays}"
    for found in present:
        if found.is_symlink() or not found.is_dir():
            found.unlink()
    return fault, codes


def _is_expected(found: Path, path: Path, folder: Path) -> bool:
    numbered = found.parent == folder and found.name.isdigit() and found.is_file() and not found.is_symlink()
    return numbered or found in (path, folder, folder.parent)


def fuzz(target: Target, top: Path, minutes: float, seed: int) -> int:
    """Runs cases until the time is over; the number that broke something."""
    seeds = valid_archives()
    others = [data for _, data in seeds]
    for kind, data in seeds:
        try_case(target, top, f"a.{kind}", data)
    found: Counter[str] = Counter()
    clean, memory = 0, peak_mb()
    cases = Cases(minutes=minutes, seed=seed)
    while cases.has_time():
        rng = cases.rng()
        kind, data = rng.choice(seeds)
        case = mutated(kind, data, others, rng)
        name = f"a.{kind}" if rng.random() < 0.9 else rng.choice(("a.zip", "a.tgz", "a.tar", "a.txt"))
        fault, codes = try_case(target, top, name, case)
        found.update(set(codes))
        clean += not codes
        cases.tried(fault, name=f"-{name}", data=case)
    print(f"{cases.pace}, {clean:,} without a finding")
    print(f"broken (crash, hang, stray file): {cases.broken}")
    print(f"peak memory: {peak_mb():.0f} MB, {peak_mb() - memory:.0f} MB more than for the valid archives")
    print_codes(found)
    return cases.broken


def main() -> None:
    options = options_of(__doc__, targets=TARGETS)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as top:
        broken = fuzz(TARGETS[options.target], Path(top), options.minutes, options.seed)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
