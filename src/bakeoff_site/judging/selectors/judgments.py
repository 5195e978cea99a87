"""Judgments for analyses and exports."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from django.db.models import Q, QuerySet

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.human_eval import judgments_for
from bakeoff_site.judging.conversions.judgments import STORED, stored_judgments
from bakeoff_site.judging.models import Evaluation, Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.imports import imported_judgments

_AT_ONCE = 5_000


def judgments_of(evaluation: Evaluation, *, counted: bool, imported: bool = True) -> Iterator[Answered]:
    """The judgments of an evaluation in the order in which they came; `counted` leaves out what does not count.

    What does not count: answers of blocked judges, and answers that came when others had judged the item. Answers that
    were corrected are there with their corrections, the later ones later. Imported judgments come last.
    """
    rows = Judgment.objects.filter(evaluation=evaluation)
    own = answered_of(evaluation, rows.filter(counting()) if counted else rows)
    return chain(own, imported_judgments(evaluation)) if imported else own


def evaluations_counted_in(evaluation: Evaluation) -> tuple[Evaluation, ...]:
    """The evaluations of the task whose judgments count in one: its own, and those that say so (`counts_for`)."""
    every = evaluation.task.evaluations.select_related("task__campaign").order_by("pk")
    others = [each for each in every if evaluation.code in each.rules.get("counts_for", ())]
    return (evaluation,) if not others else tuple(each for each in every if each == evaluation or each in others)


def judgments_counted_in(evaluation: Evaluation, *, without: Collection[int]) -> tuple[Answered, ...]:
    """The judgments that the ranking of an evaluation is made of if these judges, by their ids, are left out."""
    counted = evaluations_counted_in(evaluation)
    kept = Judgment.objects.filter(standing()).exclude(judge__in=without)
    given = [judgment for each in counted for judgment in answered_of(each, kept.filter(evaluation=each))]
    given += imported_judgments(evaluation)
    return tuple(given) if counted == (evaluation,) else counted_for(evaluation, given)


def judgments_after(evaluation: Evaluation, last: int) -> int:
    """How many judgments that may count in an evaluation came after one of them, by its id."""
    counted = evaluations_counted_in(evaluation)
    return Judgment.objects.filter(standing(), evaluation__in=counted, pk__gt=last).count()


def counted_for(evaluation: Evaluation, judgments: Sequence[Answered]) -> tuple[Answered, ...]:
    """Judgments of several evaluations of a task as they count in one."""
    planned = {code: each.rules for code, each in content_of(evaluation.task).evaluations.items()}
    rulebook = evaluation.task.campaign.rules.model_copy(update={"human": planned})
    return judgments_for(rulebook, evaluation.code, judgments)[0]


def answered_of(evaluation: Evaluation, rows: QuerySet[Judgment]) -> Iterator[Answered]:
    """Rows of an evaluation in the order in which they came."""
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    return stored_judgments(
        rows.order_by("pk").values_list(*STORED).iterator(chunk_size=_AT_ONCE),
        planned.design,
        kind=planned.protocol.kind,
        campaign=evaluation.task.campaign.slug,
    )


def standing() -> Q:
    """Of judgments those that count if their judge does; they do so for good."""
    return Q(surplus=False)


def counting() -> Q:
    """Of judgments those that count."""
    return standing() & Q(judge__blocked_at=None, judge__excluded_at=None)


def left_out(task: Task) -> frozenset[int]:
    """Ids of the judges of a task whose judgments do not count."""
    out = task.judges.exclude(blocked_at=None, excluded_at=None)
    return frozenset(out.values_list("pk", flat=True))


def judged_rows(evaluation: Evaluation) -> QuerySet[Judgment]:
    """Rows that the ranking of an evaluation is made of."""
    return Judgment.objects.filter(counting(), evaluation__in=evaluations_counted_in(evaluation))
