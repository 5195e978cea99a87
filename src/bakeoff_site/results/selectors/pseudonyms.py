"""Systems whose names are not released: numbers and addresses that tell nothing of whose they are.

Rows are numbered as they come, so their numbers would tell who submitted when, and what belongs together. What is shown
instead follows from the server's secret alone, stays the same for good, and does not change when other runs come.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.crypto import salted_hmac

_FEWEST = 100
_NUMBERS = 900
_SALT = "bakeoff_site.results"


def anonymous_numbers(run_ids: Iterable[int]) -> dict[int, int]:
    """The number of every run of a board; give all of them, also those withdrawn, so that none is handed out twice."""
    taken: set[int] = set()
    numbers: dict[int, int] = {}
    for run_id in sorted(run_ids):
        place = int(_secret(run_id)[:12], 16)
        # Numbers grow longer on a board that would fill half of them; a later run never moves an earlier one.
        span = _NUMBERS * 10 ** (len(taken) * 2 // _NUMBERS)
        number = _FEWEST + place % span
        while number in taken:
            number += 1
        taken.add(number)
        numbers[run_id] = number
    return numbers


def anonymous_key(board_id: int, run_id: int) -> str:
    """What addresses call a run whose name is not released."""
    return f"{board_id}-{_secret(run_id)[-16:]}"


def _secret(run_id: int) -> str:
    return salted_hmac(_SALT, str(run_id), algorithm="sha256").hexdigest()
