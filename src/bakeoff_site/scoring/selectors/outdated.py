"""What there is to score, and what is no longer by the files and rules in force."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, QuerySet

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.scoring.selectors.comparisons import compared_runs, comparison_inputs_digest, scored_specifications
from bakeoff_site.scoring.selectors.inputs import ScoringInputs, inputs_of
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

FEWEST = 2
"""Runs that can be compared."""


def boards_to_score(campaign: Campaign) -> Iterator[tuple[Board, ScoringInputs]]:
    """The boards whose runs the rulebook says how to score, and that have references."""
    for board in campaign.boards.select_related("campaign"):
        rules = board.campaign.rules
        is_scored = is_in_rulebook(rules, board) and rules.is_scored(board.track)
        if is_scored and (inputs := inputs_of(board)).data.references:
            yield board, inputs


def runs_to_score(board: Board) -> QuerySet[Run]:
    """The runs that count."""
    return board.runs.filter(withdrawn_at=None, replaced_by=None)


def outdated_runs(board: Board, inputs: ScoringInputs) -> QuerySet[Run]:
    """Those whose scores in force are by other files or rules, or that have none."""
    found = ScoredText.objects.filter(run=OuterRef("pk"), inputs_digest=inputs.inputs_digest, rules=inputs.rules)
    others = RunScore.objects.filter(run=OuterRef("pk"), current=True).exclude(inputs_digest=inputs.inputs_digest)
    return runs_to_score(board).filter(~Exists(found) | Exists(others))


def has_old_comparisons(board: Board) -> bool:
    """Whether the comparisons of a board are of other runs, scores or rules than those in force."""
    wanted = {
        (specification, comparison_inputs_digest(board, runs, specification))
        for specification in scored_specifications(board)
        if len(runs := compared_runs(board, specification)) >= FEWEST
    }
    return wanted != set(board.comparisons.values_list("specification", "inputs_digest"))
