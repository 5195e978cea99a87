"""What tables must show: scores of the simulated texts by direct calls of the science, without server and rulebook.

Metrics and specifications are written in the tests as the documents have them, and not taken from rulebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bakeoff.client import Board
from bakeoff.client import System as Row
from bakeoff.evaluation import Evaluation, compare_runs, score_runs, score_texts
from tests.site.five_campaigns.simulation import System
from tests.site.five_campaigns.texts import Texts

Scores = dict[str, dict[str, float]]
"""By system in the order of the table, then by metric in the order of columns."""
DIGITS = 9
"""Sums of the same numbers in another order differ after these."""


def scores_of(
    texts: Texts,
    systems: Mapping[str, System],
    metrics: Sequence[str],
    specification: str,
    *,
    language: str = "English",
) -> Scores:
    """Scores of systems on a test set, from lines of text."""
    references = [texts.reference_lines(number + 1) for number in range(texts.test_set.references)]
    return {
        name: rounded(
            score_texts(
                texts.output_lines(system),
                references,
                metrics=list(metrics),
                specification=specification,
                target_language=language,
            )
        )
        for name, system in systems.items()
    }


def evaluation_of(
    texts: Texts, systems: Mapping[str, System], metrics: Sequence[str], specification: str, *, by: Sequence[str] = ()
) -> Evaluation:
    """The same with statistics, and of groups: NIST weighs n-grams by the complete set in each of them."""
    runs = [replace(texts.output_run(system), system=name) for name, system in systems.items()]
    references = [texts.reference(number + 1) for number in range(texts.test_set.references)]
    return score_runs(
        runs, references, source=texts.source(), metrics=list(metrics), specification=specification, by=by
    )


def scores_of_group(evaluation: Evaluation, group: str) -> Scores:
    return {
        system.name: rounded({metric: score.value for metric, score in system.groups[group].scores.items()})
        for system in evaluation.systems
    }


def means_of(evaluation: Evaluation) -> Scores:
    """Means over the samples, in the place of scores."""
    return {
        system.name: rounded(
            {metric: score.variation.mean for metric, score in system.scores.items() if score.variation}
        )
        for system in evaluation.systems
    }


def lines_by_bootstrap(evaluation: Evaluation, metric: str, *, samples: int, level: float) -> list[bool]:
    """Whether a line is above each system but the first: it differs significantly from the one before it."""
    chosen = replace(evaluation, metrics={metric: evaluation.metrics[metric]})
    [compared, *_] = compare_runs(
        chosen, test="bootstrap", trials=samples, level=level, correction="none", rule="neighbours"
    ).comparisons
    significant = {frozenset((pair.a, pair.b)) for pair in compared.pairs if pair.significant}
    names = list(compared.scores)
    return [frozenset(pair) in significant for pair in pairwise(names)]


def ranked(scores: Scores, metric: str, *, lowest_first: bool = False) -> Scores:
    """Best first."""
    order = sorted(scores, key=lambda name: scores[name][metric], reverse=not lowest_first)
    return {name: scores[name] for name in order}


def rounded(scores: Mapping[str, float]) -> dict[str, float]:
    return {metric: round(value, DIGITS) for metric, value in scores.items()}


def shown(board: Board, specification: str = "", *, rows: Iterable[Row] | None = None) -> Scores:
    """What a board shows under a specification: its official systems, or the given ones."""
    wanted = [each for each in board.metrics if each.specification == (specification or board.specification)]
    chosen = official(board) if rows is None else rows
    return {
        row.name: rounded({each.metric: value for each in wanted if (value := row.scores[each.key].value) is not None})
        for row in chosen
    }


def official(board: Board) -> list[Row]:
    return [system for system in board.systems if system.part == "official"]


def same(one: Scores, other: Scores) -> bool:
    """Whether rows, their order, columns and figures agree."""
    return [(name, list(own.items())) for name, own in one.items()] == [
        (name, list(own.items())) for name, own in other.items()
    ]
