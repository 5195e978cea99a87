"""The rules of a campaign with the documents that are off limits by the organisers' list."""

from __future__ import annotations

import logging

from bakeoff.errors import FormatError
from bakeoff.formats.tables.document_list import read_document_list
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.submission.off_limits import listed_in_a_file, with_listed_documents
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.choices import DataKind

_LOG = logging.getLogger(__name__)


def rules_with_list(campaign: Campaign) -> Rulebook:
    """The rulebook as if it listed the documents itself; as it is where there is no list yet."""
    rules = campaign.rules
    tables = listed_in_a_file(rules)
    file = campaign.data_files.filter(kind=DataKind.OFF_LIMITS, replaced_at=None).first() if tables else None
    if file is None:
        return rules
    try:
        return with_listed_documents(rules, read_document_list(path_of(file.sha256), tables=tables))
    except FormatError as error:
        # It fitted the rulebook when it was added; organisers have changed the lists of the rulebook since.
        _LOG.warning("%s: the list %s no longer fits the rulebook: %s", campaign, file.name, error)
        return rules
