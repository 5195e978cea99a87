"""Results of matches: two systems, the same segments, how often each was judged better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bakeoff.errors import InputError, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """What judges made of two systems. What is missing in `a_wins` and `b_wins` to all segments are ties."""

    a: str
    b: str
    a_wins: float | None = None
    """Segments that it won, or percent of them; None where the source does not say."""
    b_wins: float | None = None
    percent: bool = False
    segments: int | None = None
    """How many segments the match was judged on, where that is known."""
    a_judgments: int | None = None
    """Single judgments that preferred it, all votes on all segments."""
    b_judgments: int | None = None
    winner: str | None = None
    """Who won by the source itself: needed where figures are missing."""
    p: float | None = None
    """How probable a difference at least as large is where the two are equally good."""
    place: Place = field(default_factory=Place, compare=False)

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise InputError(
                place=self.place,
                expected="two systems",
                found=f"{self.a} against itself",
                remedy="Correct one of the names, or take the match out.",
            )
        if self.winner not in (None, self.a, self.b):
            raise InputError(
                place=self.place,
                expected=f"{self.a} or {self.b} as the winner",
                found=str(self.winner),
                remedy="Correct the winner, or leave it empty.",
            )
        self._check_wins()

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.a, self.b))

    def wins(self, system: str) -> float | None:
        """What the system won, in the unit of the result."""
        return self.a_wins if system == self.a else self.b_wins

    def judgments(self, system: str) -> int | None:
        return self.a_judgments if system == self.a else self.b_judgments

    def share(self, system: str) -> float | None:
        """The share of segments that the system won, 0 to 1; None where it is not known."""
        wins = self.wins(system)
        total = 100 if self.percent else self.segments
        return None if wins is None or total is None else wins / total

    def _check_wins(self) -> None:
        if self.a_wins is None or self.b_wins is None:
            if self.winner is None:
                raise InputError(
                    place=self.place,
                    expected=f"what {self.a} and {self.b} won",
                    found="no figure for one of them",
                    remedy="Fill it in, or say who won in the column winner.",
                )
            return
        total = 100 if self.percent else self.segments
        # Two shares of one total, each rounded to two digits.
        if min(self.a_wins, self.b_wins) < 0 or (total is not None and self.a_wins + self.b_wins > total + 0.01):
            unit = "percent" if self.percent else "segments"
            raise InputError(
                place=self.place,
                expected=f"wins of 0 or more, together at most {total} {unit}" if total else "wins of 0 or more",
                found=f"{self.a_wins:g} and {self.b_wins:g}",
                remedy="Correct the figures, or the number of segments.",
            )
        ahead = self.a if self.a_wins > self.b_wins else self.b if self.b_wins > self.a_wins else None
        if self.winner is not None and ahead is not None and self.winner != ahead:
            raise InputError(
                place=self.place,
                expected=f"{ahead} as the winner, with {max(self.a_wins, self.b_wins):g} to "
                f"{min(self.a_wins, self.b_wins):g}",
                found=self.winner,
                remedy="Correct the figures or the winner.",
            )


def match_record(result: MatchResult) -> dict[str, Any]:
    """A result as JSON, without what is not known; `match_of` reads it back.

    >>> match_record(MatchResult(a="A", b="B", a_wins=2, b_wins=1, segments=4))
    {'a': 'A', 'b': 'B', 'a_wins': 2, 'b_wins': 1, 'segments': 4}
    """
    values = asdict(result)
    del values["place"]
    return {key: value for key, value in values.items() if value is not None and value is not False}


def match_of(record: Mapping[str, Any]) -> MatchResult:
    """The result of a record."""
    return MatchResult(**record)
