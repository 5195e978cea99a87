"""Offline files of judges, and what came of their answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from ninja import Field, Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.judging.selectors.offline_files import OwnOfflineFile
from bakeoff_site.judging.services.offline.answers import Uploaded
from bakeoff_site.judging.services.offline.files import MOST_SCREENS


class OfflineFileIn(Body):
    screens: Annotated[int, Field(ge=1, le=MOST_SCREENS)] = 20
    """How many; a document is dealt to its end, so that there may be more."""


class OfflineFileOut(Schema):
    key: str
    screens: int
    answered: int
    """Answers to them are on the server."""
    held: int
    """Still to be answered."""
    made_at: datetime
    until: datetime
    """When other judges get what is not answered."""
    given_back_at: datetime | None
    uploaded_at: datetime | None


class JudgesOfflineFileOut(OfflineFileOut):
    judge: str
    """As the live view calls them."""
    judge_id: int


class UploadedAnswersOut(Schema):
    """Screens by their numbers in the file."""

    taken: list[int]
    """Saved by this upload."""
    known: list[int]
    """Saved by an earlier one."""
    uncounted: list[int]
    """Of those taken, kept without counting: they came too late, or others had judged the item."""
    kept: list[int]
    """Answered elsewhere since; that answer was kept."""
    missing: list[int]
    """Without an answer."""


def offline_file_out(row: OwnOfflineFile) -> OfflineFileOut:
    file = row.file
    return OfflineFileOut(
        key=str(file.key),
        screens=row.screens,
        answered=row.answered,
        held=row.held,
        made_at=file.made_at,
        until=file.until,
        given_back_at=file.given_back_at,
        uploaded_at=file.uploaded_at,
    )


def judges_offline_file_out(row: OwnOfflineFile) -> JudgesOfflineFileOut:
    judge = row.file.judge
    return JudgesOfflineFileOut(**offline_file_out(row).dict(), judge=judge.name, judge_id=judge.pk)


def uploaded_out(found: Uploaded) -> UploadedAnswersOut:
    return UploadedAnswersOut(
        taken=found.taken, known=found.known, uncounted=found.uncounted, kept=found.kept, missing=found.missing
    )
