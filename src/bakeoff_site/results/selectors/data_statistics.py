"""The figures of the data of a campaign, as reports print them."""

from __future__ import annotations

from datetime import datetime

from bakeoff.reports import DescribedData
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import title_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.selectors.statistics import DataStatistics, statistics_for

TRAINING = "Training data"
_COMING = "being computed"
_NONE = "no text or transcript that can be read"


def described_data(role: CampaignRole, now: datetime) -> tuple[DescribedData, ...]:
    """Every text that someone may fetch, with its figures."""
    return tuple(described(role.campaign.rules, each) for each in statistics_for(role, now))


def described(rules: Rulebook, each: DataStatistics) -> DescribedData:
    """A text under its titles."""
    file = each.data_file
    return DescribedData(
        test_set=file.test_set,
        test_set_title=title_of(file.test_set, rules.test_sets) if file.test_set else TRAINING,
        language_pair=file.language_pair,
        language_pair_title=title_of(file.language_pair, rules.language_pairs) if file.language_pair else "",
        what=each.text or each.slot.label,
        file=f"{file.name} ({each.member})" if each.member else file.name,
        language=each.language,
        statistics=each.statistics,
        remark="" if each.statistics is not None else _COMING if each.is_coming else _NONE,
    )
