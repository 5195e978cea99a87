"""Answers that were given offline: checked as a whole, then saved screen by screen as if they came from the site.

Every rule is that of `save_actions`: what comes late is kept and marked, an action counts once however often its file
is uploaded, a correction is another judgment, and gold items and rules about judges act now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ActionKind, ScreenState
from bakeoff_site.judging.models import Action, Judge, OfflineFile, Screen, Task
from bakeoff_site.judging.selectors.offline_files import screens_of
from bakeoff_site.judging.services.answers import (
    MOST_ACTIONS,
    NewAction,
    OldVersionError,
    SavedScreen,
    check_actions,
    save_actions,
)
from bakeoff_site.judging.services.offline.answer_files import AnsweredScreen, AnswerFile, key_of, read_answer_file
from bakeoff_site.judging.services.sent_actions import new_action

_MOST_MISTAKES = 20


class AnswersRefusedError(RefusedError):
    """A file of answers has mistakes, and each is named; nothing of it was saved."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        more = len(mistakes) - _MOST_MISTAKES
        self.mistakes = (*mistakes[:_MOST_MISTAKES], *([f"And {more} more."] if more > 0 else ()))
        super().__init__(" ".join(self.mistakes))


class IncompleteFileError(RefusedError):
    """Screens of the file have no answer, and the judge has not said that this is meant; nothing was saved."""

    def __init__(self, missing: Sequence[int], complete: int) -> None:
        self.missing = tuple(missing)
        self.complete = complete
        said = "1 screen has" if len(missing) == 1 else f"{len(missing)} screens have"
        numbers = ", ".join(map(str, missing[:_MOST_MISTAKES])) + (" …" if len(missing) > _MOST_MISTAKES else "")
        super().__init__(
            f"{said} no answer: {numbers}. Answer them in the offline file, or upload what is complete and the rest "
            "later."
        )


class ChangedElsewhereError(RefusedError):
    """Screens were changed on the site or by another copy of the file; nothing was saved."""

    def __init__(self, screens: Sequence[int]) -> None:
        self.screens = tuple(screens)
        numbers = ", ".join(map(str, screens))
        one = len(screens) == 1
        super().__init__(
            f"You changed screen{'' if one else 's'} {numbers} also on the site or in another copy of this file. "
            f"Upload again and say whether the answer{'' if one else 's'} of this file should count instead."
        )


@dataclass(slots=True)
class Uploaded:
    """What came of a file of answers; screens by their numbers in the file."""

    file: OfflineFile
    taken: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    """Saved by an earlier upload."""
    uncounted: list[int] = field(default_factory=list)
    """Of those taken, answers that are kept and do not count: they came too late, or others had judged the item."""
    kept: list[int] = field(default_factory=list)
    """Changed elsewhere since: what is there stays."""
    missing: list[int] = field(default_factory=list)
    is_blocked: bool = False
    """Whether the judge fails a rule about judges now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a file of answers holds about a screen."""

    number: int
    screen: Screen
    sent: AnsweredScreen
    actions: tuple[NewAction, ...]
    """Those that are not saved yet, in their order."""
    is_changed_elsewhere: bool

    @property
    def is_fresh(self) -> bool:
        return any(each.kind != ActionKind.VIEW for each in self.actions)


def upload_answers(
    task: Task, user: User, content: bytes, *, partly: bool = False, replaces: bool | None = None, now: datetime
) -> Uploaded:
    """Takes the answers of a file of the judge's own.

    `partly`: also if screens lack an answer. `replaces`: whether answers of the file count instead of what was changed
    elsewhere since it was made; None: the file is refused where that is so.
    """
    answers = read_answer_file(content)
    file = _own_file(task, user, answers)
    screens = screens_of(file)
    return save_works(file, screens, _sent_works(screens, answers), user, partly=partly, replaces=replaces, now=now)


def save_works(
    file: OfflineFile,
    screens: Sequence[Screen],
    works: Sequence[Work],
    user: User,
    *,
    partly: bool,
    replaces: bool | None,
    now: datetime,
) -> Uploaded:
    """Saves what was done on the screens of a file, or refuses it as a whole."""
    submitted = [work for work in works if _is_submitted(work.sent)]
    answered = {work.screen.pk for work in submitted}
    missing = [
        number
        for number, screen in enumerate(screens, start=1)
        if screen.pk not in answered and screen.state != ScreenState.ANSWERED
    ]
    if missing and not partly:
        raise IncompleteFileError(missing, len(submitted))
    changed = [work.number for work in submitted if work.is_changed_elsewhere and work.is_fresh]
    if changed and replaces is None:
        raise ChangedElsewhereError(changed)
    result = Uploaded(file, missing=missing)
    for work in submitted:
        _save(work, result, replaces=bool(replaces), now=now)
    file.uploaded_at = now
    file.save(update_fields=["uploaded_at"])
    result.is_blocked = Judge.objects.filter(pk=file.judge_id, blocked_at__isnull=False).exists()
    task = file.judge.task
    record("judging.offline-upload", actor=user, campaign=task.campaign, subject=task.title, screens=len(result.taken))
    return result


def _own_file(task: Task, user: User, answers: AnswerFile) -> OfflineFile:
    """The offline file that answers belong to; it has to be the judge's own, and of this task."""
    rows = OfflineFile.objects.select_related("judge__task__campaign", "judge__user")
    file = rows.filter(key=key_of(answers)).first()
    if file is None:
        raise RefusedError("This site does not know the offline file of these answers. Perhaps its task was deleted.")
    if file.judge.user_id != user.pk:
        raise RefusedError(
            "These are answers of another judge's file. Sign in with the account that downloaded the offline file."
        )
    if file.judge.task_id != task.pk:
        raise RefusedError(f"These answers belong to the task {file.judge.task.title}. Upload them there.")
    return file


def _sent_works(screens: Sequence[Screen], answers: AnswerFile) -> list[Work]:
    """What the file says, in the order of its screens. All mistakes of all screens at once."""
    mistakes: list[str] = []
    own = {screen.key: (number, screen) for number, screen in enumerate(screens, start=1)}
    sent_keys = [action.key for each in answers.screens for action in each.actions]
    if len(set(sent_keys)) < len(sent_keys):
        mistakes.append("Two actions in the file have the same key. Save your answers from the offline file again.")
    if len({each.key for each in answers.screens}) < len(answers.screens):
        mistakes.append("The file has a screen twice. Save your answers from the offline file again.")
    known = _known(screens)
    found = []
    for sent in answers.screens:
        if sent.key not in own:
            mistakes.append(f"The file has answers to a screen that is not in it: {sent.key}.")
            continue
        number, screen = own[sent.key]
        if sent.text_digest != screen.text_digest:
            mistakes.append(f"Screen {number}: the answer is to other texts than the screen shows.")
            continue
        actions = [new_action(screen, each) for each in sent.actions]
        try:
            check_actions(screen, actions)
        except RefusedError as refusal:
            mistakes.append(f"Screen {number}: {refusal}")
            continue
        found.append(_work(number, screen, sent, actions, known.get(screen.pk, frozenset())))
    if mistakes:
        raise AnswersRefusedError(mistakes)
    return sorted(found, key=lambda work: work.number)


def _work(
    number: int, screen: Screen, sent: AnsweredScreen, actions: Sequence[NewAction], known: frozenset[UUID]
) -> Work:
    """Actions before the last one that is saved are older than it: they are not saved any more."""
    saved = [place for place, each in enumerate(actions) if each.key in known]
    return Work(
        number=number,
        screen=screen,
        sent=sent,
        actions=tuple(actions[saved[-1] + 1 :] if saved else actions),
        is_changed_elsewhere=screen.version != sent.version + len(saved),
    )


def _known(screens: Sequence[Screen]) -> dict[int, frozenset[UUID]]:
    """The keys of the actions that are saved, by screen."""
    found: dict[int, set[UUID]] = {}
    for screen, key in Action.objects.filter(screen__in=screens).values_list("screen", "key"):
        found.setdefault(screen, set()).add(key)
    return {screen: frozenset(keys) for screen, keys in found.items()}


def _is_submitted(sent: AnsweredScreen) -> bool:
    return any(action.kind == ActionKind.SUBMIT for action in sent.actions)


def _save(work: Work, result: Uploaded, *, replaces: bool, now: datetime) -> None:
    if not work.is_fresh:
        result.known.append(work.number)
        return
    if work.is_changed_elsewhere and not replaces:
        result.kept.append(work.number)
        return
    screen = work.screen
    _note_time(screen, work.sent, result.file, now=now)
    saved = SavedScreen(version=screen.version, draft=screen.draft, state=ScreenState(screen.state))
    counts = True
    for part in _parts(work.actions):
        try:
            saved = save_actions(screen, part, version=saved.version, text_digest=screen.text_digest, now=now)
        except OldVersionError:  # in this very moment, on the site or by another upload
            result.kept.append(work.number)
            return
        counts = counts and not saved.surplus
    result.taken.append(work.number)
    if not counts:
        result.uncounted.append(work.number)


def _parts(actions: Sequence[NewAction]) -> Iterator[list[NewAction]]:
    """Actions as a page would send them: each submission ends a part, as each is a judgment."""
    part: list[NewAction] = []
    for action in actions:
        part.append(action)
        if action.kind == ActionKind.SUBMIT or len(part) == MOST_ACTIONS:
            yield part
            part = []
    if part:
        yield part


def _note_time(screen: Screen, sent: AnsweredScreen, file: OfflineFile, *, now: datetime) -> None:
    """Notes a time of showing from which the screen took as long as it did by the clock of the browser.

    Clocks of others may be wrong: only the difference is used, and none that is impossible.
    """
    times = [each.client_time for each in sent.actions if each.kind == ActionKind.SUBMIT]
    if screen.shown_at is not None or sent.shown_at is None or not times or times[0] is None:
        return
    took = times[0] - sent.shown_at
    if timedelta() <= took <= now - file.made_at:
        screen.shown_at = now - took
        Screen.objects.filter(pk=screen.pk, shown_at=None).update(shown_at=screen.shown_at)
