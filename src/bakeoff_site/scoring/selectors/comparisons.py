"""Which runs of a board are compared, and by which scores."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from bakeoff.rulebook.table_parts import compared_types
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.conversions import digest
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Board, Run


def compared_runs(board: Board, specification: str) -> list[Run]:
    """Official runs in force of the types that the rulebook compares across teams, and systems that organisers entered.

    Only those that have scores under the specification; where the rulebook compares no type, all official runs.
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
    found = set(rows.values_list("specification", flat=True).distinct())
    return [
        each
        for each in board.campaign.rules.scoring_of(board.track, board.language_pair).specifications
        if each in found
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
