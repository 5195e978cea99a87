"""What is printed below tables of scores: signatures, intervals, tests, statements of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.listed_runs import Keys, scoring_of
from bakeoff.reports.methods import describe_interval, describe_lines, describe_test


def score_notes(
    results: CampaignResults,
    board: BoardResults,
    runs: Iterable[RunResults],
    keys: Keys,
    *,
    lines: bool = False,
    group: str = ALL_SEGMENTS,
) -> tuple[str, ...]:
    """Everything that scores of a board depend on, each said once."""
    notes = [
        *_samples(results, board, keys),
        *(_lines(results, board, group) if lines else ()),
        *_statement(results, board, keys),
        *board.remarks,
        *signatures(runs, keys),
    ]
    return tuple(dict.fromkeys(filter(None, notes)))


def signatures(runs: Iterable[RunResults], keys: Keys) -> Iterator[str]:
    """The signatures of scores, metric by metric; scores from elsewhere name their source there."""
    listed = list(runs)
    for specification, metrics in keys:
        for metric in metrics:
            found = (run.score(metric, specification) for run in listed)
            yield from dict.fromkeys(score.signature for score in found if score is not None and score.signature)


def _samples(results: CampaignResults, board: BoardResults, keys: Keys) -> Iterator[str]:
    """Which numbers are means of samples, and what intervals are."""
    scoring = scoring_of(results, board)
    interval = scoring.interval
    if interval is not None and any(scoring.reports_mean(metric) for _, metrics in keys for metric in metrics):
        yield f"Scores are means of {interval.samples:,} bootstrap samples."
    if not results.rulebook.report.intervals:
        return
    texts = {describe_interval(text) for text in signatures(board.runs, keys)}
    for text in sorted(filter(None, texts)):
        samples = f", {interval.samples:,} samples" if interval is not None else ""
        yield f"In brackets: {text}{samples}."


def _lines(results: CampaignResults, board: BoardResults, group: str) -> Iterator[str]:
    scoring = scoring_of(results, board)
    if scoring.comparison is None:
        return
    compared = next((each for each in board.comparisons if each.group == group), None)
    if compared is not None:
        yield (
            f"A line between two systems: {describe_lines(scoring.comparison.clusters)} "
            f"({describe_test(compared.method)})."
        )


def _statement(results: CampaignResults, board: BoardResults, keys: Keys) -> Iterator[str]:
    """What the rulebook wants said of metrics that are not official."""
    official = scoring_of(results, board).official_metric
    if any(metric != official for _, metrics in keys for metric in metrics):
        yield results.rulebook.report.metrics_note.strip()
