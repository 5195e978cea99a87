"""A run by what its address calls it, for someone who may know of it."""

from __future__ import annotations

import re
from datetime import datetime

from django.utils.crypto import constant_time_compare

from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.results.conversions.shown_texts import System
from bakeoff_site.results.conversions.words import is_ruled, kind_label
from bakeoff_site.results.rules import Sight
from bakeoff_site.results.selectors.listing import remark_of
from bakeoff_site.results.selectors.naming import anonymous_key
from bakeoff_site.results.selectors.sight import Names, eyes_of
from bakeoff_site.submissions.models import Run

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_ANONYMOUS = re.compile(r"([1-9][0-9]{0,17})-[0-9a-f]{16}")


def find_run(standing: Standing, key: str, now: datetime) -> tuple[Run, Sight] | None:
    """A run of the campaign and what may be seen of it; None where someone may not know that it exists.

    Its number finds only a run whose site they may know.
    """
    run_id = _run_id(standing, key)
    runs = Run.objects.select_related("team").filter(board__campaign=standing.campaign)
    run = runs.filter(pk=run_id).first() if run_id is not None else None
    if run is None or not is_ruled(standing.campaign.rules, run.board):
        return None
    run.board.campaign = standing.campaign  # whose rules are read already
    sight = eyes_of(standing, now).sight(run.board.test_set, run.board.language_pair)
    if not (sight.owns(run) or sight.scores_of(run)) or (_NUMBER.fullmatch(key) and not sight.knows(run)):
        return None
    return run, sight


def _run_id(standing: Standing, key: str) -> int | None:
    if _NUMBER.fullmatch(key):
        return int(key)
    match = _ANONYMOUS.fullmatch(key)
    if match is None:
        return None
    board_id = int(match[1])
    ids = (
        Run.objects.select_related(None)
        .order_by()
        .filter(board=board_id, board__campaign=standing.campaign)
        .values_list("pk", flat=True)
    )
    return next((run_id for run_id in ids if constant_time_compare(anonymous_key(board_id, run_id), key)), None)


def runs_beside(run: Run) -> list[Run]:
    """All runs of its board, itself among them."""
    return list(Run.objects.select_related(None).filter(board=run.board_id))


def system_of(standing: Standing, run: Run, sight: Sight, names: Names) -> System:
    return System(
        key=names.key(run, sight),
        name=names.name(run, sight),
        site=run.team.name if run.team is not None and sight.knows(run) else "",
        kind_label=kind_label(standing.campaign.rules, run),
        remark=remark_of(run),
        is_own=sight.owns(run),
    )
