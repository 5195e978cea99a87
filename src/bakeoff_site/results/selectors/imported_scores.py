"""Human scores that were computed elsewhere, as someone may see them."""

from __future__ import annotations

from datetime import datetime

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.judging.selectors.score_imports import ImportedScores, counting_scores_of
from bakeoff_site.results.permissions import viewer_of


def imported_scores_for(role: CampaignRole, now: datetime) -> tuple[ImportedScores, ...]:
    """Files of human scores that someone may see: where human scores and names of systems are released."""
    every = counting_scores_of(role.campaign)
    if not every:
        return ()
    viewer = viewer_of(role, now)
    return tuple(
        each
        for each in every
        if viewer.may_see_judged(
            "human-scores", evaluation="", test_set=each.imported.test_set, is_judged=False
        ).allowed
        and viewer.may("system-names", test_set=each.imported.test_set).allowed
    )
