"""What all fuzzers share: options, cases until the time is over, crashes and hangs, what is kept of them, reports."""

from __future__ import annotations

import argparse
import random
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from types import FrameType

KEPT = Path(__file__).parent.parent / "build" / "fuzz"


def options_of(description: str | None, *, targets: Collection[str] = ()) -> argparse.Namespace:
    """What the command line says; the first target is the usual one."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    if targets:
        parser.add_argument("--target", choices=targets, default=next(iter(targets)))
    return parser.parse_args()


class HangError(Exception):
    """A case took longer than any may."""


def _hang(_signal: int, _frame: FrameType | None) -> None:
    raise HangError


def attempt(action: Callable[[], Iterable[str]], *, seconds: float) -> tuple[str | None, list[str]]:
    """What went wrong, if anything did, and the codes that the action gave."""
    signal.signal(signal.SIGALRM, _hang)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return None, list(action())
    except HangError:
        return f"hang of more than {seconds:g} s", []
    except Exception:  # whatever it is, it is what is looked for
        return traceback.format_exc(), []
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class Cases:
    """Cases one after another; number and seed give each of them back."""

    def __init__(self, *, minutes: float, seed: int) -> None:
        self._begin = time.monotonic()
        self._minutes = minutes
        self._seed = seed
        self.count = 0
        self.broken = 0

    def has_time(self, *, share: float = 1.0) -> bool:
        """Whether less than a share of the time has passed."""
        return self.seconds < 60 * self._minutes * share

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begin

    def rng(self) -> random.Random:
        """Of the next case."""
        return random.Random(f"{self._seed} {self.count}")

    def tried(self, fault: str | None, *, name: str, data: bytes) -> None:
        """Counts a case. One that broke something is kept, its name after seed and number."""
        if fault:
            self.broken += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{self._seed}-{self.count}{name}").write_bytes(data)
            print(f"case {self.count} of seed {self._seed}: {fault}")
        self.count += 1

    @property
    def pace(self) -> str:
        seconds = self.seconds
        return f"{self.count:,} cases in {seconds:.0f} s ({self.count / seconds:.0f} a second)"


def print_codes(found: Counter[str]) -> None:
    for code, count in found.most_common():
        print(f"{count:9,}  {code}")


def peak_mb() -> float:
    """The most memory that this process has taken."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
