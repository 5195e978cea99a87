"""Where runs are ranked together."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from bakeoff.rulebook.release.status import Reason, Word
from bakeoff_site.results.conversions.titles import Place


class PlaceOut(Schema):
    """Where runs are ranked together, by names of the rulebook."""

    board: int
    title: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    status: Word
    """Whether its results are official."""
    reasons: list[Reason]
    """Why they are unofficial."""
    is_unofficial: bool
    """As `status` says."""


def place_out(place: Place) -> dict[str, Any]:
    return {
        "board": place.board_id,
        "title": place.title,
        "track": place.track_id,
        "language_pair": place.language_pair_id,
        "condition": place.condition_id,
        "test_set": place.test_set_id,
        "status": place.status.word,
        "reasons": list(place.status.reasons),
        "is_unofficial": not place.status.is_official,
    }
