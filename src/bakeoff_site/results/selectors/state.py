"""What there is on boards at a moment, as plain values: quickly read, and the key of what is made of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.results.selectors.missing_metrics import Uploaded, uploaded_scores
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.submissions.models import Board, Run

_OF_RUN = (
    "id",
    "board_id",
    "team_id",
    "entered",
    "system_type",
    "system",
    "name",
    "effect",
    "late",
    "official",
    "replaced_by_id",
    "withdrawn_at",
)
_OF_TEAM = ("id", "name")
_OF_BOARD = ("id", "campaign_id", "track", "language_pair", "condition", "test_set")

RunRow = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class BoardState:
    """The runs of boards, their scores in force and what was tested: whatever changes, changes this."""

    runs: tuple[RunRow, ...] = ()
    scores: tuple[int, ...] = ()
    """Rows of scores never change, so their ids tell all of them."""
    comparisons: tuple[tuple[str, int, str], ...] = ()
    """Specification, id and inputs_digest."""
    uploaded: Uploaded = ()


def state_of(board: Board, scoring: Scoring, specifications: Collection[str]) -> BoardState:
    comparisons = BoardComparison.objects.filter(board=board, specification__in=specifications).order_by("pk")
    return BoardState(
        rows_of_runs(board=board),
        _score_ids(specifications, run__board=board),
        tuple(comparisons.values_list("specification", "pk", "inputs_digest")),
        uploaded_scores(scoring, run__board=board),
    )


def state_of_all(campaign: Campaign, specifications: Collection[str]) -> BoardState:
    """That of all boards of a campaign, without comparisons."""
    return BoardState(rows_of_runs(board__campaign=campaign), _score_ids(specifications, run__board__campaign=campaign))


def rows_of_runs(**where: object) -> tuple[RunRow, ...]:
    return _rows((), where)


def _rows(beside: tuple[str, ...], where: Mapping[str, object]) -> tuple[RunRow, ...]:
    # Without the submission, which tells what the checker found: of no use here, and long.
    rows = Run.objects.select_related(None).filter(**where).order_by("pk")
    return tuple(rows.values_list(*_OF_RUN, *(f"team__{name}" for name in _OF_TEAM), *beside))


def board_with_runs(**where: object) -> tuple[Board, tuple[RunRow, ...]] | None:
    """A board that has runs, and these, at one look."""
    found = _rows(tuple(f"board__{name}" for name in _OF_BOARD), where)
    if not found:
        return None
    return Board.from_db(None, _OF_BOARD, found[0][-len(_OF_BOARD) :]), tuple(row[: -len(_OF_BOARD)] for row in found)


def _score_ids(specifications: Collection[str], **where: object) -> tuple[int, ...]:
    in_force = RunScore.objects.filter(
        run__withdrawn_at=None, run__replaced_by=None, specification__in=specifications, current=True, **where
    )
    return tuple(in_force.order_by("pk").values_list("pk", flat=True))


def team_of(row: RunRow) -> int | None:
    return cast("int | None", row[_OF_RUN.index("team_id")])


def runs_from(rows: Sequence[RunRow], boards: Collection[Board]) -> list[Run]:
    """Rows as runs with their teams and boards, without another look at the database."""
    by_id = {board.pk: board for board in boards}
    teams: dict[int, Team] = {}
    runs = []
    for row in rows:
        run = Run.from_db(None, _OF_RUN, row[: len(_OF_RUN)])
        run.board = by_id[run.board_id]
        if run.team_id is not None and run.team_id not in teams:
            teams[run.team_id] = Team.from_db(None, _OF_TEAM, row[len(_OF_RUN) :])
        run.team = None if run.team_id is None else teams[run.team_id]
        runs.append(run)
    return runs
