"""Judgments that stand in a file twice."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments.mistakes import Mistakes


def note_doubled(judgments: Iterable[Judgment], mistakes: Mistakes) -> None:
    """Notes every judgment whose id another had before."""
    seen: dict[str, Judgment] = {}
    for judgment in judgments:
        first = seen.setdefault(judgment.id, judgment)
        if first is not judgment:
            mistakes.add(
                judgment.place,
                expected="each judgment once",
                found=f"{judgment.id}, which line {first.place.line} has already",
                remedy="Take it out, or give it an id of its own if somebody answered twice.",
            )
