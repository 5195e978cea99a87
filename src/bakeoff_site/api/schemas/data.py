"""Files of a campaign."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff.rulebook.visibility import Answer
from bakeoff_site.datasets.models import DataFile


class DataFileOut(Schema):
    id: int
    kind: str
    """`training`, `source`, `reference`, `mappings`, `regions` or `outputs`."""
    test_set: str
    language_pair: str
    """Empty where it serves every pair."""
    number: int
    name: str
    """Empty, as note and checksum are, as long as you may not fetch it."""
    note: str
    version: int
    size: int | None
    """Null as long as you may not fetch it."""
    sha256: str
    may_fetch: bool
    why_not: str
    opens: datetime | None
    """When you will be able to fetch it, as far as the schedule tells."""


def data_file_out(data_file: DataFile, answer: Answer) -> DataFileOut:
    """A file; of one that somebody may not fetch, that it is there and when it opens, as on the page of data."""
    told = answer.allowed
    return DataFileOut(
        id=data_file.pk,
        kind=data_file.kind,
        test_set=data_file.test_set,
        language_pair=data_file.language_pair,
        number=data_file.number,
        name=data_file.name if told else "",
        note=data_file.note if told else "",
        version=data_file.version,
        size=data_file.size if told else None,
        sha256=data_file.sha256 if told else "",
        may_fetch=answer.allowed,
        why_not="" if answer.allowed else answer.reason,
        opens=None if answer.allowed else answer.opens,
    )
