"""Progress against earlier years and baselines, as the server describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.client.records.results import Metric, Place, System


@dataclass(frozen=True, slots=True)
class ProgressBoard(Place):
    """The systems of this year and of earlier years on one board."""

    metrics: tuple[Metric, ...]
    current: tuple[System, ...]
    earlier: tuple[System, ...]


@dataclass(frozen=True, slots=True)
class BestAgainst(Place):
    """The best system against a `baseline` or the best of `earlier` years; `source`: that one's published score."""

    metric: str
    run: str
    name: str
    value: float
    against: str
    held_run: str
    held_name: str
    held_value: float
    source: str
    difference: float
    is_better: bool
    is_significant: bool | None


@dataclass(frozen=True, slots=True)
class BaselineScores(Place):
    """A baseline on one board."""

    metrics: tuple[Metric, ...]
    system: System


@dataclass(frozen=True, slots=True)
class Progress:
    """All progress of a campaign; `layout` says where tables list systems of earlier years."""

    layout: str
    boards: tuple[ProgressBoard, ...]
    best: tuple[BestAgainst, ...]
    baselines: tuple[BaselineScores, ...]


@dataclass(frozen=True, slots=True)
class PublishedScores:
    """Scores of an entered system whose output is not available; numbers as they were published."""

    id: str
    system: str
    track: str
    language_pair: str
    test_set: str
    condition: str
    specification: str
    scores: Mapping[str, str]
    words: int | None
    errors: int | None
    source: str
