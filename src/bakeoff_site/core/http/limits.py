"""How many requests someone may make in a time.

Counted in each process of the server: a count in the database would make every request that reads one that writes.
Each process counts for itself: an installation with n processes lets through up to n times as much.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from math import ceil

_MOST_BUCKETS = 100_000
"""When there are this number of clients, idle ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A number of requests at once; they come back evenly over the time."""

    requests: int
    seconds: float


class Buckets:
    """What is left of the allowances, by whom they are for."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}
        """How much was left, and when."""
        self._lock = threading.Lock()

    def spend(self, who: str, allowance: Allowance) -> int:
        """Takes one request off an allowance; the seconds to wait where nothing is left, else 0."""
        now = time.monotonic()
        rate = allowance.requests / allowance.seconds
        with self._lock:
            left, when = self._left.get(who, (float(allowance.requests), now))
            left = min(allowance.requests, left + (now - when) * rate)
            if left < 1:
                return max(1, ceil((1 - left) / rate))
            if len(self._left) >= _MOST_BUCKETS:
                self._left.clear()
            self._left[who] = (left - 1, now)
        return 0

    def clear(self) -> None:
        """Starts again: everyone has their full allowance."""
        with self._lock:
            self._left.clear()


BUCKETS = Buckets()
