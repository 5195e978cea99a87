"""What the sources of a test set say of documents and segments, and participants know therefore."""

from __future__ import annotations

from functools import lru_cache

from bakeoff.data import segment_documents
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import known_attributes
from bakeoff.formats import read_source
from bakeoff.submissions.sources import holds_recordings
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import path_of, under_name
from bakeoff_site.datasets.choices import DataKind


def source_attributes(campaign: Campaign, test_set: str, language_pair: str) -> frozenset[str]:
    """The attributes that sources in force of a test set carry."""
    files = campaign.data_files.filter(
        kind=DataKind.SOURCE, test_set=test_set, language_pair__in={"", language_pair}, replaced_at=None
    )
    carried = [_attributes(name, sha256) for name, sha256 in files.values_list("name", "sha256")]
    return frozenset[str]().union(*carried)


@lru_cache(maxsize=64)
def _attributes(name: str, sha256: str) -> frozenset[str]:
    """Stored files never change: each is read once in a process."""
    if holds_recordings(path_of(sha256)):
        return frozenset()
    with under_name(sha256, name) as path:
        try:
            return frozenset(known_attributes(segment_documents(read_source(path))))
        except BakeoffError:  # times or ids of utterances, which say nothing else
            return frozenset()
