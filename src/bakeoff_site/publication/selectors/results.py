"""All results of a campaign as one value."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from bakeoff import __version__
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.permissions import RESOURCES
from bakeoff_site.datasets.selectors.statistics import all_statistics
from bakeoff_site.publication.choices import Audience
from bakeoff_site.publication.permissions import viewer_for
from bakeoff_site.publication.selectors.boards import board_results
from bakeoff_site.publication.selectors.human import human_results
from bakeoff_site.publication.selectors.metrics_tasks import metrics_task_results
from bakeoff_site.publication.selectors.participants import teams_of
from bakeoff_site.results.permissions import ResultsViewer
from bakeoff_site.results.selectors.data_statistics import described

SOFTWARE = f"bakeoff {__version__}"


def campaign_results(
    campaign: Campaign, *, audience: Audience = "organisers", now: datetime | None = None
) -> CampaignResults:
    """Everything that was found, as far as an audience may see it at a time; organisers see all of it at any time.

    The numbers are those of the pages: stored scores and comparisons, rankings of people that the pages compute, too.
    What is still judged is left out for everybody. It takes a while where there is a metrics task.
    """
    now = now or timezone.now()
    viewer = viewer_for(campaign.rules, audience, now)
    found = board_results(campaign, viewer)
    human, tournaments = human_results(campaign, viewer, now, found.ids)
    return CampaignResults(
        rules=campaign.rulebook_content,
        software=SOFTWARE,
        teams=teams_of(campaign, viewer, found.boards),
        boards=found.boards,
        human=human,
        tournaments=tournaments,
        metrics_tasks=metrics_task_results(campaign, viewer, now),
        data=_data(campaign, viewer),
    )


def _data(campaign: Campaign, viewer: ResultsViewer) -> tuple[DescribedData, ...]:
    """The figures of the files that the audience may fetch."""
    return tuple(
        described(campaign.rules, each)
        for each in all_statistics(campaign)
        if viewer.may(RESOURCES[each.data_file.kind], test_set=each.data_file.test_set or None).allowed
    )
