"""The boards of a campaign in its overview: the best of each, and all systems on all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bakeoff.rulebook import Rulebook
from bakeoff_site.results.conversions.overview import BoardLine, NamedRun, TrackMatrix
from bakeoff_site.results.conversions.overview_matrix import ScoredBoard, track_matrix
from bakeoff_site.results.conversions.published import best_by_kind, published_on
from bakeoff_site.results.conversions.scores import BoardScores, Cell, Metric, best_first, cell_of, columns_of
from bakeoff_site.results.conversions.titles import Kind, is_compared, kind_label, kind_of, place_of, remark_of
from bakeoff_site.results.permissions import Names, Visibility, part_of
from bakeoff_site.submissions.models import Board, Run


class BoardLines:
    """Boards with the runs that someone may know of, as lines and as rows of matrices."""

    def __init__(
        self,
        rules: Rulebook,
        visibilities: Mapping[Board, Visibility],
        runs: Sequence[Run],
        names: Names,
        scores: BoardScores,
    ) -> None:
        self._rules = rules
        self._boards = list(visibilities)
        self._visibilities = visibilities
        self._names = names
        self._scores = scores
        self._runs: dict[int, list[Run]] = {}
        for run in runs:
            self._runs.setdefault(run.board_id, []).append(run)

    def lines(self) -> tuple[BoardLine, ...]:
        boards = [board for board in self._boards if self._runs.get(board.pk)]
        return tuple(self._line(board) for board in sorted(boards, key=self._in_order))

    def matrices(self) -> tuple[TrackMatrix, ...]:
        """The scores of all systems, where a track has several boards."""
        by_track: dict[str, list[ScoredBoard]] = {}
        for board in sorted(self._boards, key=self._in_order):
            if scored := self._scored(board):
                by_track.setdefault(board.track, []).append(scored)
        matrices = (track_matrix(self._rules, boards, self._names) for boards in by_track.values())
        return tuple(matrix for matrix in matrices if matrix is not None)

    def _scored(self, board: Board) -> ScoredBoard | None:
        runs = {run.pk: run for run in self._runs.get(board.pk, ())}
        place = place_of(self._rules, board)
        scoring = self._rules.scoring_of(board.track, board.language_pair)
        scores = self._scores_of(runs)
        columns = () if place.why_not_scored else columns_of(scores, scoring, scoring.specifications[:1])
        if not columns:
            return None
        valued = self._valued(runs, scores, columns[0])
        cells = {run: cell_of(scores.get(run.pk, columns[0]), columns[0], scoring) for run in valued}
        return ScoredBoard(place, columns[0], cells, self._visibilities[board])

    def _scores_of(self, runs: Mapping[int, Run]) -> BoardScores:
        return BoardScores({k: v for k, v in self._scores.by_run.items() if k in runs}, self._scores.metrics, (), {})

    def _in_order(self, board: Board) -> tuple[int, ...]:
        """As the rulebook lists them."""
        rules = self._rules
        conditions = ["", *rules.conditions]
        return (
            list(rules.tracks).index(board.track),
            list(rules.language_pairs).index(board.language_pair),
            conditions.index(board.condition) if board.condition in conditions else len(conditions),
            list(rules.test_sets).index(board.test_set),
        )

    def named(self) -> Iterable[NamedRun]:
        for board in self._boards:
            place = place_of(self._rules, board)
            for run in self._runs.get(board.pk, ()):
                if part_of(run) == "named":
                    yield NamedRun(self._names.name(run, self._visibilities[board]), place, remark_of(self._rules, run))

    def _line(self, board: Board) -> BoardLine:
        scoring = self._rules.scoring_of(board.track, board.language_pair)
        visibility, runs = self._visibilities[board], {run.pk: run for run in self._runs[board.pk]}
        scores = self._scores_of(runs)
        place = place_of(self._rules, board)
        columns = () if place.why_not_scored else columns_of(scores, scoring, scoring.specifications[:1])
        metric = next(iter(columns), None)
        valued = self._valued(runs, scores, metric)
        leader = next((run for run in valued if run.team_id is not None and is_compared(self._rules, run)), None)
        best = cell_of(scores.get(leader.pk, metric), metric, scoring) if leader and metric else None
        published = published_on(self._rules, board, runs.values()) if visibility.scores.allowed else ()
        held: dict[Kind, Cell] = {}
        if metric is not None:
            cells = [
                (kind_of(self._rules, run), cell_of(scores.get(run.pk, metric), metric, scoring)) for run in valued
            ]
            cells += [(each.system.kind, each.cell(metric, scoring.specifications[0])) for each in published]
            held = best_by_kind(cells, metric)
        baseline, earlier = held.get("baseline"), held.get("earlier")
        return BoardLine(
            place=place,
            seen="all" if visibility.scores.allowed else "own",
            runs=len(runs),
            has_official=any(part_of(run) == "official" for run in runs.values()),
            has_compared=any(run.team_id is not None and is_compared(self._rules, run) for run in runs.values()),
            metric=metric.expression if metric else "",
            reported=metric.reported if metric else "score",
            leader=self._names.name(leader, visibility) if leader else "",
            leader_key=self._names.key(leader, visibility) if leader else "",
            leader_kind=kind_of(self._rules, leader) if leader else "",
            leader_type=kind_label(self._rules, leader) if leader else "",
            best=best.text if best else "",
            best_value=best.value if best else None,
            baseline=baseline.text if baseline else "",
            baseline_value=baseline.value if baseline else None,
            direction=metric.direction if metric else "",
            earlier=earlier.text if earlier else "",
            earlier_value=earlier.value if earlier else None,
        )

    def _valued(self, runs: dict[int, Run], scores: BoardScores, metric: Metric | None) -> list[Run]:
        """Official runs with a score by the metric, best first."""
        if metric is None:
            return []
        official = [run_id for run_id, run in runs.items() if part_of(run) == "official"]
        ordered = best_first(official, scores, metric)
        return [runs[run_id] for run_id in ordered if (score := scores.get(run_id, metric)) and score.value is not None]
