"""How a run stands against the other systems of its board: ranks by every metric, medians of every part."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.results.conversions.run_parts import Standing
from bakeoff_site.results.conversions.scores import ALL_GROUPS, BoardScores, Metric, cell_of
from bakeoff_site.results.conversions.titles import is_compared
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.results.selectors.board_state import StoredComparisons, comparisons_of, score_ids_of, scores_of
from bakeoff_site.submissions.models import Board, Run

BoardMoment = tuple[tuple[int, ...], tuple[tuple[str, int, str], ...]]
"""The scores of a board in force, and the comparisons of it: whatever changes, changes this."""


def moment_of(board: Board, scoring: Scoring, visibility: Visibility) -> BoardMoment:
    """What a standing depends on; nothing is asked where it is not shown."""
    if not visibility.scores.allowed:
        return ((), ())
    specifications = scoring.scored_specifications
    return score_ids_of(specifications, run__board=board), comparisons_of(board, specifications)


def standing_of(
    run: Run,
    every: Sequence[Run],
    moment: BoardMoment,
    *,
    metrics: Sequence[Metric],
    groups: Sequence[str],
    visibility: Visibility,
) -> Standing:
    """The standing of a run among `every` run of its board, by metrics of one specification."""
    score_ids, comparisons = moment
    if not score_ids or not visibility.scores.allowed:
        return Standing()
    rules = run.board.campaign.rules
    listed = [each for each in every if each.in_force and visibility.scores_of(each)]
    scores = scores_of(score_ids, [each.pk for each in listed])
    tested = StoredComparisons(run.board, [each for each in listed if each.pk in scores.by_run], scores, comparisons)
    rankings = {metric.expression: tested.of(metric, ALL_GROUPS) for metric in metrics}
    compared = [each.pk for each in listed if is_compared(rules, each)]
    return Standing(
        ranks={name: ranking.rank(run.pk) for name, ranking in rankings.items() if ranking is not None},
        compared={name: len(ranking.compared) for name, ranking in rankings.items() if ranking is not None},
        medians=_medians(score_ids, compared, metrics, groups, run),
    )


def _medians(
    score_ids: Sequence[int], compared: Sequence[int], metrics: Sequence[Metric], groups: Sequence[str], run: Run
) -> dict[tuple[str, str], float]:
    scoring = run.board.campaign.rules.scoring_of(run.board.track, run.board.language_pair)
    medians = {}
    for group in (ALL_GROUPS, *groups):
        scores = scores_of(score_ids, compared, group)
        for metric in metrics:
            values = _values(scores, compared, metric, scoring)
            if len(values) > 1:
                medians[metric.expression, group] = median(values)
    return medians


def _values(scores: BoardScores, compared: Sequence[int], metric: Metric, scoring: Scoring) -> list[float]:
    cells = [cell_of(scores.get(run_id, metric), metric, scoring) for run_id in compared]
    return [cell.value for cell in cells if cell.value is not None]
