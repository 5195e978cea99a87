"""Tasks of human evaluation, screens, what judges do on them, and rankings so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Field, Schema

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.judging.choices import ActionKind, Opening, ScreenState
from bakeoff_site.judging.conversions.analyses import AgreementSoFar, GroupSoFar
from bakeoff_site.judging.conversions.shown_screens import judge_json
from bakeoff_site.judging.models import Evaluation, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.selectors.instructions import consent_of
from bakeoff_site.judging.selectors.progress import EvaluationProgress, TaskProgress
from bakeoff_site.judging.selectors.rankings import EvaluationRankings
from bakeoff_site.judging.selectors.tasks import Choosable, OwnTask
from bakeoff_site.judging.services.answers import MOST_ACTIONS, NewAction, SavedScreen
from bakeoff_site.judging.services.qualification import QualificationEnded


class JudgingTaskRowOut(Schema):
    campaign: str
    task: str
    title: str
    may_judge: bool
    why_not: str
    """Why you cannot judge it now."""
    opens: datetime | None
    has_started: bool
    answered: int
    """Screens that you answered."""


class ChoosableOut(Schema):
    id: str
    title: str


class JudgingTaskOut(JudgingTaskRowOut):
    evaluations: list[str]
    """Their titles."""
    instructions: str
    """Markdown."""
    consent_text: str
    """What you agree to when you start, in Markdown; empty: nothing."""
    choosable: list[ChoosableOut]
    """Language pairs and test sets that you can choose from when you start; none: you get all."""
    chosen: list[str]


class StartIn(Body):
    agrees: bool = False
    """To the `consent_text`."""
    language: Annotated[str, Field(max_length=20)] = ""
    """That you read instructions in; empty: that of the task."""
    chosen: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=1000, default_factory=list)]
    """Ids of `choosable`; empty: all."""


class JudgingScreenOut(Schema):
    key: UUID
    number: int
    """In your own sequence, from 1 on."""
    state: ScreenState
    version: int
    """Counts saved actions; the next ones name it."""
    text_digest: str
    """Identifies the texts; actions name it."""
    draft: dict[str, Any]
    """What your saved actions come to: answer, comment, report."""
    lease_until: datetime
    """When the screen goes to someone else unless you do something."""
    shown: dict[str, Any]
    """The question, the texts, and outputs under letters."""


class OwnQualificationOut(Schema):
    passed: bool
    tries: int
    """That ended."""
    tries_left: int


class NextScreenOut(Schema):
    screen: JudgingScreenOut | None
    nothing: Literal["held", "earlier", "finished", "qualification", "not-qualified"] | None
    """Why there is no screen: others hold what is left, an earlier part must be finished first, all is judged, a try of
    the qualification has just ended (ask again to continue), or no try is left."""
    qualification: OwnQualificationOut | None
    """How the qualification stands, where it is why."""


class ActionIn(Body):
    key: UUID
    """Random, your own: an action that is sent twice is saved once."""
    kind: ActionKind
    payload: Annotated[dict[str, Any], Field(default_factory=dict)]
    """`{"answer": …}` as the protocol writes it, or `{"text": …}` of a comment or report."""
    client_time: datetime | None = None


class ActionsIn(Body):
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    text_digest: Annotated[str, Field(max_length=64)]
    actions: Annotated[list[ActionIn], Field(min_length=1, max_length=MOST_ACTIONS)]


class SavedScreenOut(Schema):
    version: int
    draft: dict[str, Any]
    state: ScreenState
    late: bool
    """Whether the lease had ended."""
    counts: bool
    """False: others had judged the item by then; the answer is kept and does not count."""


class EvaluationProgressOut(Schema):
    code: str
    title: str
    protocol: str
    answered: int
    """Judgments that count, without controls."""
    needed: int
    controls: int
    held: int


class JudgingProgressOut(Schema):
    task: str
    title: str
    opening: Opening
    open_to_all: bool
    planned_at: datetime
    evaluations: list[EvaluationProgressOut]


class OpeningIn(Body):
    opening: Opening


class RankedSystemOut(Schema):
    system: str
    """Its name; while the task is open a label, which stays the same."""
    score: float
    low: float | None
    high: float | None
    cluster: int
    judgments: int


class JudgeAgreementOut(Schema):
    between: str
    measure: str
    value: float | None
    word: str
    """Of Landis and Koch."""


class UndecidedPairOut(Schema):
    first: str
    second: str
    """Neighbours in the ranking that are not significantly different."""
    more_judgments: int | None
    """How many more would probably separate them; null: hardly any number would."""


class HumanRankingOut(Schema):
    group: dict[str, str]
    """Language pair and test set as a rule."""
    systems: list[RankedSystemOut]
    """Best first."""
    agreement: list[JudgeAgreementOut]
    agreement_with_identical: list[JudgeAgreementOut]
    """Of constituents, with a phrase that systems share counted for each of them; none where no phrase is shared."""
    undecided: list[UndecidedPairOut]
    judgments: int
    judges: int


class EvaluationRankingsOut(Schema):
    code: str
    title: str
    protocol: str
    reason: str
    """Why there is no ranking."""
    as_of: datetime | None
    """When it was computed, where judgments came since then; null: it is of this moment."""
    judgments_since: int
    """Judgments that came since then. With very many judgments a worker computes the ranking again."""
    rankings: list[HumanRankingOut]


def task_row_out(own: OwnTask) -> JudgingTaskRowOut:
    return JudgingTaskRowOut(**_row(own))


def task_out(own: OwnTask, choosable: tuple[Choosable, ...]) -> JudgingTaskOut:
    return JudgingTaskOut(
        **_row(own),
        evaluations=[each.title for each in own.evaluations],
        instructions=own.task.instructions,
        consent_text=consent_of(own.task, wanted="" if own.judge is None else own.judge.language),
        choosable=[ChoosableOut(id=each.id, title=each.title) for each in choosable],
        chosen=[] if own.judge is None else own.judge.chosen,
    )


def _row(own: OwnTask) -> dict[str, Any]:
    return {
        "campaign": own.task.campaign.slug,
        "task": own.task.slug,
        "title": own.task.title,
        "may_judge": own.may.allowed,
        "why_not": "" if own.may.allowed else own.may.reason,
        "opens": own.may.opens,
        "has_started": own.has_started,
        "answered": own.done,
    }


def screen_out(screen: Screen) -> JudgingScreenOut:
    return JudgingScreenOut(
        key=screen.key,
        number=screen.number,
        state=ScreenState(screen.state),
        version=screen.version,
        text_digest=screen.text_digest,
        draft=screen.draft,
        lease_until=screen.lease_until,
        shown=judge_json(screen, shown_screen(screen)),
    )


def next_out(found: Screen | NothingNow | Finished | QualificationEnded) -> NextScreenOut:
    match found:
        case NothingNow():
            return NextScreenOut(screen=None, nothing=found.reason, qualification=None)
        case Finished():
            return NextScreenOut(screen=None, nothing="finished", qualification=None)
        case QualificationEnded():
            own = found.own
            return NextScreenOut(
                screen=None,
                nothing="not-qualified" if own.has_failed else "qualification",
                qualification=OwnQualificationOut(passed=own.passed, tries=len(own.ended), tries_left=own.tries_left),
            )
    return NextScreenOut(screen=screen_out(found), nothing=None, qualification=None)


def new_action(sent: ActionIn) -> NewAction:
    return NewAction(key=sent.key, kind=sent.kind, payload=sent.payload, client_time=sent.client_time)


def saved_out(saved: SavedScreen) -> SavedScreenOut:
    return SavedScreenOut(
        version=saved.version,
        draft=dict(saved.draft),
        state=saved.state,
        late=saved.late,
        counts=not saved.surplus,
    )


def progress_out(progress: TaskProgress) -> JudgingProgressOut:
    task = progress.task
    return JudgingProgressOut(
        task=task.slug,
        title=task.title,
        opening=Opening(task.opening),
        open_to_all=task.open_to_all,
        planned_at=task.planned_at,
        evaluations=[_evaluation_out(each) for each in progress.evaluations],
    )


def _evaluation_out(progress: EvaluationProgress) -> EvaluationProgressOut:
    return EvaluationProgressOut(
        **_named(progress.evaluation),
        answered=progress.answered,
        needed=progress.evaluation.units,
        controls=progress.controls,
        held=progress.held,
    )


def rankings_out(found: EvaluationRankings) -> EvaluationRankingsOut:
    return EvaluationRankingsOut(
        **_named(found.evaluation),
        reason=found.reason,
        as_of=found.found.made_at,
        judgments_since=0 if found.found.made_at is None else found.found.later,
        rankings=[_ranking_out(each, found.names) for each in found.rankings],
    )


def _named(evaluation: Evaluation) -> dict[str, str]:
    return {"code": evaluation.code, "title": evaluation.title, "protocol": evaluation.protocol}


def _ranking_out(ranking: GroupSoFar, names: Mapping[str, str]) -> HumanRankingOut:
    return HumanRankingOut(
        group=dict(ranking.group),
        systems=[
            RankedSystemOut(
                system=names[each.system],
                score=each.score,
                low=each.low,
                high=each.high,
                cluster=each.cluster,
                judgments=each.judgments,
            )
            for each in ranking.systems
        ],
        agreement=_agreement_out(ranking.agreement),
        agreement_with_identical=_agreement_out(ranking.agreement_with_identical),
        undecided=[
            UndecidedPairOut(first=names[each.first], second=names[each.second], more_judgments=each.more)
            for each in ranking.needs
        ],
        judgments=ranking.judgments,
        judges=ranking.judges,
    )


def _agreement_out(rows: Sequence[AgreementSoFar]) -> list[JudgeAgreementOut]:
    return [
        JudgeAgreementOut(between=each.between, measure=each.measure, value=each.value, word=each.word) for each in rows
    ]
