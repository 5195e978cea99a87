"""References that may be corrected, what is proposed for them, and scores before and after."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from ninja import Field, Schema

from bakeoff_site.adjudication.choices import CorrectionState
from bakeoff_site.adjudication.forms import LONGEST_REASON, LONGEST_SEGMENT, LONGEST_TEXT
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.proposals import Proposal
from bakeoff_site.adjudication.selectors.scores import BoardChange, MetricChange, ScoreChange
from bakeoff_site.api.schemas.shared import Body

Reason = Annotated[str, Field(max_length=LONGEST_REASON)]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]


class CorrectionCounts(Schema):
    open: int
    accepted: int
    """Not in the reference yet."""
    refused: int
    applied: int
    withdrawn: int


class ReferenceOut(Schema):
    id: int
    """Of the file in force; that of an earlier version leads to the same."""
    title: str
    test_set: str
    language_pair: str
    number: int
    version: int
    may_read: bool
    may_propose: bool
    why_not: str
    """Why no correction can be proposed."""
    opens: datetime | None
    may_decide: bool
    counts: CorrectionCounts | None
    """Shown to people who may read it."""


class CorrectionOut(Schema):
    id: int
    segment: str
    part: int
    """Of several references in the file, which."""
    found: str
    """All of the segment as long as the correction can be applied to it, else the words that it is about."""
    proposed: str
    reason: str
    who: str
    """Empty where that is not shown."""
    is_own: bool
    proposed_at: datetime
    state: CorrectionState
    decision_reason: str
    decided_at: datetime | None
    version: int | None
    """The version of the reference that holds it."""


class NewCorrection(Body):
    segment: Annotated[str, Field(min_length=1, max_length=LONGEST_SEGMENT)]
    found: Annotated[str, Field(max_length=LONGEST_TEXT)]
    """All of the segment's text as it is now."""
    proposed: Annotated[str, Field(max_length=LONGEST_TEXT)]
    """All of it as it should be."""
    reason: Annotated[str, Field(min_length=1, max_length=LONGEST_REASON)]
    part: Number = 1
    team_id: int | None = None
    """Your team that proposes it, where you are in several."""


class CorrectionWithdrawal(Body):
    reason: Reason = ""


class VerdictIn(Body):
    correction: Number
    decision: Literal["accepted", "refused", "open"]
    """`open` takes back what was said."""
    reason: Reason = ""
    """Needed unless it is `open`."""


class VerdictsIn(Body):
    verdicts: Annotated[list[VerdictIn], Field(min_length=1, max_length=1000)]


class DecidedOut(Schema):
    changed: int
    """On how many something changed."""


class ScoreChangeOut(Schema):
    run: str
    name: str
    is_own: bool
    preliminary: float | None
    """By the references that runs were first scored with."""
    final: float | None
    """By those in force."""
    rank_before: int | None
    rank_after: int | None


class MetricChangeOut(Schema):
    metric: str
    systems: list[ScoreChangeOut]


class BoardChangeOut(Schema):
    board: int
    title: str
    is_changed: bool
    """Whether anything was scored by other references than the first."""
    metrics: list[MetricChangeOut]


def reference_out(place: Place) -> ReferenceOut:
    data_file, counts = place.data_file, place.counts
    return ReferenceOut(
        id=data_file.pk,
        title=place.title,
        test_set=place.slot.test_set,
        language_pair=place.slot.language_pair,
        number=place.slot.number,
        version=data_file.version,
        may_read=place.reads.allowed,
        may_propose=place.reads.allowed and place.proposes.allowed,
        why_not="" if place.proposes.allowed else place.proposes.reason,
        opens=place.proposes.opens,
        may_decide=place.decides.allowed,
        counts=CorrectionCounts(
            open=counts.open,
            accepted=counts.accepted,
            refused=counts.refused,
            applied=counts.applied,
            withdrawn=counts.withdrawn,
        )
        if place.reads.allowed
        else None,
    )


def correction_out(proposal: Proposal) -> CorrectionOut:
    return CorrectionOut(
        id=proposal.pk,
        segment=proposal.segment,
        part=proposal.part,
        found="".join(text for text, _ in proposal.found),
        proposed="".join(text for text, _ in proposal.proposed),
        reason=proposal.reason,
        who=proposal.who,
        is_own=proposal.is_own,
        proposed_at=proposal.proposed_at,
        state=proposal.state,
        decision_reason=proposal.decision_reason,
        decided_at=proposal.decided_at,
        version=proposal.version,
    )


def board_change_out(board: BoardChange) -> BoardChangeOut:
    return BoardChangeOut(
        board=board.board_id,
        title=board.title,
        is_changed=board.is_changed,
        metrics=[_metric_change(each) for each in board.metrics],
    )


def _metric_change(change: MetricChange) -> MetricChangeOut:
    return MetricChangeOut(metric=change.metric, systems=[_score_change(row) for row in change.rows])


def _score_change(row: ScoreChange) -> ScoreChangeOut:
    return ScoreChangeOut(
        run=row.key,
        name=row.name,
        is_own=row.is_own,
        preliminary=row.value_before,
        final=row.value_after,
        rank_before=row.rank_before,
        rank_after=row.rank_after,
    )
