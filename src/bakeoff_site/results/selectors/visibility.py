"""Who looks, and what they may see of a run."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.words import name_of
from bakeoff_site.results.permissions import ResultsViewer, Visibility
from bakeoff_site.results.selectors.pseudonyms import anonymous_key, anonymous_numbers
from bakeoff_site.submissions.models import Run


def viewer_of(role: CampaignRole, now: datetime) -> ResultsViewer:
    return ResultsViewer(
        role.campaign.rules,
        viewers_of(role),
        team_id=role.team.pk if role.team is not None else None,
        now=now,
    )


class Names:
    """What someone gets to know runs by."""

    def __init__(self, rules: Rulebook, numbers: dict[int, int]) -> None:
        self._rules = rules
        self._numbers = numbers

    def name(self, run: Run, visibility: Visibility) -> str:
        return name_of(self._rules, run) if visibility.knows(run) else f"system {self._numbers[run.pk]}"

    def key(self, run: Run, visibility: Visibility) -> str:
        """What the address of its page calls it."""
        return str(run.pk) if visibility.knows(run) else anonymous_key(run.board_id, run.pk)


def names_for(rules: Rulebook, runs: Iterable[Run]) -> Names:
    """Names of runs. Give all runs of a board, also those withdrawn: numbers are handed out among all of them."""
    by_board: dict[int, list[int]] = {}
    for run in runs:
        by_board.setdefault(run.board_id, []).append(run.pk)
    numbers: dict[int, int] = {}
    for run_ids in by_board.values():
        numbers |= anonymous_numbers(run_ids)
    return Names(rules, numbers)
