"""What tables must show: scores of the simulated texts by direct calls of the science, without server and rulebook.

Metrics and specifications are written in the tests as the documents have them, and not taken from rulebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bakeoff.client import Board, ErrorCounts
from bakeoff.client import System as Row
from bakeoff.evaluation import Evaluation, add_intervals, compare_runs, resegment_run, score_runs, score_texts
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
    texts: Texts,
    systems: Mapping[str, System],
    metrics: Sequence[str],
    specification: str,
    *,
    language: str = "English",
    by: Sequence[str] = (),
) -> Evaluation:
    """The same with statistics, and of groups: NIST weighs n-grams by the complete set in each of them."""
    runs = [replace(texts.output_run(system), system=name) for name, system in systems.items()]
    references = [texts.reference(number + 1) for number in range(texts.test_set.references)]
    if not texts.test_set.segmented:
        runs = [resegment_run(run, references).run for run in runs]
    return score_runs(
        runs,
        references,
        source=texts.source(),
        metrics=list(metrics),
        specification=specification,
        by=by,
        target_language=language,
    )


def scores_of_evaluation(evaluation: Evaluation) -> Scores:
    return {
        system.name: rounded({metric: score.value for metric, score in system.scores.items()})
        for system in evaluation.systems
    }


def scores_of_group(evaluation: Evaluation, group: str) -> Scores:
    return {
        system.name: rounded({metric: score.value for metric, score in system.groups[group].scores.items()})
        for system in evaluation.systems
    }


def varied(evaluation: Evaluation, metrics: Sequence[str], *, samples: int) -> Evaluation:
    """The evaluation by these metrics, with 95 % intervals by bootstrap."""
    chosen = {metric: evaluation.metrics[metric] for metric in metrics}
    return add_intervals(replace(evaluation, metrics=chosen), samples=samples, level=0.95)


def means_of(evaluation: Evaluation) -> Scores:
    """Means over the samples, in the place of scores."""
    return {
        system.name: rounded(
            {metric: score.variation.mean for metric, score in system.scores.items() if score.variation}
        )
        for system in evaluation.systems
    }


def intervals_of(evaluation: Evaluation) -> dict[str, dict[str, tuple[float, float]]]:
    """The ends of intervals, by system and metric."""
    return {
        system.name: {
            metric: (round(each.low, DIGITS), round(each.high, DIGITS))
            for metric, score in system.scores.items()
            if score.variation and (each := score.variation.interval)
        }
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


def shown_intervals(board: Board) -> dict[str, dict[str, tuple[float, float]]]:
    """The ends of intervals that a board shows for its official systems."""
    return {
        row.name: {
            metric.metric: (round(score.low, DIGITS), round(score.high, DIGITS))
            for metric in board.metrics
            if (score := row.scores[metric.key]).low is not None and score.high is not None
        }
        for row in official(board)
    }


def exported(text: str, metrics: Sequence[str]) -> Scores:
    """What the TSV export of a board says of its official systems, by metrics in the order of its columns."""
    heading, *rows = (line.split("\t") for line in text.splitlines())
    columns = [heading.index(metric) for metric in metrics]
    assert columns == sorted(columns)
    name, part = heading.index("system"), heading.index("part")
    return {
        row[name]: rounded({heading[column]: float(row[column]) for column in columns if row[column]})
        for row in rows
        if row[part] == "official"
    }


def tables_in(markdown: str) -> list[list[list[str]]]:
    """The cells of the tables of a text in Markdown, the heading of each first."""
    tables: list[list[list[str]]] = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith("|"):
            if not inside:
                tables.append([])
            tables[-1].append([cell.strip().replace("\\", "").strip("*") for cell in line.strip("|").split(" | ")])
        inside = line.startswith("|")
    return [[heading, *rows] for heading, _, *rows in tables]


def official(board: Board) -> list[Row]:
    """Its runs that count; systems that are known by published scores alone have none."""
    return [system for system in board.systems if system.part == "official" and not system.source]


def same(one: Scores, other: Scores) -> bool:
    """Whether rows, their order, columns and figures agree."""
    return [(name, list(own.items())) for name, own in one.items()] == [
        (name, list(own.items())) for name, own in other.items()
    ]


def recognised(board: Board) -> dict[str, ErrorCounts]:
    """The errors of transcripts that a board shows, by system in its order."""
    [metric] = board.metrics
    return {row.name: counts for row in official(board) if (counts := row.scores[metric.key].counts) is not None}
