"""Files of a campaign."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.datasets.permissions import input_name
from bakeoff_site.datasets.selectors.overview import Missing


class DataFileOut(Schema):
    id: int
    kind: str
    """`training`, `off-limits`, `source`, `reference`, `transcript`, `mappings`, `regions` or `outputs`."""
    test_set: str
    language_pair: str
    """Empty where it serves every pair."""
    input: str
    """Of a source, what systems start from: `text`, `audio`, `one-best`, `n-best`, `lattice` or `released-runs`."""
    number: int
    label: str
    """The recogniser that it comes from, as organisers call it; empty as long as you may not fetch it."""
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
    """When you will be able to fetch it, as far as the schedule says."""


class DataVersionOut(Schema):
    id: int
    name: str
    note: str
    version: int
    size: int
    sha256: str
    added_at: datetime
    added_by: str | None
    """Null where the server made it."""
    replaced_at: datetime | None
    """Null for the one in force."""


class MissingDataOut(Schema):
    kind: str
    test_set: str
    language_pair: str
    input: str
    """Of a source, the input."""
    number: int
    what: str
    """In words: `2 of 4 references`."""
    due: datetime | None
    is_overdue: bool


class DownloadOut(Schema):
    file: int
    name: str
    version: int
    person: str | None
    """Null for a recipient without an account."""
    team: str | None
    when: datetime


class RemovalIn(Body):
    reason: str = Field(min_length=1, max_length=500)


def data_file_out(data_file: DataFile, answer: Answer) -> DataFileOut:
    """A file; if somebody may not fetch it, only that it exists and when it opens, as on the page of data."""
    may_fetch = answer.allowed
    return DataFileOut(
        id=data_file.pk,
        kind=data_file.kind,
        test_set=data_file.test_set,
        language_pair=data_file.language_pair,
        input=input_name(data_file.campaign.rules, slot_of(data_file)),
        number=data_file.number,
        label=data_file.label if may_fetch else "",
        name=data_file.name if may_fetch else "",
        note=data_file.note if may_fetch else "",
        version=data_file.version,
        size=data_file.size if may_fetch else None,
        sha256=data_file.sha256 if may_fetch else "",
        may_fetch=answer.allowed,
        why_not="" if answer.allowed else answer.reason,
        opens=None if answer.allowed else answer.opens,
    )


def data_version_out(data_file: DataFile) -> DataVersionOut:
    return DataVersionOut(
        id=data_file.pk,
        name=data_file.name,
        note=data_file.note,
        version=data_file.version,
        size=data_file.size,
        sha256=data_file.sha256,
        added_at=data_file.added_at,
        added_by=str(data_file.added_by) if data_file.added_by else None,
        replaced_at=data_file.replaced_at,
    )


def missing_data_out(missing: Missing, rules: Rulebook) -> MissingDataOut:
    slot = missing.slot
    return MissingDataOut(
        kind=slot.kind,
        test_set=slot.test_set,
        language_pair=slot.language_pair,
        input=input_name(rules, slot),
        number=slot.number,
        what=missing.words,
        due=missing.due.start if missing.due else None,
        is_overdue=missing.is_overdue,
    )


def download_out(download: Download) -> DownloadOut:
    return DownloadOut(
        file=download.data_file_id,
        name=download.data_file.name,
        version=download.data_file.version,
        person=str(download.user) if download.user else None,
        team=download.team.name if download.team else None,
        when=download.when,
    )
