"""Human scores that were computed elsewhere."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from ninja import Schema

from bakeoff_site.judging.selectors.score_imports import ImportedScores


class ScoredSystemOut(Schema):
    system: str
    mean: float | None
    scored: int
    unscored: int
    is_reference: bool


class HumanScoresOut(Schema):
    id: int
    title: str
    language_pair: str
    test_set: str
    level: str
    """What each score is the score of: `system`, `domain`, `document` or `segment`."""
    systems: list[ScoredSystemOut]
    """Those with the highest means first."""
    file_name: str
    sha256: str
    imported_at: datetime


def human_scores_out(scores: ImportedScores) -> HumanScoresOut:
    each = scores.imported
    return HumanScoresOut(
        id=each.pk,
        title=each.title,
        language_pair=each.language_pair,
        test_set=each.test_set,
        level=each.level,
        systems=[ScoredSystemOut(**asdict(system)) for system in scores.systems],
        file_name=each.file_name,
        sha256=each.sha256,
        imported_at=each.imported_at,
    )
