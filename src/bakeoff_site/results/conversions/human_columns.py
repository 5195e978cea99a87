"""What people judged as a column of a board, next to the scores of metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bakeoff_site.results.conversions.human_boards import HumanBoardView
from bakeoff_site.results.conversions.human_places import HumanPlace
from bakeoff_site.results.conversions.scores import BoardScore, BoardScores, Metric

_SPECIFICATION = "human"
"""Under which they are kept: people judge texts as they were submitted, or as their evaluation says."""


@dataclass(frozen=True, slots=True)
class HumanColumn:
    """The scores of one human evaluation: whatever changes, changes this."""

    place: HumanPlace
    metric: Metric
    scores: tuple[BoardScore, ...]

    def __hash__(self) -> int:
        return hash((self.place, self.metric, tuple((each.run_id, each.value) for each in self.scores)))


def human_columns(views: Sequence[HumanBoardView]) -> tuple[HumanColumn, ...]:
    """A column for each human board; named by its protocol, or by its title where several have the same."""
    protocols = [view.result.title for view in views]
    return tuple(
        _column(view, view.place.evaluation if protocols.count(title) > 1 else title)
        for view, title in zip(views, protocols, strict=True)
    )


def _column(view: HumanBoardView, title: str) -> HumanColumn:
    key = f"human:{view.place.evaluation_id}"
    ranking = view.ranking
    counted = f"{ranking.judgments:,} judgments, {ranking.judges:,} judges"
    metric = Metric(
        key=key,
        expression=key,
        specification=_SPECIFICATION,
        direction="higher" if view.result.higher_is_better else "lower",
        digits=view.digits,
        signature=f"{view.place.evaluation}: {view.score_name}; {counted}",
        is_official=False,
        judged=f"Human ({title})",
    )
    return HumanColumn(
        view.place,
        metric,
        tuple(
            BoardScore(
                run_id,
                (_SPECIFICATION, key),
                each.score,
                None if each.interval is None else {"low": each.interval.low, "high": each.interval.high},
                each.segments,
                0,
            )
            for each in ranking.systems
            if (run_id := view.systems[each.system].run_id) is not None
        ),
    )


def with_human_scores(scores: BoardScores, columns: Sequence[HumanColumn]) -> BoardScores:
    """The scores of a board with what people judged, of runs whose scores are shown."""
    by_run = {run_id: dict(own) for run_id, own in scores.by_run.items()}
    for column in columns:
        for each in column.scores:
            if each.run_id in by_run:
                by_run[each.run_id][each.key] = each
    return replace(scores, by_run=by_run)
