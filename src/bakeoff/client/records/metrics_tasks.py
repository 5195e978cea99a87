"""How metrics agree with people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class MetricsResultRow:
    """A metrics task on a test set, compared with one human evaluation."""

    track: str
    test_set: str
    evaluation: str
    evaluation_title: str
    is_judged: bool
    """Whether judging is still open: then only organisers see it, without scores of single systems."""
    is_released: bool
    made_at: datetime | None
    reason: str
    """Why there are no figures yet."""


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A metric that takes part in a language pair."""

    name: str
    language_pair: str
    team: str
    """Empty for metrics that the server computes."""
    expression: str
    """Of a metric that the server computes, as the rulebook calls it."""
    system_type: str
    version: int | None
    better: str
    references: bool | None


@dataclass(frozen=True, slots=True)
class MetricsResult(MetricsResultRow):
    """With all figures."""

    metrics: tuple[ComparedMetric, ...]
    remarks: tuple[str, ...]
    figures: dict[str, Any]
    """As `bakeoff metrics-task --format json` writes them; empty where there are none yet."""


@dataclass(frozen=True, slots=True)
class KindOfJudgment:
    """A human evaluation, and what ranks its systems."""

    name: str
    score: str


@dataclass(frozen=True, slots=True)
class KindCorrelation:
    """Two human evaluations on a test set in a language pair."""

    a: str
    b: str
    language_pair: str
    test_set: str
    value: float | None
    """None where fewer than three systems have both, or where all systems score the same."""
    interval: tuple[float, ...] | None
    """Its two ends."""
    p: float | None
    systems: tuple[str, ...]
    left_out: tuple[str, ...]
    """Systems that only one of them has."""


@dataclass(frozen=True, slots=True)
class KindMean:
    """The mean over language pairs and test sets."""

    a: str
    b: str
    value: float
    groups: int


@dataclass(frozen=True, slots=True)
class KindCorrelations:
    """How far human evaluations rank systems alike."""

    coefficient: str
    confidence: float
    kinds: tuple[KindOfJudgment, ...]
    correlations: tuple[KindCorrelation, ...]
    means: tuple[KindMean, ...]
