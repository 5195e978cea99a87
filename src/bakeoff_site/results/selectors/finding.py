"""A run by what its address calls it, for someone who may know of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare

from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.results.conversions.shown_texts import System
from bakeoff_site.results.conversions.words import is_ruled, kind_label
from bakeoff_site.results.rules import Sight
from bakeoff_site.results.selectors.listing import remark_of
from bakeoff_site.results.selectors.naming import anonymous_key
from bakeoff_site.results.selectors.sight import Names, eyes_of, names_for
from bakeoff_site.submissions.models import Run

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_ANONYMOUS = re.compile(r"([1-9][0-9]{0,17})-[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Found:
    """A run, what may be seen of it, and all runs of its board."""

    run: Run
    sight: Sight
    names: Names
    every: tuple[Run, ...]

    def beside(self, key: str) -> Found | None:
        """Another run of the board."""
        return _pick(key, self.every, self.sight, self.names)

    def system(self) -> System:
        """The run as someone may know it."""
        run, sight = self.run, self.sight
        return System(
            key=self.names.key(run, sight),
            name=self.names.name(run, sight),
            site=run.team.name if run.team is not None and sight.knows(run) else "",
            kind_label=kind_label(run.board.campaign.rules, run),
            remark=remark_of(run),
            is_own=sight.owns(run),
        )


def find_run(standing: Standing, key: str, now: datetime) -> Found | None:
    """A run of the campaign; None where someone may not know that it exists."""
    every = _runs_of_board(standing, key)
    if not every or not is_ruled(standing.campaign.rules, every[0].board):
        return None
    board = every[0].board
    for run in every:
        run.board = board
    board.campaign = standing.campaign  # whose rules are read already
    sight = eyes_of(standing, now).sight(board.test_set, board.language_pair)
    return _pick(key, every, sight, names_for(standing.campaign.rules, every))


def _runs_of_board(standing: Standing, key: str) -> tuple[Run, ...]:
    """All runs of the board that the run with a key would be on."""
    runs = Run.objects.select_related(None).select_related("team", "board").filter(board__campaign=standing.campaign)
    if _NUMBER.fullmatch(key):
        return tuple(runs.filter(board__runs=int(key)))
    match = _ANONYMOUS.fullmatch(key)
    return tuple(runs.filter(board=int(match[1]))) if match else ()


def _pick(key: str, every: tuple[Run, ...], sight: Sight, names: Names) -> Found | None:
    """The run with a key, if someone may know of it. Its number finds only a run whose site they may know."""
    for run in every:
        known = str(run.pk) == key and sight.knows(run)
        if known or constant_time_compare(anonymous_key(run.board_id, run.pk), key):
            seen = sight.owns(run) or sight.scores_of(run)
            return Found(run, sight, names, every) if seen else None
    return None
