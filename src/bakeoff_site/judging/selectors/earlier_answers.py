"""What a judge answered on the segments of a document before the one that is judged."""

from __future__ import annotations

from typing import Any

from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.screens.contract import EarlierAnswer


def answers_before(
    screen: Screen, planned: PlannedEvaluation, shown: ShownScreen, *, is_offline: bool = False
) -> tuple[EarlierAnswer, ...]:
    """The judge's own answers to the last segments before, in their order.

    Only screens that led straight to this one count: the same systems on segment after segment, or any where systems
    alternate. Where a document comes a second time, to see whether its judge answers the same, what they said the first
    time therefore stays hidden.

    In an offline file (`is_offline`) screens of the same file count without an answer, too: the file knows it later.
    """
    if not shown.before or not any(each.outputs for each in shown.before):
        return ()
    earlier = (
        Screen.objects.filter(judge=screen.judge_id, evaluation=screen.evaluation_id, position__lt=screen.position)
        .filter(qualification_try=screen.qualification_try)
        .exclude(state=ScreenState.RETURNED)
        .order_by("-position")[: len(shown.before)]
    )
    segments = planned.design.pools[screen.pool].segments
    found: list[EarlierAnswer] = []
    for before, context in zip(earlier, reversed(shown.before), strict=False):
        is_next = segments[before.segment] == (shown.document, context.segment)
        is_alike = _kind(before, planned) == _kind(screen, planned)
        is_here = is_offline and before.offline_file_id == screen.offline_file_id
        is_answered = before.state == ScreenState.ANSWERED
        if not is_next or not is_alike or not (is_here or is_answered):
            break
        found.append(
            EarlierAnswer(
                answer=before.draft.get("answer") if is_answered else None,
                screen_key=str(before.key) if is_here else "",
            )
        )
    return tuple(reversed(found))


def _kind(screen: Screen, planned: PlannedEvaluation) -> tuple[Any, ...]:
    """Alike on screens of one document: which outputs are shown unless systems alternate, and as what."""
    systems = () if planned.design.alternating else screen.systems
    return screen.pool, systems, screen.control, screen.damaged
