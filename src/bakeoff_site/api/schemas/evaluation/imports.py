"""Judgments that were made elsewhere: files that are checked, imported and withdrawn."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from ninja import Field, Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.judging.selectors.imports import ImportRow
from bakeoff_site.judging.services.imports import CheckedImport


class ImportedSystemOut(Schema):
    system: str
    judgments: int


class CheckedImportOut(Schema):
    evaluation: str
    file_name: str
    origin: str
    """The tool and the form that the file is of."""
    judges: int
    judgments: int
    systems: list[ImportedSystemOut]
    controls: int
    """Judgments among them that check judges."""
    left_out: int
    """Items that check judges and are of no output of the evaluation."""
    remarks: list[str]
    checked: str
    """Names what was checked, for a day: send it to import these judgments."""


class ImportIn(Body):
    checked: Annotated[str, Field(max_length=5000)]
    """What the check of the file answered."""


class BatchesOut(Schema):
    batches: str
    """Names the batches, for a day: send it with the results."""


class WithdrawalIn(Body):
    reason: Annotated[str, Field(max_length=500)]


class ImportOut(Schema):
    id: int
    evaluation: str
    file_name: str
    file_sha256: str
    origin: str
    """The tool and the form that the file is of."""
    format: str
    is_earlier: bool
    """Whether they are post-edits of an earlier campaign."""
    judges: int
    judgments: int
    imported_by: str
    imported_at: datetime
    withdrawn_by: str
    withdrawn_at: datetime | None
    """Since when its judgments no longer count."""
    withdrawn_reason: str


def checked_out(checked: CheckedImport) -> CheckedImportOut:
    return CheckedImportOut(
        evaluation=checked.evaluation.code,
        file_name=checked.file_name,
        origin=checked.tool,
        judges=checked.judges,
        judgments=checked.judgments,
        systems=[ImportedSystemOut(system=system, judgments=count) for system, count in checked.systems],
        controls=checked.controls,
        left_out=checked.left_out,
        remarks=list(checked.remarks),
        checked=checked.token,
    )


def import_out(row: ImportRow) -> ImportOut:
    each = row.imported
    return ImportOut(
        id=each.pk,
        evaluation=each.evaluation.code,
        file_name=each.file_name,
        file_sha256=each.file_sha256,
        origin=row.tool,
        format=each.format,
        is_earlier=each.is_earlier,
        judges=each.judges,
        judgments=each.judgments,
        imported_by=str(each.imported_by),
        imported_at=each.imported_at,
        withdrawn_by="" if each.withdrawn_by is None else str(each.withdrawn_by),
        withdrawn_at=each.withdrawn_at,
        withdrawn_reason=each.withdrawn_reason,
    )
