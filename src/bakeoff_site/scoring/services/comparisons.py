"""Which runs of a board differ significantly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from bakeoff.evaluation import compare_by_rules
from bakeoff_site.jobs.services import request_comparison
from bakeoff_site.scoring.conversions import comparison_json, known_p_values
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.scoring.selectors.evaluations import restored
from bakeoff_site.scoring.selectors.inputs import (
    FEWEST_RUNS,
    compared_runs,
    comparison_inputs_digest,
    has_runs_to_score,
    scored_specifications,
)
from bakeoff_site.submissions.models import Board


def compare_board(board: Board, *, on_progress: Callable[[int, int], None] | None = None) -> None:
    """Compares the runs of a board under every specification, unless that was done of the same scores.

    While some of its runs wait to be scored, the comparison is left to the last of them.
    Where the comparison of before was of scores that are still in force, only pairs that it has not are tested.
    What was computed of scores or rules that are no longer in force is not stored, and asked for once more.
    """
    if has_runs_to_score(board):
        return
    rules = board.campaign.rules
    comparisons: dict[str, dict[str, Any] | None] = {}
    """What to store under each specification; None where it is stored already."""
    for specification in scored_specifications(board):
        runs = compared_runs(board, specification)
        inputs_digest = comparison_inputs_digest(board, runs, specification)
        if len(runs) < FEWEST_RUNS:
            continue
        before = BoardComparison.objects.filter(board=board, specification=specification).first()
        if before is not None and before.inputs_digest == inputs_digest:
            comparisons[specification] = None
            continue
        evaluation = restored(runs, specification, names={run.pk: str(run.pk) for run in runs}, with_texts=False)
        if len(evaluation.systems) < FEWEST_RUNS:
            continue
        holds = before is not None and before.inputs_digest == comparison_inputs_digest(
            board, before.runs, specification
        )
        comparison = compare_by_rules(
            rules,
            evaluation,
            track=board.track,
            language_pair=board.language_pair,
            known=known_p_values(before) if before is not None and holds else None,
            on_progress=on_progress,
        )
        comparisons[specification] = {
            "inputs_digest": inputs_digest,
            "runs": [int(system.name) for system in evaluation.systems],
            "method": comparison.method,
            "content": comparison_json(comparison),
        }
    with transaction.atomic():
        now = Board.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=board.pk)
        if any(
            _inputs_digest(now, each) != fields["inputs_digest"]
            for each, fields in comparisons.items()
            if fields is not None
        ):
            request_comparison(now)
            return
        board.comparisons.exclude(specification__in=list(comparisons)).delete()
        for specification, fields in comparisons.items():
            if fields is not None:
                BoardComparison.objects.update_or_create(board=board, specification=specification, defaults=fields)


def _inputs_digest(board: Board, specification: str) -> str:
    return comparison_inputs_digest(board, compared_runs(board, specification), specification)
