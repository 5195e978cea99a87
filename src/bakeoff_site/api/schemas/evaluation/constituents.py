"""Parts of sentences that can be judged."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.selectors.constituents import ConstituentRow


class ConstituentSourceOut(Schema):
    id: int
    language_pair: str
    test_set: str
    parts_from: PartsFrom
    file_name: str
    """Empty where a tagger finds the parts."""
    candidates: int | None
    """How many parts there are, before any rule; null until a tagger has found them."""
    systems: list[str]
    """Whose words are aligned."""
    missing: list[str]
    """Systems that came later: have the words aligned again to judge them."""
    is_waiting: bool
    """Whether a worker is to align words."""
    aligned_at: datetime | None
    """Null until words are aligned."""
    reason: str
    """Why words could not be aligned."""
    added_by: str
    added_at: datetime


def constituent_source_out(row: ConstituentRow) -> ConstituentSourceOut:
    source = row.source
    return ConstituentSourceOut(
        id=source.pk,
        language_pair=source.language_pair,
        test_set=source.test_set,
        parts_from=PartsFrom(source.parts_from),
        file_name=source.file_name,
        candidates=source.candidates,
        systems=source.systems,
        missing=list(row.missing),
        is_waiting=row.job is not None,
        aligned_at=source.aligned_at,
        reason=source.reason,
        added_by=str(source.added_by),
        added_at=source.added_at,
    )
