"""Systems whose output is not available: the rulebook has the scores that were published of them."""

from __future__ import annotations

from collections.abc import Mapping

from bakeoff.metrics import Direction
from bakeoff.metrics.registry import find_metric_type, preset_of
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook.schema import PublishedScores
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.rulebook.schema.published_scores import decimals_of


def runs_of(results: CampaignResults, board: BoardResults) -> tuple[RunResults, ...]:
    """The runs of a board, and the systems that are known by published scores alone.

    Where organisers entered a run for such a system, that run counts.
    """
    entered = {run.entered for run in board.runs if run.part != "named"}
    by_system: dict[str, list[PublishedScores]] = {}
    for entry in _entries(results, board):
        if entry.system not in entered:
            by_system.setdefault(entry.system, []).append(entry)
    return (*board.runs, *(_run(results, board, name, entries) for name, entries in by_system.items()))


def published_errors(results: CampaignResults, board: BoardResults) -> Mapping[str, tuple[int | None, int | None]]:
    """Errors and words behind published error rates of transcripts, by the system of the rulebook."""
    return {entry.system: (entry.errors, entry.words) for entry in _entries(results, board)}


def _entries(results: CampaignResults, board: BoardResults) -> tuple[PublishedScores, ...]:
    track, language_pair, condition, test_set = board.place
    return results.rulebook.published_on(
        track=track, language_pair=language_pair, condition=condition, test_set=test_set
    )


def _run(results: CampaignResults, board: BoardResults, name: str, entries: list[PublishedScores]) -> RunResults:
    system = results.rulebook.systems[name]
    official = results.rulebook.scoring_of(board.track, board.language_pair).scored_specifications[0]
    return RunResults(
        id=f"published-{name}",
        name=system.id if system.anonymous else system.label,
        entered=name,
        system=name,
        kind=system.kind,
        kind_title=system.kind,
        track=board.track,
        compared=True,
        remark="Source: " + "; ".join(dict.fromkeys(entry.source for entry in entries)),
        scores=tuple(
            RunScore(
                metric=metric,
                specification=entry.specification or official,
                value=float(written),
                signature="",
                direction=_direction(board, metric),
                digits=decimals_of(written),
                segments=0,
            )
            for entry in entries
            for metric, written in entry.scores.items()
        ),
    )


def _direction(board: BoardResults, metric: str) -> Direction:
    known = next((score.direction for _, score in board.scores() if score.metric == metric), None)
    if known is not None:
        return known
    if metric in SPEECH_METRICS:
        return "lower"
    kind = find_metric_type(preset_of(metric.partition(":")[0]).partition(":")[0])
    return kind.direction if kind is not None else "higher"
