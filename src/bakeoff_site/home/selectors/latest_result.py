"""The latest result that everyone may see, for the home page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from bakeoff.rulebook.stages import stage_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.home.conversions.interval_chart import IntervalChart, interval_chart
from bakeoff_site.results.conversions.scores import Metric
from bakeoff_site.results.permissions import viewer_of
from bakeoff_site.results.selectors.boards import board_for
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

_SYSTEMS = 5
_BOARDS = 3
"""How many boards are tried before nothing is shown: one may wait for its scores."""


@dataclass(frozen=True, slots=True)
class LatestResult:
    """The best systems of a board that everyone may see."""

    campaign: Campaign
    board: Board
    where: str
    """The language pair, or what the board is of."""
    metric: Metric
    chart: IntervalChart


def latest_result(campaigns: Iterable[Campaign], now: datetime) -> LatestResult | None:
    """Of listed campaigns: the largest board of the one whose scores became public last, as a stranger sees it."""
    for board in _public_boards(_published(campaigns, now), now):
        view = board_for(CampaignRole(campaign=board.campaign), board, now)
        chart = interval_chart(view, most=_SYSTEMS)
        metric = view.sorted_by or next(iter(view.metrics), None)
        if chart is not None and metric is not None:
            where = board.campaign.rules.language_pairs[board.language_pair].label
            return LatestResult(board.campaign, board, where, metric, chart)
    return None


def _published(campaigns: Iterable[Campaign], now: datetime) -> list[Campaign]:
    """Campaigns with public scores, the latest first."""
    moments = {each: stage_of(each.rules, now).published for each in campaigns if each.listed}
    dated = [(when, campaign) for campaign, when in moments.items() if when is not None]
    return [campaign for _, campaign in sorted(dated, key=lambda pair: pair[0], reverse=True)]


def _public_boards(campaigns: Sequence[Campaign], now: datetime) -> Iterator[Board]:
    """Boards with several systems that everyone may see, the best candidates first."""
    by_id = {campaign.pk: campaign for campaign in campaigns}
    counted = Run.objects.select_related(None).filter(
        board__campaign__in=by_id, official=True, withdrawn_at=None, replaced_by=None
    )
    systems = dict(counted.order_by().values_list("board").annotate(systems=Count("pk")).filter(systems__gte=2))
    boards = sorted(
        Board.objects.filter(pk__in=systems), key=lambda each: (list(by_id).index(each.campaign_id), -systems[each.pk])
    )
    for board in boards:
        board.campaign = by_id[board.campaign_id]
    return iter([board for board in boards if _is_public(board, now)][:_BOARDS])


def _is_public(board: Board, now: datetime) -> bool:
    rules = board.campaign.rules
    if not is_in_rulebook(rules, board) or rules.test_sets[board.test_set].role in ("dev", "dry-run"):
        return False
    viewer = viewer_of(CampaignRole(campaign=board.campaign), now)
    return viewer.visibility(board.test_set, board.language_pair).scores.allowed
