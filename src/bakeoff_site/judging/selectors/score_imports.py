"""Human scores that were computed elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import HumanScoreImport


@dataclass(frozen=True, slots=True)
class ScoredSystem:
    """A system of a file; `mean` is None where it has no score."""

    system: str
    mean: float | None
    scored: int
    unscored: int
    is_reference: bool


@dataclass(frozen=True, slots=True)
class ImportedScores:
    """A file that counts, and its systems, the best first."""

    imported: HumanScoreImport
    systems: tuple[ScoredSystem, ...]

    @property
    def best(self) -> str:
        return self.systems[0].system

    @property
    def unit(self) -> str:
        return f"{self.imported.level}s"


def score_imports_of(campaign: Campaign) -> Sequence[HumanScoreImport]:
    """All files, the latest first."""
    rows = campaign.human_score_imports.order_by("-pk").select_related("imported_by", "withdrawn_by")
    return tuple(rows)


def counting_scores_of(campaign: Campaign) -> tuple[ImportedScores, ...]:
    """The files that count, in the order in which they came."""
    rows = campaign.human_score_imports.filter(withdrawn_at=None).order_by("pk").select_related("imported_by")
    return tuple(map(imported_scores, rows))


def imported_scores(imported: HumanScoreImport) -> ImportedScores:
    """A file with its systems."""
    return ImportedScores(imported, tuple(ScoredSystem(*each) for each in imported.systems))
