"""Screens as an offline file shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.judging.models import OfflineFile, Screen
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.offline_files import screens_of
from bakeoff_site.judging.selectors.screens import QuestionView, question_of, recalled


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineScreenView(QuestionView):
    """Everything of a screen that is in the file; how far its judge is, the file knows itself."""

    screen: Screen
    break_after: int | None
    stage: int
    """Screens of a later stage are closed until those of all earlier ones are answered."""
    base: str = "judging/offline/_part.html"


def offline_views(file: OfflineFile) -> tuple[OfflineScreenView, ...]:
    """The screens of a file, read with judge, task and campaign, in their order."""
    task = file.judge.task
    planned = content_of(task).evaluations
    stages = {code: _stage(code, planned) for code in planned}
    return tuple(
        OfflineScreenView(
            **recalled(screen, question_of(screen, frame="judging/offline/screen.html", texts=()), is_offline=True),
            screen=screen,
            break_after=planned[screen.evaluation.code].rules.break_after_minutes,
            stage=stages[screen.evaluation.code],
        )
        for screen in screens_of(file)
    )


def _stage(code: str, planned: Mapping[str, PlannedEvaluation]) -> int:
    """How many evaluations of the task a judge finishes before this one."""
    before = planned[code].rules.after
    return 0 if before is None or before not in planned else 1 + _stage(before, planned)
