"""What judges do on a screen: every action is saved as it happens, and an answer that is confirmed is durable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from bakeoff.human_eval.designs.screens.answer_comparisons import answer_comparisons
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ActionKind, EventKind, ScreenState
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.conversions.judgments import answered_judgments
from bakeoff_site.judging.models import Action, Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of, is_open_now, shown_screen
from bakeoff_site.judging.services.dealing import renew_lease
from bakeoff_site.judging.services.quality import check_when_due
from bakeoff_site.judging.services.task_dealers import dealing, write_event

MOST_ACTIONS = 200
"""In one request."""
LONGEST_TEXT = 10_000
"""Characters of a comment or report."""
LONGEST_PAYLOAD = 100_000
"""Characters of what an action holds, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAction:
    """An action as a page or program sends it."""

    key: UUID
    kind: ActionKind
    payload: Mapping[str, Any] = field(default_factory=dict)
    client_time: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedScreen:
    """What is saved of a screen."""

    version: int
    draft: Mapping[str, Any]
    state: ScreenState
    late: bool = False
    surplus: bool = False
    """Whether others had judged the item, so that the answer is kept but does not count."""


class OldVersionError(RefusedError):
    """A save that was made on an earlier version of a screen, as by a second tab; `saved` is what is newer."""

    def __init__(self, saved: SavedScreen) -> None:
        self.saved = saved
        super().__init__("This screen was changed elsewhere, perhaps in another tab. Load it again to continue.")


class ChangedTextError(RefusedError):
    """An answer to other texts than the screen shows."""

    def __init__(self) -> None:
        super().__init__("The texts of this screen are not those that you answered. Load the screen again.")


class IncompleteAnswerError(RefusedError):
    """An answer that leaves something out; `missing` are the numbers of the outputs without one, from 0."""

    def __init__(self, message: str, missing: Sequence[int]) -> None:
        self.missing = tuple(missing)
        super().__init__(message)


def save_actions(
    screen: Screen, actions: Sequence[NewAction], *, version: int, text_digest: str, now: datetime
) -> SavedScreen:
    """Saves actions on a screen of the judge who acts, each once however often it is sent.

    An action that submits makes a judgment of the answer so far; on a screen that was answered before, it is a
    correction. `version` is the one that the actions build on.
    """
    if len(actions) > MOST_ACTIONS:
        raise RefusedError(f"At most {MOST_ACTIONS} actions are saved at once; {len(actions)} were sent.")
    if text_digest != screen.text_digest:
        raise ChangedTextError
    if not all(map(_can_be_stored, actions)):
        raise RefusedError(
            f"An action holds JSON of at most {LONGEST_PAYLOAD:,} characters, without NaN, infinite numbers and null "
            "characters."
        )
    if any(action.kind == ActionKind.SUBMIT for action in actions):
        saved = _submit(screen, actions, version, now)
        check_when_due(screen, now=now)
        return saved
    with transaction.atomic():
        locked, fresh = _fresh(screen, actions, version)
        if fresh:
            _append(locked, fresh)
            locked.save(update_fields=["version", "draft"])
            renew_lease(locked, now=now)
        return _saved(locked)


def _submit(screen: Screen, actions: Sequence[NewAction], version: int, now: datetime) -> SavedScreen:
    """Saves actions of which one submits. What cannot count any longer is kept and marked.

    Answers of a qualification never count; the reply to their judge is that to every other answer.
    """
    with dealing(screen.evaluation.task) as state:
        locked, fresh = _fresh(screen, actions, version)
        submitted = _append(locked, fresh)
        if submitted is None:
            return _saved(locked)
        code, assignment = locked.evaluation.code, assignment_of(locked)
        qualifies = locked.qualification_try is not None
        closed = locked.judge.blocked_at is not None or not is_open_now(locked.evaluation.task, now=now)
        returned = locked.state == ScreenState.RETURNED
        taken = returned and (qualifies or not state.dealer.is_free(code, assignment))
        judgment = _judge(locked, submitted, now, late=closed or returned, surplus=closed or taken or qualifies)
        if locked.state != ScreenState.ANSWERED and not closed and not taken:
            locked.state = ScreenState.ANSWERED
            if not qualifies:
                compared = _compared(locked, judgment)
                state.change().answer(code, assignment, compared)
                write_event(state, locked.evaluation.task, EventKind.ANSWERED, locked, compared)
        locked.save(update_fields=["version", "draft", "state"])
        return _saved(locked, late=judgment.late, surplus=closed or taken)


def _can_be_stored(action: NewAction) -> bool:
    """Databases hold neither NaN nor infinity in JSON, nor null characters and halves of characters in texts."""
    try:
        written = json.dumps(action.payload, allow_nan=False)
        json.dumps(action.payload, ensure_ascii=False).encode()
    except ValueError:
        return False
    return len(written) <= LONGEST_PAYLOAD and "\\u0000" not in written


def _fresh(screen: Screen, actions: Sequence[NewAction], version: int) -> tuple[Screen, list[NewAction]]:
    """The screen, locked, and the actions that are not saved yet."""
    keys = [each.key for each in actions]
    same = Action.objects.filter(screen=OuterRef("pk"), key__in=keys)
    rows = Screen.objects.select_for_update(of=("self",)).select_related("evaluation__task__campaign", "judge")
    locked = rows.annotate(knows=Exists(same)).get(pk=screen.pk)
    known: set[UUID] = set()
    # What was saved while this request waited for the lock shows in the version alone.
    if locked.knows or version != locked.version:
        known = set(locked.actions.filter(key__in=keys).values_list("key", flat=True))
    fresh = [each for each in actions if each.key not in known]
    if fresh and version + len(known) != locked.version:
        raise OldVersionError(_saved(locked))
    return locked, fresh


def _append(screen: Screen, actions: Sequence[NewAction]) -> NewAction | None:
    """Writes actions and folds them into the draft; returns the one that submits."""
    submitted = None
    draft = dict(screen.draft)
    for action in actions:
        match action.kind:
            case ActionKind.ANSWER:
                draft["answer"] = _checked(screen, action.payload.get("answer"))
            case ActionKind.COMMENT | ActionKind.REPORT:
                draft[str(action.kind)] = _text(action.payload.get("text"))
            case ActionKind.SUBMIT:
                submitted = action
    try:
        Action.objects.bulk_create(
            Action(
                screen=screen,
                key=each.key,
                kind=each.kind,
                payload=dict(each.payload),
                client_time=each.client_time,
            )
            for each in actions
        )
    except IntegrityError:
        raise RefusedError("An action has the key of another one. Give each action a random key of its own.") from None
    screen.draft = draft
    screen.version += len(actions)
    return submitted


def _judge(screen: Screen, action: NewAction, now: datetime, *, late: bool, surplus: bool) -> Judgment:
    """A judgment of the draft; refused where something is missing."""
    shown = shown_screen(screen)
    protocol = _evaluation(screen).protocol
    draft = screen.draft
    answer = draft.get("answer")
    if missing := protocol.missing(answer, shown.systems):
        raise IncompleteAnswerError(
            " ".join(each.sentence for each in missing), [each.output for each in missing if each.output is not None]
        )
    return Judgment.objects.create(
        screen=screen,
        evaluation=screen.evaluation,
        judge_id=screen.judge_id,
        key=action.key,
        systems=list(shown.systems),
        answer=protocol.write(protocol.parse(answer, shown.systems, texts=shown.texts)),
        comment=draft.get(ActionKind.COMMENT, ""),
        report=draft.get(ActionKind.REPORT, ""),
        late=late,
        surplus=surplus,
        shown_at=screen.shown_at,
        sent_at=now,
    )


def _compared(screen: Screen, judgment: Judgment) -> tuple[Comparison, ...]:
    """What the dealer learns from an answer, where the design chooses the most informative screens."""
    planned = _evaluation(screen)
    if planned.design.choice != "most-informative":
        return ()
    judgment.screen = screen
    answered = answered_judgments([judgment], planned.design, kind=planned.protocol.kind, campaign="")
    return answer_comparisons(tuple(answered), planned.protocol)


def _checked(screen: Screen, answer: Any) -> Any:
    """A complete or partial answer that its protocol knows; null is for what is not answered yet."""
    shown = shown_screen(screen)
    protocol = _evaluation(screen).protocol
    try:
        return protocol.settle(protocol.draft(answer, shown.systems, texts=shown.texts), shown)
    except AnswerError as error:
        raise RefusedError(str(error)) from None


def _text(text: Any) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise RefusedError(f"A comment is a text of at most {LONGEST_TEXT:,} characters.")
    return text


def _evaluation(screen: Screen) -> PlannedEvaluation:
    return content_of(screen.evaluation.task).evaluations[screen.evaluation.code]


def _saved(screen: Screen, *, late: bool = False, surplus: bool = False) -> SavedScreen:
    return SavedScreen(
        version=screen.version,
        draft=screen.draft,
        state=ScreenState(screen.state),
        late=late,
        surplus=surplus,
    )
