"""Throws broken archives at the code that meets submissions first, and counts what it should never do.

Usage: python fuzz/checker.py [--minutes 5] [--seed 1] [--target unpack|check]. A case that breaks something is kept in
build/fuzz, where its number and the seed give it back.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bakeoff.data import Finding  # noqa: E402
from bakeoff.rulebook import read_rulebook  # noqa: E402
from bakeoff.submissions.archives.limits import Limits  # noqa: E402
from bakeoff.submissions.archives.opening import unpack  # noqa: E402
from bakeoff.submissions.checking import check_contents  # noqa: E402
from fuzz.mutations import mutated, valid_archives  # noqa: E402

LIMITS = Limits(files=20, total_bytes=1 << 22, file_bytes=1 << 21)
RULEBOOK = read_rulebook("openmt2012")
SECONDS = 5.0
KEPT = ROOT / "build" / "fuzz"

Target = Callable[[Path, Path], Iterable[Finding]]


def _unpack(path: Path, folder: Path) -> Iterable[Finding]:
    return unpack(path, folder, limits=LIMITS).findings


def _check(path: Path, folder: Path) -> Iterable[Finding]:
    contents = unpack(path, folder, limits=LIMITS)
    return check_contents(contents, RULEBOOK, package="eval", site="NIST").findings


TARGETS: dict[str, Target] = {"unpack": _unpack, "check": _check}


class HangError(Exception):
    """A case took longer than any may."""


def _hang(_signal: int, _frame: FrameType | None) -> None:
    raise HangError


def try_case(target: Target, top: Path, name: str, data: bytes) -> tuple[str | None, list[str]]:
    """What went wrong, if anything did, and the codes of what was found. `top` is emptied of files afterwards."""
    path, folder = top / name, top / "deep" / "work"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    fault, codes = None, []
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        codes = [finding.code for finding in target(path, folder)]
    except HangError:
        fault = f"hang of more than {SECONDS:g} s"
    except Exception:  # whatever it is, it is what is looked for
        fault = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
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
    signal.signal(signal.SIGALRM, _hang)
    seeds = valid_archives()
    others = [data for _, data in seeds]
    for kind, data in seeds:
        try_case(target, top, f"a.{kind}", data)
    found: Counter[str] = Counter()
    broken = cases = clean = 0
    begin, memory = time.monotonic(), _peak()
    while time.monotonic() < begin + 60 * minutes:
        rng = random.Random(f"{seed} {cases}")
        kind, data = rng.choice(seeds)
        case = mutated(kind, data, others, rng)
        name = f"a.{kind}" if rng.random() < 0.9 else rng.choice(("a.zip", "a.tgz", "a.tar", "a.txt"))
        fault, codes = try_case(target, top, name, case)
        found.update(set(codes))
        clean += not codes
        if fault:
            broken += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{seed}-{cases}-{name}").write_bytes(case)
            print(f"case {cases} of seed {seed}: {fault}")
        cases += 1
    seconds = time.monotonic() - begin
    print(f"{cases:,} cases in {seconds:.0f} s ({cases / seconds:.0f} a second), {clean:,} without a finding")
    print(f"broken (crash, hang, stray file): {broken}")
    print(f"peak memory: {_peak():.0f} MB, {_peak() - memory:.0f} MB more than for the valid archives")
    for code, count in found.most_common():
        print(f"{count:9,}  {code}")
    return broken


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=TARGETS, default="unpack")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as top:
        broken = fuzz(TARGETS[options.target], Path(top), options.minutes, options.seed)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
