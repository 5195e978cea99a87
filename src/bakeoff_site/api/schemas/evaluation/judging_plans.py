"""Plans of human evaluation: what is asked for, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any

from ninja import Field, Schema

from bakeoff.data.judgments import Judgment
from bakeoff.data.matches import MatchResult
from bakeoff.errors import Place
from bakeoff.formats.judgments.interchange import judgment_of
from bakeoff.human_eval.designs.constituents.reused_answers import SavedAnswers
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch
from bakeoff.reports import constituents_json
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.names import PlainName
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.planned_rows import PlannedRow
from bakeoff_site.judging.services.plans import PlannedTask, TaskOptions

_LONGEST = 100_000


class TaskChangesIn(Body):
    title: Annotated[PlainName, Field(max_length=200)] = ""
    opening: Opening = Opening.PHASE
    open_to_all: bool = False
    lease_minutes: Annotated[int, Field(ge=5, le=24 * 60)] = 30
    offline_days: Annotated[int, Field(ge=0, le=365)] | None = None
    """How many days judges keep screens that they download to judge offline; 0: they cannot; none: what the rulebook
    says."""
    hourly_pay: Annotated[Decimal, Field(gt=0, max_digits=8, decimal_places=2)] | None = None
    """What judges get for an hour, for the cost; none: nobody is paid."""
    currency: Annotated[str, Field(pattern=r"^([A-Z]{3})?$")] = ""
    """Three letters; needed with a pay."""
    instructions: Annotated[str, Field(max_length=_LONGEST)] = ""
    consent_text: Annotated[str, Field(max_length=_LONGEST)] = ""


class EarlierMatchIn(Body):
    a: PlainName
    b: PlainName
    a_wins: float
    b_wins: float
    segments: Annotated[int, Field(ge=1)] | None = None
    """How many there were; none: `a_wins` and `b_wins` are percentages."""
    a_judgments: Annotated[int, Field(ge=0)] | None = None
    b_judgments: Annotated[int, Field(ge=0)] | None = None
    origin: Annotated[PlainName, Field(max_length=200)]
    """Where it was judged, for people."""


class ReusedIn(Body):
    campaign: Annotated[str, Field(max_length=80)]
    task: Annotated[str, Field(max_length=80)]
    evaluation: Annotated[str, Field(max_length=80)]


class NewJudgingTask(TaskChangesIn):
    evaluations: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=100)]
    """Ids of human evaluations in the rulebook, and of those that `changes` adds; judges get them in one sequence. An
    empty `title` is that of the evaluations."""
    changes: Annotated[dict[Annotated[str, Field(max_length=80)], dict[str, Any]], Field(default_factory=dict)]
    """By evaluation, keys of `[human]` that differ from the rulebook: `{"ranking": {"judgments": 3}}`."""
    seconds: Annotated[
        dict[Annotated[str, Field(max_length=80)], Annotated[float, Field(gt=0, le=100_000)]],
        Field(default_factory=dict),
    ]
    """By evaluation, what a screen takes, where that is not as published."""
    gold: Annotated[list[dict[str, Any]], Field(default_factory=list, max_length=10_000)]
    """Known answers of gold items: judgments in the interchange form."""
    given: Annotated[list[dict[str, Any]], Field(default_factory=list, max_length=100_000)]
    """Answers that judges start from, such as errors that a program marked: judgments in the interchange form."""
    earlier: Annotated[
        dict[Annotated[str, Field(max_length=80)], Annotated[list[EarlierMatchIn], Field(max_length=500)]],
        Field(default_factory=dict),
    ]
    """By evaluation, results of matches that were judged before, which its tournament takes over."""
    reused: Annotated[
        dict[Annotated[str, Field(max_length=80)], Annotated[list[ReusedIn], Field(max_length=100)]],
        Field(default_factory=dict),
    ]
    """By evaluation, others of campaigns that you organise; pairs whose two outputs were judged there, and phrases that
    were judged acceptable or not, are not judged again."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    """Decides what chance decides; none: drawn."""


class PlannedPowerOut(Schema):
    difference: str
    """Assumed, in words."""
    power: float
    """How likely the plan finds it."""
    segments_needed: int | None
    """For a power of 0.8."""


class ChosenPartsOut(Schema):
    language_pair: str
    test_set: str
    candidates: int
    constituents: int
    """That can be judged."""
    left_out: dict[str, int]
    """By reason."""
    lacking: dict[str, int]
    """By system, candidates for which it has no consistent phrase."""


class ReusedAnswersOut(Schema):
    phrases: int
    asked: int
    """That judges answered about under the same name."""
    saved: int
    """That have an answer because another system has the same phrase."""
    share_saved: float | None


class PlannedEvaluationOut(Schema):
    code: str
    title: str
    protocol: str
    systems: int
    segments: int
    judgments: int
    screens: int
    """With repeats and controls."""
    seconds_a_screen: float | None
    hours: float | None
    left_out: dict[str, str]
    """Systems that are not judged, with the reason."""
    differs: dict[str, str]
    """What is not as in the rulebook."""
    parts: list[ChosenPartsOut]
    """Of each test set the parts of sentences that are judged; none where complete segments are."""
    reused: ReusedAnswersOut | None
    """The answers of other evaluations that hold here."""
    remarks: list[str]
    power: list[PlannedPowerOut]


class PlannedTaskOut(Schema):
    evaluations: list[PlannedEvaluationOut]
    judgments: int
    screens: int
    hours: float | None
    cost: float | None
    currency: str
    seed: int
    """With it, planning gives the same designs."""


def options_of(body: NewJudgingTask, *, reusable: Sequence[Evaluation]) -> TaskOptions:
    """What a request says, as services take it; known answers that cannot be read are an error.

    `reusable` are the evaluations that its sender may take matches or answers over from.
    """
    said = body.dict(exclude={"evaluations", "gold", "given", "earlier", "reused"})
    known = {(each.task.campaign.slug, each.task.slug, each.code): each for each in reusable}
    return TaskOptions(
        **said,
        gold=_judgments("gold", body.gold),
        given=_judgments("given", body.given),
        earlier={code: [_earlier(each) for each in matches] for code, matches in body.earlier.items()},
        reused={code: [_reused(each, known) for each in named] for code, named in body.reused.items()},
    )


def _earlier(match: EarlierMatchIn) -> EarlierMatch:
    figures = match.dict(exclude={"origin"})
    return EarlierMatch(result=MatchResult(**figures, percent=match.segments is None), origin=match.origin)


def _reused(named: ReusedIn, known: Mapping[tuple[str, str, str], Evaluation]) -> Evaluation:
    found = known.get((named.campaign, named.task, named.evaluation))
    if found is None:
        raise RefusedError(
            f"There is no evaluation {named.evaluation} that compares pairs or judges phrases in the task "
            f"{named.task} of {named.campaign}, or you do not organise that campaign."
        )
    return found


def _judgments(name: str, records: Sequence[dict[str, Any]]) -> tuple[Judgment, ...]:
    return tuple(judgment_of(each, Place(name, number)) for number, each in enumerate(records, start=1))


def planned_out(planned: PlannedTask) -> PlannedTaskOut:
    totals = planned.totals
    return PlannedTaskOut(
        evaluations=[_planned_evaluation_out(row) for row in planned.rows],
        judgments=totals.judgments,
        screens=totals.screens,
        hours=totals.hours,
        cost=totals.cost,
        currency=totals.currency,
        seed=planned.seed,
    )


def reused_answers_out(reused: SavedAnswers) -> ReusedAnswersOut:
    return ReusedAnswersOut(
        phrases=reused.phrases, asked=reused.asked, saved=reused.saved, share_saved=reused.share_saved
    )


def _planned_evaluation_out(row: PlannedRow) -> PlannedEvaluationOut:
    curves = () if row.power is None else row.power.curves
    return PlannedEvaluationOut(
        code=row.code,
        title=row.title,
        protocol=row.planned.rules.protocol,
        systems=row.systems,
        segments=row.segments,
        judgments=row.work.judgments,
        screens=row.work.screens,
        seconds_a_screen=row.work.seconds,
        hours=row.work.hours,
        left_out=dict(row.left_out),
        differs={each.label: each.here for each in row.differences},
        parts=[
            ChosenPartsOut(language_pair=each.language_pair, test_set=each.test_set, **constituents_json(each.chosen))
            for each in row.parts
        ],
        reused=None if row.reused is None else reused_answers_out(row.reused),
        remarks=list(row.remarks),
        power=[
            PlannedPowerOut(difference=each.words, power=each.planned, segments_needed=each.needed) for each in curves
        ],
    )
