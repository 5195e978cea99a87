"""Metrics without a score, and uploaded scores of metrics that are not computed here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from ninja import Schema

from bakeoff_site.results.conversions.boards import MissingMetric
from bakeoff_site.scoring.models import ScoreUpload


class MissingMetricOut(Schema):
    """A metric of the rulebook that systems have no score by."""

    metric: str
    reason: str
    is_official: bool
    is_outside: bool
    """Whether it is not computed here: organisers can upload its scores."""
    systems: list[str]
    """The systems without a score; empty where that is all of them."""


class ScoreFileOut(Schema):
    id: int
    board: int
    metric: str
    version: int
    direction: str
    """`higher` or `lower`: which way is better."""
    unit: str
    """`segment` or `system`: what each score is the score of."""
    systems: int
    """How many systems it has scores of."""
    name: str
    size: int
    sha256: str
    uploaded_by: str
    uploaded_at: datetime
    withdrawn_at: datetime | None
    """Since when its scores no longer count."""


def missing_out(missing: Iterable[MissingMetric]) -> list[MissingMetricOut]:
    return [MissingMetricOut(**asdict(each)) for each in missing]


def score_file_out(upload: ScoreUpload) -> ScoreFileOut:
    return ScoreFileOut(
        id=upload.pk,
        board=upload.board_id,
        metric=upload.metric,
        version=upload.version,
        direction=upload.direction,
        unit=upload.unit,
        systems=upload.systems,
        name=upload.name,
        size=upload.size,
        sha256=upload.sha256,
        uploaded_by=str(upload.uploaded_by),
        uploaded_at=upload.uploaded_at,
        withdrawn_at=upload.withdrawn_at,
    )
