"""Studies of crowds, their workers and what they are paid."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, cast

from ninja import Field, Schema

from bakeoff.human_eval.designs.conduct.crowd_links import LONGEST_ID
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.names import PlainName
from bakeoff_site.crowds.models import Study
from bakeoff_site.crowds.selectors.links import address_for_platform
from bakeoff_site.crowds.selectors.workers import StudyView, WorkerRow
from bakeoff_site.crowds.services.reviews import TakenStatuses
from bakeoff_site.crowds.services.studies import MOST_WORKERS

OutcomeName = Literal["done", "no_work", "failed", "screened_out", "blocked"]


class StudyIn(Body):
    title: Annotated[PlainName, Field(min_length=1, max_length=200)]
    """Workers see it."""
    crowd: Annotated[str, Field(max_length=80)]
    """A name of `[crowds]` in the rulebook, `prolific` or `other`."""
    most_workers: Annotated[int, Field(ge=1, le=MOST_WORKERS)]
    codes: dict[OutcomeName, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict)
    """Completion codes by how work ends; those that are missing are drawn at random."""


class StudyOut(Schema):
    id: int
    title: str
    crowd: str
    address: str
    """For the platform, with what it replaces."""
    codes: dict[str, str]
    """By how work ends."""
    most_workers: int
    made_by: str
    made_at: datetime
    closed_at: datetime | None


class WorkerOut(Schema):
    id: int
    worker: str
    """As the platform names them."""
    session: str
    judge: str | None
    """As exported judgments call them; none: they were screened out."""
    state: str
    outcome: OutcomeName | None
    """How their work ended; none: they are at work."""
    status: str
    """What the platform says, as it was last uploaded."""
    languages: list[str]
    screens: int
    active_minutes: float
    gold_right: int
    gold_answers: int
    trust: float | None
    """Share of right answers to gold items."""
    counts: bool
    """Whether their judgments count."""
    code: str
    pay: str | None
    """With two decimals; none where the study does not say what is paid."""
    category: str
    reason: str


class StudyWorkersOut(StudyOut):
    currency: str | None
    total_pay: str | None
    workers: list[WorkerOut]


class StudyOpeningIn(Body):
    closed: bool


class RejectionIn(Body):
    reason: Annotated[str, Field(min_length=1, max_length=2000)]
    category: Annotated[str, Field(max_length=80)] = ""
    """One that the platform knows, where it asks for one."""


class StatusIn(Body):
    worker: Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]
    session: Annotated[str, Field(max_length=LONGEST_ID)] = ""
    status: Annotated[str, Field(min_length=1, max_length=40)]


class StatusesIn(Body):
    statuses: Annotated[list[StatusIn], Field(min_length=1, max_length=MOST_WORKERS)]


class StatusesOut(Schema):
    known: int
    freed: int
    """Workers whose items are free again."""
    included: int
    """Workers whose judgments count again."""
    unknown: list[str]
    """Ids that never came to the study."""
    missing: list[str]
    """Ids of workers who came and were not named."""


def study_out(study: Study) -> StudyOut:
    return StudyOut(
        id=study.pk,
        title=study.title,
        crowd=study.crowd.id,
        address=address_for_platform(study),
        codes=study.codes,
        most_workers=study.most_workers,
        made_by=str(study.made_by),
        made_at=study.made_at,
        closed_at=study.closed_at,
    )


def study_workers_out(view: StudyView) -> StudyWorkersOut:
    pay = view.study.crowd.pay
    return StudyWorkersOut(
        **study_out(view.study).dict(),
        currency=None if pay is None else pay.currency,
        total_pay=None if view.total is None else str(view.total),
        workers=[worker_out(row) for row in view.rows],
    )


def worker_out(row: WorkerRow) -> WorkerOut:
    worker, gold = row.worker, row.gold
    return WorkerOut(
        id=worker.pk,
        worker=worker.worker_id,
        session=worker.session_id,
        judge=None if worker.judge is None else worker.judge.label,
        state=row.state,
        outcome=cast("OutcomeName", worker.outcome) if worker.outcome else None,
        status=worker.status,
        languages=worker.languages,
        screens=row.work.screens,
        active_minutes=round(row.minutes, 1),
        gold_right=0 if gold is None else gold.right,
        gold_answers=0 if gold is None else gold.answers,
        trust=row.trust,
        counts=worker.judge_id is not None and not row.is_left_out,
        code=row.code,
        pay=None if row.pay is None else str(row.pay),
        category=worker.rejected_category,
        reason=row.reason,
    )


def statuses_out(taken: TakenStatuses) -> StatusesOut:
    return StatusesOut(
        known=taken.known,
        freed=taken.freed,
        included=taken.included,
        unknown=list(taken.unknown),
        missing=list(taken.missing),
    )
