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
    note: str
    version: int
    size: int
    sha256: str
    may_fetch: bool
    why_not: str
    opens: datetime | None
    """When you will be able to fetch it, as far as the schedule tells."""


def data_file_out(data_file: DataFile, answer: Answer) -> DataFileOut:
    return DataFileOut(
        id=data_file.pk,
        kind=data_file.kind,
        test_set=data_file.test_set,
        language_pair=data_file.language_pair,
        number=data_file.number,
        name=data_file.name,
        note=data_file.note,
        version=data_file.version,
        size=data_file.size,
        sha256=data_file.sha256,
        may_fetch=answer.allowed,
        why_not="" if answer.allowed else answer.reason,
        opens=None if answer.allowed else answer.opens,
    )
