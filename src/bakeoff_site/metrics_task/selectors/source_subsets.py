"""Groups of segments on which metrics are compared with people."""

from __future__ import annotations

from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import keys_of
from bakeoff.evaluation import present_groupings
from bakeoff.evaluation.metrics_task.subsets import Subsets, subsets_of
from bakeoff.formats import read_source
from bakeoff.rulebook.release.reported_groups import reported_groups
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.datasets.selectors.test_data import files_in_force


def source_subsets(campaign: Campaign, test_set: str, language_pair: str) -> Subsets:
    """The groups that tables report (`report_by`), of those that the source distinguishes: who scores knows these."""
    rules = campaign.rules.test_sets[test_set]
    file = files_in_force(campaign, test_set, language_pair).text_source if rules.groupings else None
    if file is None:
        return {}
    with under_name(file.sha256, file.name) as path:
        source = read_source(path)
    documents = segment_documents(source)
    found = subsets_of(list(keys_of(source)), documents, present_groupings(documents, rules.groupings))
    return {name: found[name] for name in reported_groups(found, rules)}
