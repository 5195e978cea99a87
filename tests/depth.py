"""How many random cases are tried: `make test` tries some of them, `make test-all` all."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("BAKEOFF_TEST_DEPTH") == "thorough"
KILLS = THOROUGH or "BAKEOFF_KILLS" in os.environ
"""Whether servers and workers are killed at random moments: `make kill-test`, `make test-all`."""
_FEWER = 4
_LEAST = 10


def cases(number: int) -> int:
    """The number of random cases that a test tries; given is the number for a thorough run."""
    return number if THOROUGH else min(number, max(_LEAST, number // _FEWER))
