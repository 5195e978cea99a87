"""What a judge gets in a row: one segment, or the segments of a document."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.data.judgments import Control


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Segments that are shown one after another, of the same systems, for the same reason."""

    pool: int
    segments: tuple[int, ...]
    systems: tuple[str, ...]
    control: Control = ""
    damaged: tuple[str, ...] = ()
    origin: tuple[int, int] | None = None
    """First and last position of the judge's screens that are shown again."""

    @property
    def question(self) -> tuple[int, tuple[int, ...], frozenset[str]]:
        """What is asked, in whatever order outputs are shown."""
        return (self.pool, self.segments, frozenset(self.systems))
