"""The codes of what may be wrong with a rulebook."""

from __future__ import annotations

from bakeoff.data import Code

RULEBOOK_CODES = (
    Code("rulebook-syntax", "error", "the file cannot be read as a rulebook at all"),
    Code("rulebook-key-unknown", "error", "a key that rulebooks do not have"),
    Code("rulebook-key-missing", "error", "a key that has to be there"),
    Code("rulebook-value", "error", "a value of the wrong type or out of its range"),
    Code("rulebook-reference", "error", "the name of something that the rulebook does not define"),
    Code("rulebook-rule", "error", "rules that contradict each other"),
    Code("rulebook-schedule-past", "warning", "phases that are over, or started before today"),
)
