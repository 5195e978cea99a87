"""What scores and comparisons are computed from, and which of them are of other files or rules than those in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.release.table_parts import compared_types
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.conversions import digest, rules_digest
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

FEWEST_RUNS = 2
"""Runs that can be compared."""


@dataclass(frozen=True, slots=True)
class ScoringInputs:
    """Scores of the same inputs_digest and rules_digest are the same scores."""

    data: TestData
    inputs_digest: str
    """Checksum of the files."""
    rules_digest: str
    """Checksum of what the rulebook says of scoring."""


def inputs_of(board: Board) -> ScoringInputs:
    """What is in force for a board, which has been read with its campaign."""
    if not is_in_rulebook(board.campaign.rules, board):
        raise BakeoffError(f"the rulebook no longer has {board}: nothing says how its runs are scored.")
    data = files_in_force(board.campaign, board.test_set, board.language_pair)
    return ScoringInputs(
        data,
        data.inputs_digest,
        rules_digest(
            board.campaign.rules, track=board.track, language_pair=board.language_pair, test_set=board.test_set
        ),
    )


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
    """Runs whose scores in force come from other files or rules, or that have none."""
    scored = ScoredText.objects.filter(
        run=OuterRef("pk"), inputs_digest=inputs.inputs_digest, rules=inputs.rules_digest
    )
    others = RunScore.objects.filter(run=OuterRef("pk"), current=True).exclude(inputs_digest=inputs.inputs_digest)
    return runs_to_score(board).filter(~Exists(scored) | Exists(others))


def compared_runs(board: Board, specification: str) -> list[Run]:
    """Official runs in force of the types that the rulebook compares across teams, and systems that organisers entered.

    Only runs with scores under the specification; where the rulebook compares no type, all official runs.
    """
    types = [each.id for each in compared_types(board.campaign.rules)]
    of_a_team = Q(official=True, system_type__in=types) if types else Q(official=True)
    runs = board.runs.filter(
        of_a_team | ~Q(entered=""),
        withdrawn_at=None,
        replaced_by=None,
        scores__current=True,
        scores__specification=specification,
    )
    return list(runs.distinct().order_by("pk"))


def scored_specifications(board: Board) -> list[str]:
    """The specifications under which runs of a board have scores, the rulebook's in their order."""
    rows = RunScore.objects.filter(run__board=board, current=True).order_by()
    scored = set(rows.values_list("specification", flat=True).distinct())
    return [
        each
        for each in board.campaign.rules.scoring_of(board.track, board.language_pair).specifications
        if each in scored
    ]


def comparison_inputs_digest(board: Board, runs: Sequence[Run] | Sequence[int], specification: str) -> str:
    """A checksum of what a comparison depends on: the scores and the rules of the test."""
    scores = RunScore.objects.filter(run__in=runs, specification=specification, current=True).order_by("run", "pk")
    return digest_of_scores(board, list(scores.values_list("pk", flat=True)))


def digest_of_scores(board: Board, score_ids: Sequence[int]) -> str:
    """The same of scores that are known: those of one run after another, in the order of their numbers."""
    rules = board.campaign.rules.scoring_of(board.track, board.language_pair).comparison
    return digest([rules and rules.model_dump(mode="json"), list(score_ids)])


def has_runs_to_score(board: Board) -> bool:
    """Whether runs of a board wait to be scored, so that a comparison would soon be an old one."""
    waiting = Job.objects.filter(kind=JobKind.SCORE_RUN, state=JobState.QUEUED).values("subject_id")
    return board.runs.filter(pk__in=waiting).exists()


def has_old_comparisons(board: Board) -> bool:
    """Whether the comparisons of a board are of other runs, scores or rules than those in force."""
    wanted = {
        (specification, comparison_inputs_digest(board, runs, specification))
        for specification in scored_specifications(board)
        if len(runs := compared_runs(board, specification)) >= FEWEST_RUNS
    }
    return wanted != set(board.comparisons.values_list("specification", "inputs_digest"))
