"""Who takes part in what, as the server describes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountedSystem:
    """A system of a team, whatever the number of its test sets."""

    team: str
    """The team's code; empty where its name is not released."""
    track: str
    language_pair: str
    condition: str
    system: str
    is_primary: bool
    has_upper_case: bool | None


@dataclass(frozen=True, slots=True)
class ParticipationTable:
    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | None, ...], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Participation:
    """Participants and submissions by track, language pair and condition."""

    systems: tuple[CountedSystem, ...]
    tables: tuple[ParticipationTable, ...]
