"""Systems and translators by post-edits so far, as `bakeoff human analyse` has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Sum

from bakeoff.data import AlignedTexts
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import PostEditResult, analyse_post_edits, post_edit_analysis_by_rules
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.judging.models import Evaluation, JudgedSystem, Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.imports import earlier_judgments
from bakeoff_site.judging.selectors.judged_texts import board_texts, systems_on
from bakeoff_site.judging.selectors.judgments import counting, judgments_of
from bakeoff_site.submissions.models import Run

PROTOCOL = "post_editing"
Place = tuple[str, str]
"""Language pair and test set."""
_RESULTS: ComputedCache[PostEditsSoFar] = ComputedCache(most=32)


@dataclass(frozen=True, slots=True)
class PostEditsSoFar:
    """An analysis of post-edits, or why there is none."""

    result: PostEditResult | None
    reason: str = ""


def has_post_edits(task: Task) -> bool:
    """Whether a task asks for post-edits."""
    return task.evaluations.filter(protocol=PROTOCOL).exists()


def post_edits_of(evaluations: Sequence[Evaluation], *, with_references: bool) -> PostEditsSoFar | None:
    """What the post-edits of an evaluation say, of all tasks that ask it; None where it has another protocol.

    `with_references`: also TER, against the references of the test set that are in force. Computed again only when
    judgments, files of earlier campaigns, runs or references have changed.
    """
    if evaluations[0].protocol != PROTOCOL:
        return None
    rows = Judgment.objects.filter(counting(), evaluation__in=evaluations)
    state = rows.aggregate(count=Count("pk"), last=Max("pk"), sum=Sum("pk"))
    files = tuple(sha256 for each in evaluations for _, sha256 in (*each.imports, *each.earlier))
    if not state["count"] and not any(each.imports for each in evaluations):
        return PostEditsSoFar(None, "Nothing is edited yet.")
    runs = runs_behind(evaluations) if with_references else {}
    digests = tuple(
        (place, files_in_force(evaluations[0].task.campaign, place[1], place[0]).inputs_digest, _checksums(own))
        for place, own in runs.items()
    )
    key = (tuple(each.pk for each in evaluations), *state.values(), files, digests)
    return _RESULTS.get(key, lambda: _analyse(evaluations, runs))


def _analyse(evaluations: Sequence[Evaluation], runs: Mapping[Place, Mapping[str, Run]]) -> PostEditsSoFar:
    planned = content_of(evaluations[0].task).evaluations[evaluations[0].code]
    try:
        result = analyse_post_edits(
            [judgment for each in evaluations for judgment in judgments_of(each, counted=True)],
            texts=dict(_texts(runs)),
            earlier=[judgment for each in evaluations for judgment in earlier_judgments(each)],
            settings=planned.protocol.settings,
            analysis=post_edit_analysis_by_rules(planned.rules),
        )
    except BakeoffError as error:
        return PostEditsSoFar(None, str(error))
    return PostEditsSoFar(result)


def runs_behind(evaluations: Sequence[Evaluation]) -> dict[Place, dict[str, Run]]:
    """The runs behind the systems, and those of earlier systems that organisers entered."""
    found: dict[Place, dict[str, Run]] = {}
    rows = JudgedSystem.objects.filter(evaluation__in=evaluations).select_related("run__board__campaign").order_by("pk")
    for row in rows:
        found.setdefault((row.language_pair, row.test_set), {}).setdefault(row.name, row.run)
    earlier = {judgment.systems[0] for each in evaluations for judgment in earlier_judgments(each)}
    if earlier:
        campaign = evaluations[0].task.campaign
        for (pair, test_set), own in found.items():
            entered = systems_on(campaign, pair, test_set)
            own.update({name: entered[name] for name in entered.keys() & earlier - own.keys()})
    return found


def _checksums(runs: Mapping[str, Run]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, run.sha256) for name, run in runs.items()))


def _texts(runs: Mapping[Place, Mapping[str, Run]]) -> Iterator[tuple[Place, AlignedTexts]]:
    """Complete outputs and references; of a test set that has none yet, nothing."""
    for place, own in runs.items():
        board = next(iter(own.values())).board
        if not files_in_force(board.campaign, board.test_set, board.language_pair).references:
            continue
        try:
            found = board_texts(board, list(own.values()), {run.pk: name for name, run in own.items()})
        except RefusedError:  # not all are scored yet
            continue
        yield place, found.texts
