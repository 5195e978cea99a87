"""Which builder makes which tables of what people judged."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.agreement import agreement
from bakeoff.reports.campaign_tables.human.items_judged import items_judged, paired_comparisons
from bakeoff.reports.campaign_tables.human.judging_times import judging_times
from bakeoff.reports.campaign_tables.human.pairwise_matrices import pairwise_matrices
from bakeoff.reports.campaign_tables.human.post_editing import post_editing, post_editors
from bakeoff.reports.campaign_tables.human.rankings import all_sources, human_rankings
from bakeoff.reports.campaign_tables.human.summaries import acceptability, human_summaries
from bakeoff.reports.campaign_tables.human.tournaments import tournament_matches, tournaments
from bakeoff.reports.campaign_tables.report_table import Builders, ReportTable
from bakeoff.reports.campaign_tables.worded_tables import worded_tables


def _pairwise(results: CampaignResults) -> Iterator[ReportTable]:
    yield from pairwise_matrices(results)
    yield from tournament_matches(results)


HUMAN_BUILDERS: Builders = worded_tables(
    {
        "judgments": items_judged,
        "paired-comparisons": paired_comparisons,
        "human": human_rankings,
        "all-sources": all_sources,
        "human-summary": human_summaries,
        "human-pairwise": _pairwise,
        "acceptability": acceptability,
        "tournament": tournaments,
        "agreement": agreement,
        "judging-times": judging_times,
        "post-editing": post_editing,
        "post-editors": post_editors,
    }
)
