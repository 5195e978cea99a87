"""How long judges take."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BigAutoField

from bakeoff.human_eval.analyses.timing import LONGEST_SECONDS, active_seconds
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.models import Judge, Judgment
from bakeoff_site.judging.selectors.contents import content_of

_LATEST = 50
"""Screens by which the time of the next ones is estimated."""


_LATEST_TIMES = PreparedQuery(
    lambda judge: Judgment.objects.filter(judge=judge).order_by("-pk").values_list("shown_at", "sent_at")[:_LATEST],
    judge=BigAutoField(),
)


def latest_seconds(judge: Judge) -> list[float]:
    """What the latest screens of a judge took."""
    return _seconds(_LATEST_TIMES.rows(judge=judge.pk))


def minutes_at_work(judge: Judge) -> int:
    """How long somebody has judged a task in all; of a screen that was left open, as long as counts at most."""
    rows = Judgment.objects.filter(judge=judge).values_list("shown_at", "sent_at")
    rules = [each.rules for each in content_of(judge.task).evaluations.values()]
    return round(active_seconds(_seconds(rows), longest_seconds=longest_seconds(rules)) / 60)


def longest_seconds(rules: Iterable[HumanEvaluation]) -> float:
    """The longest screen that counts in timings."""
    said = [60.0 * each.longest_minutes for each in rules if each.longest_minutes is not None]
    return max(said, default=LONGEST_SECONDS)


def _seconds(rows: Iterable[tuple[object, ...]]) -> list[float]:
    return [(sent - shown).total_seconds() for shown, sent in rows if shown is not None]  # type: ignore[operator]
