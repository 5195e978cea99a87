"""Judgments of equal systems by document: what systems make of a document, and whoever judges it, show in all of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bakeoff.human_eval.protocols.observations import Floats, Grades, Item, Preferences

SYSTEMS = ("first", "second")
_SEGMENTS = 0.5
"""How much segments differ, how much a system differs from itself between them, and judges from themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One judge for each document of a system, drawn from `judges`."""

    documents: int = 24
    size: int = 20
    judges: int = 12
    document: float = 0.0
    """How much a system differs from itself from document to document, in standard deviations of quality."""
    judge: float = 0.0
    """How mild or strict judges are; where systems are compared, how much judges prefer one of the two."""
    missing: float = 0.0
    """Share of the documents that each system has not been graded on."""

    @property
    def segments(self) -> int:
        return self.documents * self.size


def grades_of(design: Design, rng: np.random.Generator) -> Grades:
    """Grades of two equal systems on the same documents."""
    shape = (len(SYSTEMS), design.documents, design.size)
    judge = rng.integers(design.judges, size=shape[:2])
    value = (
        _between_segments(design, rng)
        + rng.normal(0, design.document, shape[:2])[:, :, None]
        + rng.normal(0, design.judge, design.judges)[judge][:, :, None]
    )
    kept = rng.random(shape[:2]) >= design.missing
    rows = np.flatnonzero(np.broadcast_to(kept[:, :, None], shape))
    every = len(SYSTEMS) * design.segments
    return Grades(
        systems=SYSTEMS,
        judges=_judges(design),
        items=_items(design),
        judge=np.broadcast_to(judge[:, :, None], shape).astype(np.int32).ravel(),
        item=np.tile(np.arange(design.segments, dtype=np.int32), len(SYSTEMS)),
        judgment=np.arange(every, dtype=np.int32),
        control=np.zeros(every, dtype=np.int8),
        seconds=np.full(every, np.nan),
        system=np.repeat(np.arange(len(SYSTEMS), dtype=np.int32), design.segments),
        value=value.ravel(),
    ).take(rows)


def preferences_of(design: Design, rng: np.random.Generator, *, judgments: int = 1) -> Preferences:
    """Comparisons of two equal systems, each document judged by a number of judges."""
    shape = (judgments, design.documents, design.size)
    judge = np.argsort(rng.random((design.documents, design.judges)), axis=1)[:, :judgments].T
    lead = (
        rng.normal(0, 2**0.5 * _SEGMENTS, shape[1:])
        + rng.normal(0, 2**0.5 * design.document, design.documents)[:, None]
        + rng.normal(0, design.judge, design.judges)[judge][:, :, None]
        + rng.normal(0, 2**0.5 * _SEGMENTS, shape)
    ).ravel()
    every = len(lead)
    return Preferences(
        systems=SYSTEMS,
        judges=_judges(design),
        items=_items(design),
        judge=np.broadcast_to(judge[:, :, None], shape).astype(np.int32).ravel(),
        item=np.tile(np.arange(design.segments, dtype=np.int32), judgments),
        judgment=np.arange(every, dtype=np.int32),
        control=np.zeros(every, dtype=np.int8),
        seconds=np.full(every, np.nan),
        first=np.zeros(every, dtype=np.int32),
        second=np.ones(every, dtype=np.int32),
        outcome=np.sign(lead).astype(np.int8),
    )


def _between_segments(design: Design, rng: np.random.Generator) -> Floats:
    """How hard a segment is for both systems, what each makes of it, and what the judge makes of that."""
    shape = (len(SYSTEMS), design.documents, design.size)
    return rng.normal(0, _SEGMENTS, shape[1:]) + rng.normal(0, 2**0.5 * _SEGMENTS, shape)


@lru_cache
def _items(design: Design) -> tuple[Item, ...]:
    return tuple(
        ("xx-yy", "simulated", f"document{document}", f"{document}-{segment}")
        for document in range(design.documents)
        for segment in range(design.size)
    )


def _judges(design: Design) -> tuple[str, ...]:
    return tuple(f"judge{number}" for number in range(design.judges))
