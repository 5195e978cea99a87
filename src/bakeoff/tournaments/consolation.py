"""Players who have lost twice play for their places.

Source: I12, section 5.1: "Consolation play-offs are allowed at each stage of the tournament in order to place all
players." The paper's tournaments have eight players, so that two at a time play for two places. Where more leave a
stage together, neighbours meet, winners play on for the upper places and losers for the lower ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.tournaments.bracket import BracketBuilder, Cell, Slot


def place_losers(builder: BracketBuilder, losers: Sequence[Slot | None], *, last: int, column: int) -> list[Slot]:
    """Who gets the places up to the `last` one, in order. The number of losers is a power of two; None is a bye."""
    real = [slot for slot in losers if slot is not None]
    part = _name(last - len(real) + 1, last)
    return _play_off(builder, losers, last=last, part=part, column=column, top=0, of=max(1, len(losers) // 2))


def _play_off(
    builder: BracketBuilder, losers: Sequence[Slot | None], *, last: int, part: str, column: int, top: int, of: int
) -> list[Slot]:
    real = [slot for slot in losers if slot is not None]
    if len(real) < 2:
        return real
    half = len(losers) // 2
    name = _name(last - len(real) + 1, last)
    met = [
        builder.meet(losers[2 * index], losers[2 * index + 1], name, Cell(part, column, top + index, of))
        for index in range(half)
    ]
    winners, lost = [winner for winner, _ in met], [loser for _, loser in met]
    lower = [slot for slot in lost if slot is not None]
    below = top + half // 2
    return [
        *_play_off(builder, winners, last=last - len(lower), part=part, column=column + 1, top=top, of=of),
        *_play_off(builder, lost, last=last, part=part, column=column + 1, top=below, of=of),
    ]


def _name(first: int, last: int) -> str:
    return f"places {first}-{last}"
