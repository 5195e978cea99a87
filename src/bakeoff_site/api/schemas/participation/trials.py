"""The evaluation server: texts scored without being submitted."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff_site.api.schemas.evaluation.runs import BleuOut
from bakeoff_site.api.schemas.shared import FindingOut
from bakeoff_site.scoring.selectors.trials import TrialView


class VariationOut(Schema):
    low: float
    high: float
    level: float
    """The share of samples between low and high."""
    mean: float
    sd: float


class TrialScoreOut(Schema):
    value: float | None
    signature: str
    direction: str
    """`higher` or `lower`: which way is better."""
    variation: VariationOut | None = None
    bleu: BleuOut | None = None
    """What a BLEU score is made of; null for other metrics."""


class TrialOut(Schema):
    id: int
    track: str
    language_pair: str
    test_set: str
    name: str
    sha256: str
    asked_at: datetime
    answered_at: datetime | None
    """Null while it is being scored."""
    findings: list[FindingOut]
    """What is wrong with the text, where it could not be scored."""
    failure: str
    """Why the server could not answer, where that is not the text's fault."""
    scores: dict[str, dict[str, TrialScoreOut]] | None
    """By specification and metric."""


def trial_out(view: TrialView) -> TrialOut:
    trial = view.trial
    return TrialOut(
        id=trial.pk,
        track=trial.track,
        language_pair=trial.language_pair,
        test_set=trial.test_set,
        name=trial.name,
        sha256=trial.sha256,
        asked_at=trial.asked_at,
        answered_at=trial.answered_at,
        findings=[FindingOut(**finding) for finding in trial.findings],
        failure=view.failure,
        scores=trial.scores,
    )
