"""All systems of a track on all its boards."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.rulebook import Rulebook
from bakeoff_site.results.conversions.overview import MatrixCell, MatrixColumn, MatrixRow, TrackMatrix
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.titles import Place, kind_label
from bakeoff_site.results.permissions import Names, Visibility
from bakeoff_site.submissions.models import Run


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """The official runs of a board by its official metric, as someone may see them."""

    place: Place
    metric: Metric
    cells: Mapping[Run, Cell]
    visibility: Visibility


def track_matrix(rules: Rulebook, boards: Sequence[ScoredBoard], names: Names) -> TrackMatrix | None:
    """Systems as rows, boards as columns; None for a single board, whose own page says it all.

    A system whose name is not released is left out: that the same team is on two boards would be a part of its name.
    """
    if len(boards) < 2:
        return None
    runs: dict[Hashable, dict[int, Run]] = {}
    left_out = False
    for number, board in enumerate(boards):
        for run in board.cells:
            if board.visibility.knows(run):
                runs.setdefault(run.entered or (run.team_id, run.system), {})[number] = run
            else:
                left_out = True
    rows = [_row(rules, boards, each, names) for each in runs.values()]
    # Systems of teams before those of organisers, and those on most boards first.
    rows.sort(key=lambda row: (not row.team, -sum(cell is not None for cell in row.cells), row.name.casefold()))
    return TrackMatrix(
        track=boards[0].place.track,
        columns=tuple(MatrixColumn(b.place.board_id, _label(b, boards), b.metric.title) for b in boards),
        rows=_mark_best(rows, [board.metric for board in boards]),
        is_complete=not left_out,
    )


def _row(rules: Rulebook, boards: Sequence[ScoredBoard], runs: Mapping[int, Run], names: Names) -> MatrixRow:
    first = next(iter(runs.values()))
    called = {names.name(run, boards[number].visibility) for number, run in runs.items()}
    team = first.team.name if first.team is not None else ""
    return MatrixRow(
        name=called.pop() if len(called) == 1 else f"{team}, {first.system}",
        team=team,
        kind_label=kind_label(rules, first),
        is_own=any(boards[number].visibility.owns(run) for number, run in runs.items()),
        cells=tuple(_cell(board, runs.get(number), names) for number, board in enumerate(boards)),
    )


def _cell(board: ScoredBoard, run: Run | None, names: Names) -> MatrixCell | None:
    if run is None or board.cells[run].value is None:
        return None
    return MatrixCell(names.key(run, board.visibility), board.cells[run].text, board.cells[run].value or 0.0)


def _label(board: ScoredBoard, boards: Sequence[ScoredBoard]) -> str:
    """What distinguishes a board from the others of its track."""
    place = board.place
    parts = [place.language_pair]
    parts += [place.condition] if len({each.place.condition_id for each in boards}) > 1 else []
    parts += [place.test_set] if len({each.place.test_set_id for each in boards}) > 1 else []
    return ", ".join(filter(None, parts))


def _mark_best(rows: Sequence[MatrixRow], metrics: Sequence[Metric]) -> tuple[MatrixRow, ...]:
    best: list[float | None] = []
    for number, metric in enumerate(metrics):
        values = [cell.value for row in rows if (cell := row.cells[number]) is not None]
        pick = max if metric.direction == "higher" else min
        best.append(pick(values) if len(values) > 1 else None)
    return tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, is_best=cell.value == best[number]) if cell is not None else None
                for number, cell in enumerate(row.cells)
            ),
        )
        for row in rows
    )
