"""The codes of what may be wrong with a rulebook."""

from __future__ import annotations

from bakeoff.data import Code, Finding
from bakeoff.errors import Place

RULEBOOK_CODES = (
    Code(
        "rulebook-syntax",
        "error",
        "the file cannot be read as a rulebook at all",
        "Correct the file at the place named.",
    ),
    Code(
        "rulebook-key-unknown",
        "error",
        "a key that rulebooks do not have",
        "Correct the spelling of the key, or remove it.",
    ),
    Code("rulebook-key-missing", "error", "a key that has to be there", "Add the key to the table named."),
    Code(
        "rulebook-value",
        "error",
        "a value of the wrong type or out of its range",
        "Change the value to what is expected.",
    ),
    Code(
        "rulebook-reference",
        "error",
        "the name of something that the rulebook does not define",
        "Correct the name, or define it in the rulebook.",
    ),
    Code(
        "rulebook-rule",
        "error",
        "rules that contradict each other",
        "Change one of the rules so that they fit together.",
    ),
    Code(
        "rulebook-schedule-past",
        "warning",
        "phases that are over, or started before today",
        "Move the dates, or confirm that you want this schedule.",
    ),
)
_BY_NAME = {code.name: code for code in RULEBOOK_CODES}


def rulebook_finding(code: str, *, place: Place, found: str, expected: str, remedy: str = "") -> Finding:
    """A finding of the code with that name."""
    return _BY_NAME[code].finding(place=place, found=found, expected=expected, remedy=remedy)
