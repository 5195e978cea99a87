"""Progress of a campaign as someone may see it."""

from __future__ import annotations

from datetime import datetime

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.progress import ProgressView, progress_of
from bakeoff_site.results.selectors.boards import board_for
from bakeoff_site.results.selectors.overview import overview_for


def progress_for(role: CampaignRole, now: datetime) -> ProgressView:
    """Earlier systems, baselines and the best of this year on every board whose scores someone may all see."""
    shown = [line.place.board_id for line in overview_for(role, now).boards if line.seen == "all"]
    boards = {board.pk: board for board in role.campaign.boards.filter(pk__in=shown)}
    views = [board_for(role, boards[board_id], now) for board_id in shown if board_id in boards]
    return progress_of(views, role.campaign.rules.report.earlier_systems)
