"""The scores of a board that its charts show: those of the ranking, by the metric that decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults, RunScore
from bakeoff.rulebook import Rulebook

Key = tuple[str, str]
"""Specification and metric."""


@dataclass(frozen=True, slots=True)
class PlottedRun:
    """A ranked run with its score."""

    run: RunResults
    score: RunScore
    value: float

    @property
    def text(self) -> str:
        """The score as tables have it."""
        return f"{self.value:.{self.score.digits}f}"

    @property
    def ends(self) -> tuple[float, float] | None:
        """Of its interval."""
        interval = self.score.variation.interval if self.score.variation is not None else None
        return None if interval is None else (interval.low, interval.high)

    @property
    def is_quiet(self) -> bool:
        """Whether it is drawn open: no submitted run that is compared with others."""
        return self.run.kind not in ("primary", "combination") or not self.run.compared

    @property
    def sentence(self) -> str:
        """The run with its score in words."""
        if self.ends is None:
            return f"{self.run.name}: {self.text}"
        low, high = (f"{end:.{self.score.digits}f}" for end in self.ends)
        return f"{self.run.name}: {self.text}, interval {low} to {high}"


def deciding_key(rulebook: Rulebook, board: BoardResults) -> Key | None:
    """The official metric under the first specification that there are scores by; else the first metric."""
    official = rulebook.scoring_of(board.track, board.language_pair).official_metric
    return next((key for key in board.keys if key[1] == official), next(iter(board.keys), None))


def ranked_runs(board: BoardResults, key: Key) -> tuple[PlottedRun, ...]:
    """The official runs that have a score, best first; runs that are only named never appear."""
    specification, metric = key
    found = [
        PlottedRun(run, score, score.value)
        for run in board.runs
        if run.part == "official" and (score := run.score(metric, specification)) and score.value is not None
    ]
    sign = -1 if found and found[0].score.direction == "higher" else 1
    return tuple(sorted(found, key=lambda each: (sign * each.value, each.run.name)))


def key_title(board: BoardResults, key: Key) -> str:
    """The metric as the field writes it, with the specification where there are several."""
    specification, metric = key
    several = len({each for each, _ in board.keys}) > 1
    return f"{metric_title(metric)} ({specification})" if several else metric_title(metric)


def axis_title(title: str, direction: str) -> str:
    """What an axis measures."""
    return f"{title} (lower is better)" if direction == "lower" else title


def values_of(runs: tuple[PlottedRun, ...]) -> Mapping[str, float]:
    """Scores by the ids of runs."""
    return {each.run.id: each.value for each in runs}
