"""Judgments of an evaluation as Appraise exports them."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.errors import InputError
from bakeoff.formats.judgments.appraise import export
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.selectors.judgments import judgments_of


def appraise_evaluations(task: Task) -> tuple[Evaluation, ...]:
    """The evaluations of a task that Appraise has files for."""
    return tuple(each for each in task.evaluations.all() if export.has_form(each.protocol))


def appraise_lines(task: Task, code: str, *, counted: bool) -> Iterator[str]:
    """The lines of a file; refused where Appraise has none of this protocol, or the task has no such evaluation."""
    evaluation = task.evaluations.select_related("task__campaign").filter(code=code).first()
    if evaluation is None:
        codes = ", ".join(task.evaluations.values_list("code", flat=True))
        raise RefusedError(f"The task has no evaluation {code}; it has: {codes}.")
    try:
        export.check_protocols([evaluation.protocol])
        # All lines at once, so that what cannot be written is refused before a file is sent.
        return iter(tuple(export.lines_of(judgments_of(evaluation, counted=counted))))
    except InputError as error:
        raise RefusedError(f"{evaluation.title}: {error}") from None
