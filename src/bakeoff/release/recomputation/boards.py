"""Automatic scores again: runs scored by the rulebook, scores from outside added, all tested as on the site."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bakeoff.evaluation import Evaluation, SystemScores, Variation, compare_by_rules, error_counts
from bakeoff.evaluation.comparison.systems import MetricComparison
from bakeoff.evaluation.progress import Progress
from bakeoff.release.content import ReleaseContent, SegmentStatistics
from bakeoff.release.recomputation.evaluations import BoardEvaluations
from bakeoff.release.recomputation.files import NamedFiles
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.reports.campaign_results.boards import (
    ALL_SEGMENTS,
    BoardComparison,
    BoardResults,
    ComparedPair,
    GroupScore,
    RunResults,
    RunScore,
)

_FEWEST_RUNS = 2
_Compared = tuple[str, str, str]
"""Metric, specification and group."""


def recompute_board(
    content: ReleaseContent,
    board: BoardResults,
    statistics: Mapping[str, Sequence[SegmentStatistics]],
    files: NamedFiles,
    *,
    on_progress: Progress | None = None,
) -> tuple[Recomputed[BoardResults], Mapping[str, Evaluation]]:
    """The board with every score and test computed again, and its evaluations by specification.

    `statistics` are those of the package by run: they are taken where outputs and references are withheld.
    """
    found = BoardEvaluations(content, board, statistics, files, on_progress=on_progress)
    evaluations = found.by_specification()
    runs = tuple(
        replace(
            run,
            scores=tuple(_score(run, score, evaluations, knows_groups=found.knows_groups) for score in run.scores),
        )
        for run in board.runs
    )
    made = dict(_comparisons(content, board, evaluations))
    comparisons = tuple(made.get((each.metric, each.specification, each.group), each) for each in board.comparisons)
    gaps = (*found.gaps, *_untested(board, made, knows_groups=found.knows_groups))
    if not found.knows_groups and any(score.groups for _, score in board.scores()):
        place = " ".join(filter(None, board.place))
        found.taken.append(f"Scores of groups of {place} are as published where no text says what is in a group.")
    again = replace(board, runs=runs, comparisons=comparisons)
    return Recomputed(result=again, gaps=gaps, taken=tuple(found.taken)), evaluations


def score_of_run(evaluation: Evaluation, system: SystemScores, metric: str, *, outside: bool = False) -> RunScore:
    """A score as results hold it."""
    score, scale = system.scores[metric], evaluation.scales[metric]
    has_counts = metric in evaluation.metrics
    return RunScore(
        metric=metric,
        specification=evaluation.specification,
        value=_finite(score.value),
        signature=score.signature,
        direction=scale.direction,
        digits=scale.digits,
        segments=evaluation.segments,
        variation=_known(score.variation),
        counts=error_counts(evaluation, system, metric) if has_counts else None,
        groups={
            key: GroupScore(
                value=_finite(group.scores[metric].value),
                segments=group.segments,
                variation=_known(group.scores[metric].variation),
                counts=error_counts(evaluation, system, metric, evaluation.groups[key]) if has_counts else None,
            )
            for key, group in system.groups.items()
            if metric in group.scores
        },
        outside=outside,
    )


def board_comparison(specification: str, method: str, one: MetricComparison) -> BoardComparison:
    """Tests by one metric as results hold them."""
    return BoardComparison(
        metric=one.metric,
        specification=specification,
        group=one.group or ALL_SEGMENTS,
        method=method,
        order=tuple(one.scores),
        clusters=one.clusters or (),
        rank_ranges=dict(one.rank_ranges or {}),
        pairs=tuple(
            ComparedPair(
                a=pair.a,
                b=pair.b,
                difference=_finite(pair.difference),
                p=pair.p,
                p_corrected=pair.p_corrected,
                significant=pair.significant,
                beats=pair.significant and not pair.is_contradicted,
            )
            for pair in one.pairs
        ),
    )


def _score(
    run: RunResults, published: RunScore, evaluations: Mapping[str, Evaluation], *, knows_groups: bool
) -> RunScore:
    evaluation = evaluations.get(published.specification)
    system = None if evaluation is None else next((each for each in evaluation.systems if each.name == run.id), None)
    if evaluation is None or system is None or published.metric not in system.scores:
        return published  # and a gap says why
    again = score_of_run(evaluation, system, published.metric, outside=published.outside)
    groups = {
        key: _with_known_counts(again.groups[key], each) if key in again.groups else each
        for key, each in published.groups.items()
        if key in again.groups or not knows_groups
    }
    return replace(
        again,
        counts=again.counts if published.counts is not None else None,
        groups=groups,
        # Where a score is not from a file of the package, nothing else has its signature.
        signature=published.signature
        if published.outside and not again.signature.startswith("given")
        else again.signature,
    )


def _with_known_counts(again: GroupScore, published: GroupScore) -> GroupScore:
    return again if published.counts is not None else replace(again, counts=None)


def _comparisons(
    content: ReleaseContent, board: BoardResults, evaluations: Mapping[str, Evaluation]
) -> Iterator[tuple[_Compared, BoardComparison]]:
    """The comparisons of the runs that were compared, by metric, specification and group."""
    for specification in dict.fromkeys(each.specification for each in board.comparisons):
        evaluation = evaluations.get(specification)
        named = {run for each in board.comparisons if each.specification == specification for run in each.order}
        compared = [run.id for run in board.runs if run.id in named]
        if (
            evaluation is None
            or len(compared) < _FEWEST_RUNS
            or not set(compared) <= {each.name for each in evaluation.systems}
        ):
            continue
        comparison = compare_by_rules(
            content.results.rulebook,
            _in_order(evaluation, compared),
            track=board.track,
            language_pair=board.language_pair,
            compared=compared,
        )
        for one in comparison.comparisons:
            group = one.group or ALL_SEGMENTS
            yield (one.metric, specification, group), board_comparison(specification, comparison.method, one)


def _untested(board: BoardResults, made: Mapping[_Compared, object], *, knows_groups: bool) -> Iterator[Gap]:
    """Published comparisons that cannot be made."""
    place = " ".join(filter(None, board.place))
    for each in board.comparisons:
        if (each.metric, each.specification, each.group) not in made:
            group = f", {each.group}" if each.group else ""
            yield Gap(
                what=f"the tests by {each.metric} ({each.specification}{group}) of {place}",
                why="what they test is not in the package",
                is_wrong=knows_groups or not each.group,
            )


def _in_order(evaluation: Evaluation, compared: Sequence[str]) -> Evaluation:
    """The evaluation of some systems by the metrics that all of them have statistics of."""
    systems = {each.name: each for each in evaluation.systems}
    chosen = tuple(systems[name] for name in compared)
    metrics = {name: how for name, how in evaluation.metrics.items() if all(name in each.statistics for each in chosen)}
    return replace(evaluation, systems=chosen, metrics=metrics)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _known(variation: Variation | None) -> Variation | None:
    if variation is None:
        return None
    numbers = (variation.interval.low, variation.interval.high, variation.mean, variation.sd)
    return variation if all(map(math.isfinite, numbers)) else None
