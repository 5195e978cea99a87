"""A run by what its address calls it, for someone who may know of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.shown_texts import System
from bakeoff_site.results.conversions.words import kind_label
from bakeoff_site.results.permissions import Visibility, part_of
from bakeoff_site.results.selectors.pseudonyms import anonymous_key
from bakeoff_site.results.selectors.rows import remark_of
from bakeoff_site.results.selectors.state import RunRow, board_with_runs, runs_from, team_of
from bakeoff_site.results.selectors.visibility import Names, names_for, viewer_of
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_ANONYMOUS = re.compile(r"([1-9][0-9]{0,17})-[0-9a-f]{16}")


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A run, what may be seen of it, and all runs of its board. The same as long as all of this stays as it is."""

    run: Run
    visibility: Visibility
    names: Names
    every: tuple[Run, ...]

    def beside(self, key: str) -> Found | None:
        """Another run of the board."""
        return _pick(key, self.every, self.visibility, self.names)

    def system(self) -> System:
        """The run as someone may know it."""
        run, visibility = self.run, self.visibility
        return System(
            key=self.names.key(run, visibility),
            name=self.names.name(run, visibility),
            team=run.team.name if run.team is not None and visibility.knows(run) else "",
            kind_label=kind_label(run.board.campaign.rules, run),
            remark=remark_of(run),
            is_own=visibility.owns(run),
            in_force=run.in_force,
        )


def find_run(role: CampaignRole, key: str, now: datetime) -> Found | None:
    """A run of the campaign; None where someone may not know that it exists."""
    campaign = role.campaign
    there = _runs_beside(campaign, key)
    if there is None:
        return None
    board, rows = there
    visibility = _without_own(viewer_of(role, now).visibility(board.test_set, board.language_pair), board, rows, key)
    place = (campaign.pk, campaign.rules_digest, board.pk, rows, visibility, key)
    return _FOUND.get(place, lambda: _find(rows, board, key, visibility))


_FOUND: ComputedCache[Found | None] = ComputedCache(most=256)


def _without_own(visibility: Visibility, board: Board, rows: Sequence[RunRow], key: str) -> Visibility:
    """What a team sees of another's run is what all others see of it, who then share the page.

    Unless it has late or debugged runs on the board, of which it alone sees the scores.
    """
    if visibility.team_id is None or not visibility.scores.allowed:
        return visibility
    own = runs_from([row for row in rows if team_of(row) == visibility.team_id], [board])
    keys = {name for run in own for name in (str(run.pk), anonymous_key(run.board_id, run.pk))}
    is_apart = key in keys or any(part_of(run) == "named" for run in own)
    return visibility if is_apart else visibility.as_of_others()


def _find(rows: Sequence[RunRow], board: Board, key: str, visibility: Visibility) -> Found | None:
    every = tuple(runs_from(rows, [board]))
    return _pick(key, every, visibility, names_for(board.campaign.rules, every))


def _runs_beside(campaign: Campaign, key: str) -> tuple[Board, tuple[RunRow, ...]] | None:
    """The board that the run with a key would be on, if the rulebook speaks of it, and all runs of that."""
    anonymous = _ANONYMOUS.fullmatch(key)
    if anonymous:
        there = board_with_runs(board__campaign=campaign, board=int(anonymous[1]))
    else:
        there = board_with_runs(board__campaign=campaign, board__runs=int(key)) if _NUMBER.fullmatch(key) else None
    if there is None or not is_in_rulebook(campaign.rules, there[0]):
        return None
    there[0].campaign = campaign  # whose rules are read already
    return there


def _pick(key: str, every: tuple[Run, ...], visibility: Visibility, names: Names) -> Found | None:
    """The run with a key, if someone may know of it. Its number finds only a run whose team they may know."""
    for run in every:
        known = str(run.pk) == key and visibility.knows(run)
        if known or constant_time_compare(anonymous_key(run.board_id, run.pk), key):
            seen = visibility.owns(run) or visibility.scores_of(run)
            return Found(run, visibility, names, every) if seen else None
    return None
