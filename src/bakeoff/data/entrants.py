"""What is known of systems that take part."""

from __future__ import annotations

from dataclasses import dataclass, field

from bakeoff.errors import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A system: its team, its type, and what its team agreed to."""

    system: str
    team: str = ""
    system_type: str = ""
    """As the rulebook calls types of systems; unknown where empty."""
    consents: frozenset[str] = frozenset()
    """By their names in the rulebook."""
    baseline: bool = False
    """Whether it is the organiser's."""
    place: Place = field(default_factory=Place, compare=False)
