"""Tournaments of human evaluation, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """Two systems that meet; figures are None until it is decided."""

    round: str
    a: str
    b: str
    state: Literal["open", "decided"]
    judged: int | None
    wanted: int | None
    a_wins: float | None
    b_wins: float | None
    percent: bool
    segments: int | None
    a_judgments: int | None
    b_judgments: int | None
    p: float | None
    winner: str | None
    decided_by: str | None
    met_before: bool
    origin: str
    would_differ: bool


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """A system, and the best and the worst place that it can still get."""

    system: str
    seed: int | None
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class TournamentStage:
    """A tournament, or the one that qualifiers continue into."""

    kind: str
    is_complete: bool
    places: tuple[TournamentPlace, ...]
    matches: tuple[JudgedMatch, ...]


@dataclass(frozen=True, slots=True)
class JudgedTournament:
    """The tournaments of an evaluation in one language pair and test set."""

    evaluation: str
    language_pair: str
    test_set: str
    is_complete: bool
    hides_names: bool
    stages: tuple[TournamentStage, ...]
