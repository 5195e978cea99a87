"""All results of a campaign as one value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from bakeoff import __version__
from bakeoff.reports.campaign_results.publication import Publication
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.permissions import RESOURCES
from bakeoff_site.datasets.selectors.statistics import all_statistics
from bakeoff_site.publication.choices import Audience
from bakeoff_site.publication.permissions import viewer_for
from bakeoff_site.publication.selectors.asr_output import inputs_seen, released_runs_seen
from bakeoff_site.publication.selectors.boards import SeenBoard, seen_boards
from bakeoff_site.publication.selectors.human import SeenHuman, seen_human
from bakeoff_site.publication.selectors.metrics_tasks import SeenMetricsTask, seen_metrics_tasks
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
    return seen_campaign(campaign, audience, now or timezone.now()).results()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCampaign:
    """A campaign as an audience sees it at a time."""

    campaign: Campaign
    viewer: ResultsViewer
    now: datetime
    boards: tuple[SeenBoard, ...]
    human: SeenHuman
    metrics_tasks: tuple[SeenMetricsTask, ...]

    @property
    def ids(self) -> dict[int, str]:
        """What the results call runs, by their keys in the database."""
        return {run: id for board in self.boards for run, id in board.ids.items()}

    def results(self, publication: Publication | None = None) -> CampaignResults:
        """All of it as a value."""
        boards = tuple(each.results() for each in self.boards)
        return CampaignResults(
            rules=self.campaign.rulebook_content,
            software=SOFTWARE,
            teams=teams_of(self.campaign, self.viewer, boards),
            boards=boards,
            human=self.human.results(self.ids),
            tournaments=self.human.tournament_results(),
            metrics_tasks=tuple(each.results() for each in self.metrics_tasks),
            data=_data(self.campaign, self.viewer),
            inputs=inputs_seen(self.campaign, self.viewer),
            released_runs=released_runs_seen(self.campaign, self.boards),
            publication=publication or Publication(),
        )


def seen_campaign(campaign: Campaign, audience: Audience, now: datetime) -> SeenCampaign:
    """What an audience sees at a time."""
    viewer = viewer_for(campaign.rules, audience, now)
    return SeenCampaign(
        campaign=campaign,
        viewer=viewer,
        now=now,
        boards=seen_boards(campaign, viewer),
        human=seen_human(campaign, viewer, now),
        metrics_tasks=tuple(seen_metrics_tasks(campaign, viewer, now)),
    )


def _data(campaign: Campaign, viewer: ResultsViewer) -> tuple[DescribedData, ...]:
    """The figures of the files that the audience may fetch."""
    return tuple(
        described(campaign.rules, each)
        for each in all_statistics(campaign)
        if viewer.may(RESOURCES[each.data_file.kind], test_set=each.data_file.test_set or None).allowed
    )
