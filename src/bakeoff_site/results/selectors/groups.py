"""Groups of segments that someone may see: what only references say stays with those who may know references."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff.rulebook.release.reference_groups import groups_of_source
from bakeoff.rulebook.release.reported_groups import reported_groups
from bakeoff.rulebook.schema import TestSetRules
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors.source_attributes import source_attributes
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.submissions.models import Board


def carried_by_source(campaign: Campaign, board: Board, visibility: Visibility) -> frozenset[str] | None:
    """The attributes that groups may be by for someone; None where they may be by any."""
    if visibility.reference_groups.allowed or not campaign.rules.test_sets[board.test_set].report_by:
        return None
    return source_attributes(campaign, board.test_set, board.language_pair)


def shown_groups(groups: Iterable[str], rules: TestSetRules, carried: frozenset[str] | None) -> tuple[str, ...]:
    """Of groups those that tables report and someone may see; `carried` is as `carried_by_source` says."""
    reported = reported_groups(groups, rules)
    return reported if carried is None else groups_of_source(reported, rules, carried)
