"""What is stored about boards at a moment: runs, scores in force and comparisons, each read once in a process."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models.fields.json import KeyTransform

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.caches import ComputedCache, RowCache
from bakeoff_site.results.conversions.missing_scores import Uploaded
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import ALL_GROUPS, BoardScore, BoardScores, Metric
from bakeoff_site.results.conversions.titles import is_compared
from bakeoff_site.scoring.conversions import WHOLE_SET
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.scoring.selectors.inputs import digest_of_scores
from bakeoff_site.scoring.selectors.score_files import last_uploads
from bakeoff_site.submissions.models import Board, Run, Submission

# In the order of the fields of the model, in which rows are read back.
_OF_RUN = (
    "id",
    "board_id",
    "team_id",
    "entered",
    "system_type",
    "system",
    "name",
    "input",
    "released_runs",
    "effect",
    "late",
    "official",
    "replaced_by_id",
    "withdrawn_at",
    "has_upper_case",
    "resource_flags",
)
_OF_SUBMISSION = ("id", "package")
_OF_TEAM = ("id", "name")
_OF_BOARD = ("id", "campaign_id", "track", "language_pair", "condition", "test_set")

RunRow = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class BoardState:
    """The runs of boards, their scores in force and what was tested: whatever changes, changes this."""

    runs: tuple[RunRow, ...] = ()
    scores: tuple[int, ...] = ()
    """Rows of scores never change, so their ids identify them."""
    comparisons: tuple[tuple[str, int, str], ...] = ()
    """Specification, id and inputs_digest."""
    uploaded: Uploaded = ()


def state_of(board: Board, scoring: Scoring, specifications: Collection[str]) -> BoardState:
    return BoardState(
        rows_of_runs(board=board),
        score_ids_of(specifications, run__board=board),
        comparisons_of(board, specifications),
        uploaded_scores(scoring, run__board=board),
    )


def comparisons_of(board: Board, specifications: Collection[str]) -> tuple[tuple[str, int, str], ...]:
    """Specification, id and inputs_digest of what was tested."""
    comparisons = BoardComparison.objects.filter(board=board, specification__in=specifications).order_by("pk")
    return tuple(comparisons.values_list("specification", "pk", "inputs_digest"))


def state_of_all(campaign: Campaign, specifications: Collection[str]) -> BoardState:
    """The state of all boards of a campaign, without comparisons."""
    return BoardState(
        rows_of_runs(board__campaign=campaign), score_ids_of(specifications, run__board__campaign=campaign)
    )


def rows_of_runs(**where: object) -> tuple[RunRow, ...]:
    return _rows((), where)


def _rows(beside: tuple[str, ...], where: Mapping[str, object]) -> tuple[RunRow, ...]:
    # Of the submission only what is used here: the findings of the checker are long.
    rows = Run.objects.select_related(None).filter(**where).order_by("pk")
    related = (*(f"submission__{name}" for name in _OF_SUBMISSION), *(f"team__{name}" for name in _OF_TEAM))
    return tuple(rows.values_list(*_OF_RUN, *related, *beside))


def board_with_runs(**where: object) -> tuple[Board, tuple[RunRow, ...]] | None:
    """A board that has runs, and these, at one look."""
    rows = _rows(tuple(f"board__{name}" for name in _OF_BOARD), where)
    if not rows:
        return None
    return Board.from_db(None, _OF_BOARD, rows[0][-len(_OF_BOARD) :]), tuple(row[: -len(_OF_BOARD)] for row in rows)


def score_ids_of(specifications: Collection[str], **where: object) -> tuple[int, ...]:
    """The scores in force of runs that count."""
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
        run.submission = Submission.from_db(None, _OF_SUBMISSION, row[len(_OF_RUN) :])
        if run.team_id is not None and run.team_id not in teams:
            teams[run.team_id] = Team.from_db(None, _OF_TEAM, row[len(_OF_RUN) + len(_OF_SUBMISSION) :])
        run.team = None if run.team_id is None else teams[run.team_id]
        runs.append(run)
    return runs


def uploaded_scores(scoring: Scoring, **where: object) -> Uploaded:
    """What was uploaded of runs and not withdrawn; without a metric from outside in the rulebook, nothing is asked."""
    if not scoring.outside:
        return ()
    return last_uploads(**where)


@dataclass(frozen=True, slots=True)
class _ScoreRow:
    """All that tables need of a stored score; it never changes."""

    score_id: int
    run_id: int
    key: tuple[str, str]
    value: float | None
    variation: Mapping[str, float] | None
    segments: int
    about: tuple[str, int, str]
    """Direction, decimals and signature."""
    groups: Mapping[str, Mapping[str, Any]]

    def on(self, group: str) -> BoardScore | None:
        """The score on all segments or those of a group; None where the group has none."""
        if not group:
            return BoardScore(self.run_id, self.key, self.value, self.variation, self.segments, self.score_id)
        if group not in self.groups:
            return None
        part = self.groups[group]
        return BoardScore(self.run_id, self.key, part["value"], part.get("variation"), part["segments"], self.score_id)


SCORE_ROWS: RowCache[_ScoreRow] = RowCache(most=20_000)


def scores_of(score_ids: Collection[int], run_ids: Collection[int], group: str = ALL_GROUPS) -> BoardScores:
    """Of these scores those of some runs, on all segments or those of a group."""
    wanted = frozenset(run_ids)
    by_run: dict[int, dict[tuple[str, str], BoardScore]] = {}
    metrics: dict[tuple[str, str], tuple[str, int, str]] = {}
    groups: dict[str, None] = {}
    ids: dict[tuple[int, str], tuple[int, ...]] = {}
    held = set()
    for row_id, row in SCORE_ROWS.get(score_ids, _read_scores).items():
        if row.run_id not in wanted:
            continue
        metrics.setdefault(row.key, row.about)
        held.add((row.run_id, *row.key))
        groups |= dict.fromkeys(row.groups)
        place = (row.run_id, row.key[0])
        ids[place] = (*ids.get(place, ()), row_id)
        if (stored := row.on(group)) is not None:
            by_run.setdefault(row.run_id, {})[row.key] = stored
    return BoardScores(by_run, metrics, tuple(groups), ids, frozenset(held))


def _read_scores(row_ids: list[int]) -> dict[int, _ScoreRow]:
    rows = RunScore.objects.filter(pk__in=row_ids).defer("statistics", "columns", "inputs_digest")
    return {
        row.pk: _ScoreRow(
            score_id=row.pk,
            run_id=row.run_id,
            key=(row.specification, row.metric),
            value=row.value,
            variation=row.variation,
            segments=row.segments,
            about=(row.direction, row.digits, row.signature),
            groups=row.groups,
        )
        for row in rows
    }


class StoredComparisons:
    """Comparisons of a board's runs, looked up under the specifications that are asked for."""

    def __init__(
        self, board: Board, runs: Sequence[Run], scores: BoardScores, comparisons: Iterable[tuple[str, int, str]]
    ) -> None:
        """`runs` are all that count and are scored; `comparisons` are specifications with id and digest of inputs."""
        self._board = board
        self._scores = scores
        self._runs = sorted(run.pk for run in runs if is_compared(board.campaign.rules, run))
        # Without any run that may be seen, there are no comparisons either.
        self._comparisons = {spec: (pk, inputs_digest) for spec, pk, inputs_digest in comparisons} if runs else {}
        self.is_stale = False
        """Whether a comparison that was asked for is of other runs or scores than those in force."""

    def of(self, metric: Metric, group: str) -> Ranking | None:
        """The ranking by a metric on a group, where there is one."""
        comparison = self._comparisons.get(metric.specification)
        if comparison is None:
            return None
        if not self._fits(metric.specification, comparison[1]):
            self.is_stale = True
            return None
        return ranking_by(*comparison, metric.expression, group)

    def _fits(self, specification: str, inputs_digest: str) -> bool:
        """Whether it was made from these scores; each belongs to one run."""
        score_ids = [self._scores.ids.get((run_id, specification), ()) for run_id in self._runs]
        return digest_of_scores(self._board, [score_id for of_run in score_ids for score_id in of_run]) == inputs_digest


_RANKINGS: ComputedCache[Ranking | None] = ComputedCache(most=64)


def ranking_by(comparison_id: int, inputs_digest: str, expression: str, group: str) -> Ranking | None:
    """The ranking of a comparison that was made on a inputs_digest: read once, as the pairs of many runs are many."""

    def read() -> Ranking | None:
        part = part_of_comparison(comparison_id, expression, group)
        return None if part is None else Ranking(*part)

    return _RANKINGS.get((comparison_id, inputs_digest, expression, group), read)


def part_of_comparison(comparison_id: int, expression: str, group: str) -> tuple[str, Mapping[str, Any]] | None:
    """The method of a comparison and what it says by one metric on one group; all of it is long."""
    part = KeyTransform(group or WHOLE_SET, KeyTransform(expression, "content"))
    comparison = BoardComparison.objects.filter(pk=comparison_id).values_list("method", part).first()
    return (comparison[0], comparison[1]) if comparison is not None and isinstance(comparison[1], Mapping) else None
