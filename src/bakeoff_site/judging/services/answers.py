"""What judges do on a screen: every action is saved as it happens, and an answer that is confirmed is durable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from bakeoff.human_eval.designs.screens.answer_comparisons import answer_comparisons
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ActionKind, EventKind, ScreenState
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.conversions.judgments import answered_judgments
from bakeoff_site.judging.models import Action, Judge, Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of, is_open_now, shown_screen
from bakeoff_site.judging.services.dealing import renew_lease
from bakeoff_site.judging.services.quality import check_when_due
from bakeoff_site.judging.services.task_dealers import TaskDealer, dealing, write_event
from bakeoff_site.judging.services.tournaments import note_judged

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
    _check_payloads(actions)
    saved = _save(copy(screen), actions, now=now) if version == screen.version else None
    if saved is None:  # something else was saved since the screen was read, or these actions were sent before
        with transaction.atomic():
            locked, fresh = _fresh(screen, actions, version)
            saved = _save(locked, fresh, now=now) if fresh else _saved_before(locked, actions)
        if saved is None:
            raise RefusedError("An action has the key of another one. Give each action a random key of its own.")
    if any(action.kind == ActionKind.SUBMIT for action in actions):
        check_when_due(screen, now=now)
    return saved


def check_actions(screen: Screen, actions: Sequence[NewAction]) -> None:
    """Refuses actions that `save_actions` would refuse whatever was saved before; nothing is saved."""
    _check_payloads(actions)
    draft = dict(screen.draft)
    for action in actions:
        _fold(screen, draft, action)
        if action.kind == ActionKind.SUBMIT:
            _check_complete(screen, draft)


def _check_payloads(actions: Sequence[NewAction]) -> None:
    if not all(map(_can_be_stored, actions)):
        raise RefusedError(
            f"An action holds JSON of at most {LONGEST_PAYLOAD:,} characters, without NaN, infinite numbers and null "
            "characters."
        )


def _save(screen: Screen, actions: Sequence[NewAction], *, now: datetime) -> SavedScreen | None:
    """Saves actions that are not saved yet; None where one is, or where the screen has changed since it was read."""
    draft = _folded(screen, actions)
    submitting = next((each for each in actions if each.kind == ActionKind.SUBMIT), None)
    judgment = None if submitting is None else _judgment(screen, draft, submitting, now)
    try:
        with transaction.atomic():
            if judgment is not None:
                return _submit(screen, actions, draft, judgment, now)
            if not _append(screen, actions, draft):
                return None
            renew_lease(screen, now=now)
            return _saved(screen)
    except _KnownKeyError:
        return None


def _submit(
    screen: Screen, actions: Sequence[NewAction], draft: dict[str, Any], judgment: Judgment, now: datetime
) -> SavedScreen | None:
    """Saves actions of which one submits. What cannot count any longer is kept and marked.

    Answers of a qualification never count; the reply to their judge is that to every other answer.
    """
    task, before = screen.evaluation.task, ScreenState(screen.state)
    qualifies = screen.qualification_try is not None
    closed = screen.judge.blocked_at is not None or not is_open_now(task, now=now)
    counts = before == ScreenState.HELD and not closed
    if not _append(screen, actions, draft, state=ScreenState.ANSWERED if counts else before):
        return None
    # Who was blocked since the screen was read holds none any longer.
    closed = closed or (before == ScreenState.RETURNED and _is_blocked(screen))
    taken = before == ScreenState.RETURNED and (qualifies or closed or not _answer_after_all(screen, judgment))
    judgment.late = closed or before == ScreenState.RETURNED
    judgment.surplus = closed or taken or qualifies
    judgment.save(force_insert=True)
    if counts and not qualifies:
        compared = _compared(screen, judgment)
        with dealing(task) as state:  # last, since others wait from here on
            _note_answer(state, screen, compared)
            note_judged(state, screen, now=now)
    elif task.tournaments and not judgment.surplus:  # a correction, or an answer after all: a match may end otherwise
        with dealing(task) as state:
            note_judged(state, screen, now=now)
    return _saved(screen, late=judgment.late, surplus=closed or taken)


def _answer_after_all(screen: Screen, judgment: Judgment) -> bool:
    """Lets an answer to a screen that was given back count, where nobody else was given it."""
    compared = _compared(screen, judgment)
    with dealing(screen.evaluation.task) as state:
        if not state.dealer.is_free(screen.evaluation.code, assignment_of(screen)):
            return False
        _note_answer(state, screen, compared)
    screen.state = ScreenState.ANSWERED
    screen.save(update_fields=["state"])
    return True


def _note_answer(state: TaskDealer, screen: Screen, compared: Sequence[Comparison]) -> None:
    state.change().answer(screen.evaluation.code, assignment_of(screen), compared)
    write_event(state, screen.evaluation.task, EventKind.ANSWERED, screen, compared)


def _is_blocked(screen: Screen) -> bool:
    return Judge.objects.filter(pk=screen.judge_id).exclude(blocked_at=None).exists()


def _can_be_stored(action: NewAction) -> bool:
    """Databases hold neither NaN nor infinity in JSON, nor null characters and halves of characters in texts."""
    try:
        written = json.dumps(action.payload, allow_nan=False)
        json.dumps(action.payload, ensure_ascii=False).encode()
    except ValueError:
        return False
    return len(written) <= LONGEST_PAYLOAD and "\\u0000" not in written


def _fresh(screen: Screen, actions: Sequence[NewAction], version: int) -> tuple[Screen, list[NewAction]]:
    """The screen as it is now, locked, and the actions that are not saved yet."""
    locked = Screen.objects.select_for_update(no_key=True).get(pk=screen.pk)
    locked.evaluation, locked.judge = screen.evaluation, screen.judge
    known = set(locked.actions.filter(key__in=[each.key for each in actions]).values_list("key", flat=True))
    fresh = [each for each in actions if each.key not in known]
    if fresh and version + len(known) != locked.version:
        raise OldVersionError(_saved(locked))
    return locked, fresh


class _KnownKeyError(Exception):
    """An action has the key of one that is saved."""


def _folded(screen: Screen, actions: Sequence[NewAction]) -> dict[str, Any]:
    """The draft after these actions."""
    draft = dict(screen.draft)
    for action in actions:
        _fold(screen, draft, action)
    return draft


def _append(
    screen: Screen, actions: Sequence[NewAction], draft: dict[str, Any], state: ScreenState | None = None
) -> bool:
    """Writes actions and what they come to; False where the screen has changed since it was read.

    `state` is what becomes of the screen, which must then not have changed otherwise either.
    """
    same = Screen.objects.filter(pk=screen.pk, version=screen.version)
    changed: dict[str, Any] = {"version": screen.version + len(actions), "draft": draft}
    if state is not None:
        same, changed["state"] = same.filter(state=screen.state), state
    if not same.update(**changed):
        return False
    for name, value in changed.items():
        setattr(screen, name, value)
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
        raise _KnownKeyError from None
    return True


def _fold(screen: Screen, draft: dict[str, Any], action: NewAction) -> None:
    """What a draft is after an action."""
    match action.kind:
        case ActionKind.ANSWER:
            draft["answer"] = _checked(screen, action.payload.get("answer"))
        case ActionKind.COMMENT | ActionKind.REPORT:
            draft[str(action.kind)] = _text(action.payload.get("text"))


def _check_complete(screen: Screen, draft: Mapping[str, Any]) -> None:
    """Refuses a draft that leaves something out."""
    if missing := _evaluation(screen).protocol.missing(draft.get("answer"), shown_screen(screen).systems):
        raise IncompleteAnswerError(
            " ".join(each.sentence for each in missing), [each.output for each in missing if each.output is not None]
        )


def _judgment(screen: Screen, draft: Mapping[str, Any], action: NewAction, now: datetime) -> Judgment:
    """A judgment of a draft, not stored yet; refused where something is missing."""
    shown = shown_screen(screen)
    protocol = _evaluation(screen).protocol
    _check_complete(screen, draft)
    return Judgment(
        screen=screen,
        evaluation=screen.evaluation,
        judge_id=screen.judge_id,
        key=action.key,
        systems=list(shown.systems),
        answer=protocol.write(protocol.parse(draft.get("answer"), shown.systems, texts=shown.texts)),
        comment=draft.get(ActionKind.COMMENT, ""),
        report=draft.get(ActionKind.REPORT, ""),
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


def _saved_before(screen: Screen, actions: Sequence[NewAction]) -> SavedScreen:
    """What was said of actions that are all saved: whether an answer counts is said again where the reply got lost."""
    submitting = [each.key for each in actions if each.kind == ActionKind.SUBMIT]
    judgment = screen.judgments.filter(key__in=submitting).last() if submitting else None
    if judgment is None:
        return _saved(screen)
    qualifies = screen.qualification_try is not None
    return _saved(screen, late=judgment.late, surplus=judgment.late if qualifies else judgment.surplus)


def _saved(screen: Screen, *, late: bool = False, surplus: bool = False) -> SavedScreen:
    return SavedScreen(
        version=screen.version,
        draft=screen.draft,
        state=ScreenState(screen.state),
        late=late,
        surplus=surplus,
    )
