"""Answers that are worked out once for each rulebook."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from bakeoff.rulebook.schema import Rulebook

T = TypeVar("T")


def once_for_each_rulebook(function: Callable[[Rulebook], T]) -> Callable[[Rulebook], T]:
    """Keeps what a function says of a rulebook for as long as the rulebook lives; it never changes.

    Kept by identity: a rulebook holds tables and cannot be hashed, and a copy with changes must not inherit answers.
    """
    kept: dict[int, T] = {}

    @wraps(function)
    def answer(rulebook: Rulebook) -> T:
        key = id(rulebook)
        if key not in kept:
            kept[key] = function(rulebook)
            weakref.finalize(rulebook, kept.pop, key, None)
        return kept[key]

    return answer
