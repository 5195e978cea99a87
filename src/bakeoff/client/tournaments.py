"""Tournaments of human evaluation as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import JudgedTournament


class Tournaments(Asking):
    """The operations of tournaments; for organisers."""

    def tournaments(self, slug: str, task: str) -> Iterator[JudgedTournament]:
        """The tournaments of a task: matches, their state and results, places so far."""
        return self._each(JudgedTournament, at(slug, "judging-tasks", task, "tournaments"))
