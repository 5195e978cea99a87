"""Post-editing: how the time of translators is measured."""

from __future__ import annotations

from pydantic import PositiveFloat

from bakeoff.rulebook.schema.base import Rules


class Editing(Rules):
    """How translators work who correct outputs."""

    idle_seconds: PositiveFloat = 60
    """After how many seconds without any input time no longer counts."""
    time_shown: bool = False
    """Whether translators see how long they have worked on a segment. Their pages always say that time is
    recorded."""
