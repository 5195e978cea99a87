"""What judgments of a match come to, and how many there are."""

from __future__ import annotations

from django.db.models import Count

from bakeoff.data.matches import MatchResult
from bakeoff.evaluation import match_results_of
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Evaluation, Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import answered_of, counting


def counted_result(evaluation: Evaluation, pool: int) -> MatchResult | None:
    """The result of a pair by the judgments that count now; None where none does."""
    rows = Judgment.objects.filter(counting(), evaluation=evaluation, screen__pool=pool, screen__control="")
    judgments = tuple(answered_of(evaluation, rows))
    if not judgments:
        return None
    settings = content_of(evaluation.task).evaluations[evaluation.code].protocol.settings
    return next(iter(match_results_of(judgments, protocol=evaluation.protocol, settings=settings)), None)


def judged_screens(evaluation: Evaluation) -> dict[int, int]:
    """Of each pair the screens that were answered and count."""
    counted = Screen.objects.filter(
        evaluation=evaluation, state=ScreenState.ANSWERED, control="", qualification_try=None, judge__blocked_at=None
    )
    return dict(counted.order_by().values_list("pool").annotate(Count("pk")))
