"""Runs of a board that someone wants to see side by side, with their scores and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import Evaluation
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import ALL_GROUPS
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.results.selectors.board_state import ranking_by
from bakeoff_site.results.selectors.runs import VisibleRun, find_run
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.scoring.selectors.evaluations import evaluation_of, system_names
from bakeoff_site.submissions.models import Board, Run

MOST_COMPARED = 12


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    """Runs that may be compared, scored under one specification."""

    found: tuple[VisibleRun, ...]
    evaluation: Evaluation
    names: tuple[str, ...]
    """What the evaluation calls the runs, in order."""
    scoring: Scoring
    specification: str
    comparison: BoardComparison | None
    """The tests of the board under the specification, without their content."""

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(each.run for each in self.found)

    @property
    def board(self) -> Board:
        return self.runs[0].board

    @property
    def visibility(self) -> Visibility:
        return self.found[0].visibility

    def metric(self, asked: str) -> str:
        """The metric that is asked for, else the first."""
        return asked if asked in self.evaluation.metrics else next(iter(self.evaluation.metrics))

    def ranking(self, metric: str) -> Ranking | None:
        """What the tests of the board say by a metric."""
        if self.comparison is None:
            return None
        return ranking_by(self.comparison.pk, self.comparison.inputs_digest, metric, ALL_GROUPS)


def compared_runs(role: CampaignRole, keys: Sequence[str], now: datetime, *, specification: str) -> ComparedRuns | None:
    """Runs by their keys; None where someone may not know one of them. What cannot be compared is refused."""
    first = find_run(role, keys[0], now) if keys else None
    if first is None:
        return None
    found = [first]
    for key in keys[1 : MOST_COMPARED + 1]:
        other = first.beside(key) or find_run(role, key, now)
        if other is None:
            return None
        found.append(other)
    if not all(each.visibility.scores_of(each.run) for each in found):
        return None
    runs = [each.run for each in found]
    _check(runs)
    board = first.run.board
    scoring = role.campaign.rules.scoring_of(board.track, board.language_pair)
    scored = scoring.scored_specifications
    chosen = specification if specification in scored else scored[0]
    evaluation = evaluation_of(runs, chosen)
    called = system_names(runs)
    names = tuple(called[run.pk] for run in runs)
    _check_scored(evaluation, names)
    comparisons = BoardComparison.objects.filter(board=board, specification=chosen).defer("content")
    return ComparedRuns(tuple(found), evaluation, names, scoring, chosen, comparisons.first())


def _check(runs: Sequence[Run]) -> None:
    if len({run.pk for run in runs}) < max(2, len(runs)):
        raise RefusedError(
            "Choose two different runs." if len(runs) == 2 else "Choose two or more different systems on their board."
        )
    if len(runs) > MOST_COMPARED:
        raise RefusedError(f"At most {MOST_COMPARED} systems can be compared at a time. Choose fewer on their board.")
    if len({run.board_id for run in runs}) > 1:
        raise RefusedError("Only runs on the same test set in the same track and condition can be compared.")


def _check_scored(evaluation: Evaluation, names: Sequence[str]) -> None:
    scored = {system.name for system in evaluation.systems}
    if not evaluation.metrics or not scored.issuperset(names):
        which = "Not both runs" if len(names) == 2 else "Not all runs"
        raise RefusedError(f"{which} are scored yet under this specification; try again in a few minutes.")
    if not evaluation.texts.runs:
        raise RefusedError(
            "These transcripts were compared by characters alone, so their words cannot be read side by side."
        )
