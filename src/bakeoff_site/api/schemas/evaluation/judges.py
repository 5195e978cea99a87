"""Shares of judging that teams owe, and links that make people judges."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from ninja import Field, Schema

from bakeoff.human_eval.designs.owed_shares import OwedShare
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.judging.selectors.links import LinkRow
from bakeoff_site.judging.selectors.shares import ShareRow
from bakeoff_site.judging.services.links import LONGEST_DAYS, MOST_INVITED, MOST_USES

_CHOSEN = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=1000, default_factory=list)]


class AmountOut(Schema):
    unit: Literal["screens", "hours"]
    owed: float
    done: float
    missing: float


class ShareOut(Schema):
    task: str
    title: str
    team_id: int
    team: str
    amounts: list[AmountOut]
    """What is owed in screens and in hours; one of them as a rule."""
    is_complete: bool
    """Whether all is done, or the share is waived."""
    waived: str | None
    """Why organisers waived it."""
    due: datetime | None
    members: int
    judging: int
    """Members who have answered something."""
    left_out: int
    """Answered screens of members whose judgments do not count."""


class OwedIn(Body):
    owed: Annotated[str, Field(max_length=40)]
    """`300 screens`, `8 hours`; empty: what the rulebook says."""


class WaiverIn(Body):
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    """The team reads it."""


class RemindedOut(Schema):
    people: int


class LinkIn(Body):
    most_uses: Annotated[int, Field(ge=1, le=MOST_USES)]
    days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)]
    """How long it can be used."""
    chosen: _CHOSEN
    """Language pairs and test sets that its judges start with; empty: all."""


class JudgeLinkOut(Schema):
    id: int
    email: str
    """To whom it was mailed; empty: for everyone who has it."""
    address: str
    """Empty where it was mailed."""
    chosen: list[str]
    most_uses: int
    uses: int
    expires_at: datetime
    made_by: str


class InvitedJudgeIn(Body):
    email: Annotated[str, Field(max_length=254)]
    chosen: _CHOSEN


class InvitedJudgesIn(Body):
    judges: Annotated[list[InvitedJudgeIn], Field(min_length=1, max_length=MOST_INVITED)]


class InvitedOut(Schema):
    invited: int


class JoinIn(Body):
    token: Annotated[str, Field(max_length=500)]
    """What follows `/judging/join/` in the address of the link."""


def share_out(row: ShareRow) -> ShareOut:
    return ShareOut(
        task=row.task.slug,
        title=row.task.title,
        team_id=row.team.pk,
        team=row.team.name,
        amounts=[_amount_out(each) for each in row.share.shares],
        is_complete=row.is_complete,
        waived=None if row.waiver is None else row.waiver.reason,
        due=row.due,
        members=row.members,
        judging=row.judging,
        left_out=row.left_out,
    )


def _amount_out(share: OwedShare) -> AmountOut:
    return AmountOut(unit=share.unit, owed=share.owed, done=share.done, missing=share.missing)


def link_out(row: LinkRow) -> JudgeLinkOut:
    link = row.link
    return JudgeLinkOut(
        id=link.pk,
        email=link.email,
        address=row.address,
        chosen=link.chosen,
        most_uses=link.most_uses,
        uses=link.uses,
        expires_at=link.expires_at,
        made_by=str(link.made_by),
    )
