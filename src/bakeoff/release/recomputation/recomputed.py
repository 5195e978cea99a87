"""What came out of computing a result again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A number that could not be computed again."""

    what: str
    why: str
    is_wrong: bool
    """Whether something is wrong with the package; otherwise what is needed is withheld, and said to be."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recomputed(Generic[Result]):
    """A result as it was computed again; what could not be computed is as it was published."""

    result: Result
    gaps: tuple[Gap, ...] = ()
    taken: tuple[str, ...] = ()
    """Numbers that nobody can compute here, and where they were taken from."""
