"""Judgments for analyses and exports."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.human_eval import judgments_for
from bakeoff_site.judging.conversions.judgments import answered_judgments
from bakeoff_site.judging.models import Evaluation, Judgment
from bakeoff_site.judging.selectors.contents import content_of

_AT_ONCE = 5_000


def judgments_of(evaluation: Evaluation, *, counted: bool) -> Iterator[Answered]:
    """The judgments of an evaluation in the order in which they came; `counted` leaves out what does not count.

    What does not count: answers of blocked judges, and answers that came when others had judged the item. Answers that
    were corrected are there with their corrections, the later ones later.
    """
    rows = Judgment.objects.filter(evaluation=evaluation).select_related("screen").order_by("pk")
    if counted:
        rows = rows.filter(counting())
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    return answered_judgments(
        rows.iterator(chunk_size=_AT_ONCE),
        planned.design,
        kind=planned.protocol.kind,
        campaign=evaluation.task.campaign.slug,
    )


def evaluations_counted_in(evaluation: Evaluation) -> tuple[Evaluation, ...]:
    """The evaluations of the task whose judgments count in one: its own, and those that say so (`counts_for`)."""
    rules = {code: each.rules for code, each in content_of(evaluation.task).evaluations.items()}
    if not any(evaluation.code in each.counts_for for each in rules.values()):
        return (evaluation,)
    own = evaluation.task.evaluations.select_related("task__campaign").order_by("pk")
    return tuple(each for each in own if each.pk == evaluation.pk or evaluation.code in rules[each.code].counts_for)


def judgments_counted_in(evaluation: Evaluation) -> tuple[Answered, ...]:
    """The judgments that the ranking of an evaluation is made of."""
    counted = evaluations_counted_in(evaluation)
    given = [judgment for each in counted for judgment in judgments_of(each, counted=True)]
    if counted == (evaluation,):
        return tuple(given)
    planned = {code: each.rules for code, each in content_of(evaluation.task).evaluations.items()}
    rulebook = evaluation.task.campaign.rules.model_copy(update={"human": planned})
    return judgments_for(rulebook, evaluation.code, given)[0]


def counting() -> Q:
    """Of judgments those that count."""
    return Q(surplus=False, judge__blocked_at=None, judge__excluded_at=None)


def judged_rows(evaluation: Evaluation) -> QuerySet[Judgment]:
    """Rows that the ranking of an evaluation is made of."""
    return Judgment.objects.filter(counting(), evaluation__in=evaluations_counted_in(evaluation))
