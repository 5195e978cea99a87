"""All results of a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bakeoff.reports.campaign_results.boards import BoardResults, RunResults
from bakeoff.reports.campaign_results.human import HumanResults, MetricsTaskResults, TournamentResults
from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_results.publication import Publication
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff.reports.campaigns.participation import CountedSystem
from bakeoff.reports.speech.asr_output import ScoredInput, ScoredRun
from bakeoff.rulebook import Rulebook, kept_rulebook

_TAKING_PART = ("current", "progress", "combination")
"""Roles of the test sets by which a team takes part; runs on others are rehearsals, or help others."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignResults:
    """What a campaign found, for everybody who may see all of it; names of systems are released.

    Boards are in the order of the rulebook: by track, language pair, condition and test set.
    """

    rules: Mapping[str, Any]
    """The rulebook's content, as JSON has it."""
    software: str
    """Name and version of the program that computed the numbers."""
    teams: tuple[Team, ...] = ()
    """All that registered, those that withdrew among them, by code."""
    boards: tuple[BoardResults, ...] = ()
    human: tuple[HumanResults, ...] = ()
    tournaments: tuple[TournamentResults, ...] = ()
    metrics_tasks: tuple[MetricsTaskResults, ...] = ()
    data: tuple[DescribedData, ...] = ()
    """Corpus statistics of every text of the campaign, training data first."""
    inputs: tuple[ScoredInput, ...] = ()
    """N-best lists and lattices that systems could start from, with their error rates."""
    released_runs: tuple[ScoredRun, ...] = ()
    """Transcripts that were handed out as input of other tracks, with their error rates."""
    publication: Publication = field(default_factory=Publication)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the campaign."""
        return kept_rulebook(self.rules)

    @cached_property
    def runs(self) -> Mapping[str, tuple[BoardResults, RunResults]]:
        """Every run with its board, by its id."""
        return {run.id: (board, run) for board in self.boards for run in board.runs}

    def team(self, code: str) -> Team | None:
        """A team by its code."""
        return next((team for team in self.teams if team.code == code), None)

    def boards_of(
        self,
        *,
        track: str | None = None,
        language_pair: str | None = None,
        condition: str | None = None,
        test_set: str | None = None,
    ) -> tuple[BoardResults, ...]:
        """The boards of some place, in order; what is not given may be anything."""
        asked = (track, language_pair, condition, test_set)
        return tuple(
            board
            for board in self.boards
            if all(wanted is None or wanted == own for wanted, own in zip(asked, board.place, strict=True))
        )

    def counted_systems(self) -> tuple[CountedSystem, ...]:
        """The systems of teams that count, each once whatever the number of its test sets, as tables count them."""
        found: dict[tuple[str, ...], CountedSystem] = {}
        for board, run in self._counted_runs():
            key = (run.team, run.track, board.language_pair, board.condition, run.system)
            earlier = found[key].has_upper_case if key in found else None
            found[key] = CountedSystem(
                team=run.team,
                track=run.track,
                language_pair=board.language_pair,
                condition=board.condition,
                system=run.system,
                is_primary=run.compared,
                has_upper_case=run.has_upper_case if earlier is None else earlier or bool(run.has_upper_case),
            )
        return tuple(found.values())

    def _counted_runs(self) -> Iterator[tuple[BoardResults, RunResults]]:
        test_sets = self.rulebook.test_sets
        for board, run in self.runs.values():
            if run.team and run.part != "named" and test_sets[board.test_set].role in _TAKING_PART:
                yield board, run
