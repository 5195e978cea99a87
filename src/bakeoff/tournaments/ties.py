"""Who wins a match.

Source: I12, section 5.1, "Tied matches": where both systems won as many segments, majority votes are left aside and all
judgments count: the system with more single "win" judgments wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bakeoff.data.matches import MatchResult

TieRule = Literal["judgments", "draw"]
"""What breaks a match with as many segments won on both sides: all single judgments, then the seed; or nothing."""
Reason = Literal["segments", "judgments", "seed", "given", "draw"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The winner, None for a draw, and what decided."""

    winner: str | None
    by: Reason


def decide(
    result: MatchResult, *, ties: TieRule = "judgments", better_seed: str | None = None, must_win: bool = False
) -> Decision:
    """More segments won; else more single judgments won; else the better seed, where there is one.

    With `ties="draw"` a tied match is a draw, unless somebody has to continue (`must_win`): then the better seed does.

    >>> decide(MatchResult(a="A", b="B", a_wins=152, b_wins=152, a_judgments=461, b_judgments=475), better_seed="A")
    Decision(winner='B', by='judgments')
    """
    if (ahead := _ahead(result, result.a_wins, result.b_wins)) is not None:
        return Decision(ahead, "segments")
    if result.winner is not None:
        return Decision(result.winner, "given")
    if ties == "judgments" and (ahead := _ahead(result, result.a_judgments, result.b_judgments)) is not None:
        return Decision(ahead, "judgments")
    if better_seed is not None and (ties == "judgments" or must_win):
        return Decision(better_seed, "seed")
    return Decision(None, "draw")


def _ahead(result: MatchResult, of_a: float | None, of_b: float | None) -> str | None:
    if of_a is None or of_b is None or of_a == of_b:
        return None
    return result.a if of_a > of_b else result.b
