"""Judges take screens along in a file, and give back what they will not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, OfflineFile, Screen
from bakeoff_site.judging.selectors.instructions import has_examples
from bakeoff_site.judging.selectors.offline_files import ends_at, held_offline, offline_days
from bakeoff_site.judging.services.dealing import (
    deal_screen,
    hidden_systems,
    is_held_online,
    lock_judge,
    return_expired,
    return_screens,
)
from bakeoff_site.judging.services.qualification import QualificationEnded
from bakeoff_site.judging.services.task_dealers import TaskDealer, dealing

MOST_SCREENS = 200
"""That a judge holds in files at a time."""
_QUALIFY = "Answer the screens of the qualification on the site first. Then you can judge offline."


def make_offline_file(judge: Judge, *, screens: int, now: datetime) -> OfflineFile:
    """Deals screens to a judge in a file, as many as they ask for, and to the end of the last one's document.

    They are dealt as on the site: same order, same controls. A screen that waits on the site comes first.
    """
    task = judge.task
    _check(judge, screens)
    hidden = hidden_systems(judge)
    with transaction.atomic(), _own_screens_locked(judge), dealing(task) as state:
        file = OfflineFile.objects.create(judge=judge, made_at=now, until=ends_at(task, now=now))
        last = judge.screens.select_related("evaluation").order_by("number").last()
        number, taken = 0 if last is None else last.number, 0
        if last is not None and is_held_online(last):
            if last.qualification_try is not None:
                raise RefusedError(_QUALIFY)
            _take_along(file, last)
            taken = 1
        return_expired(state, task, now=now)
        why: NothingNow | Finished | None = None
        while taken < screens or _is_within_document(state, judge):
            found = deal_screen(state, judge, after=number, hidden=hidden, now=now)
            if isinstance(found, NothingNow | Finished):
                why = found
                break
            if isinstance(found, QualificationEnded) or found.qualification_try is not None:
                raise RefusedError(_QUALIFY)
            _take_along(file, found)
            number, taken = found.number, taken + 1
        if not taken:
            raise RefusedError(
                "You have answered or taken along every screen of this task."
                if isinstance(why, Finished)
                else "There is nothing to judge right now: other judges are working on the remaining screens."
            )
        record("judging.offline-download", actor=judge.user, campaign=task.campaign, subject=task.title, screens=taken)
    return file


def give_back_file(file: OfflineFile, *, now: datetime, by: User | None = None) -> int:
    """Gives back the screens of a file that have no answer; others get them. The number of screens.

    `by` is the organiser who takes them back, if it is not the judge who gives them.
    """
    task = file.judge.task
    with transaction.atomic(), _own_screens_locked(file.judge), dealing(task) as state:
        held = Screen.objects.filter(offline_file=file, state=ScreenState.HELD).select_related("evaluation")
        rows = list(held.order_by("-number"))
        if not rows:
            raise RefusedError("All screens of this file are answered or were given back.")
        return_screens(state, task, rows)
        file.given_back_at = now
        file.save(update_fields=["given_back_at"])
        record(
            "judging.offline-return" if by is None else "judging.offline-take-back",
            actor=by or file.judge.user,
            campaign=task.campaign,
            subject=task.title,
            screens=len(rows),
            judge=file.judge.name,
        )
    return len(rows)


@contextmanager
def _own_screens_locked(judge: Judge) -> Iterator[None]:
    """Judge and screens come before the task, as everywhere: whoever has the task waits for nobody."""
    lock_judge(judge)
    held = judge.screens.filter(state=ScreenState.HELD).select_for_update(no_key=True).order_by("-number")
    list(held.values_list("pk"))
    yield


def _check(judge: Judge, screens: int) -> None:
    """What has to be true before screens are dealt."""
    if not offline_days(judge.task):
        raise RefusedError("This task is judged on the site only: its organisers do not allow offline judging.")
    if judge.started_at is None:
        raise RefusedError("Start the task first: read the instructions, agree and choose.")
    if judge.tutorial_at is None and has_examples(judge.task):
        raise RefusedError("Go through the tutorial on the site first. Then you can judge offline.")
    held = held_offline(judge)
    if not 1 <= screens <= MOST_SCREENS - held:
        before = f" You hold {held} in files already." if held else ""
        raise RefusedError(f"You can take along 1 to {MOST_SCREENS} screens at a time.{before}")


def _take_along(file: OfflineFile, screen: Screen) -> None:
    Screen.objects.filter(pk=screen.pk).update(offline_file=file, lease_until=file.until)


def _is_within_document(state: TaskDealer, judge: Judge) -> bool:
    """Whether a document would be cut in two."""
    codes = state.content.evaluations
    return any(state.dealer.dealer_of(code).is_within_document(judge.label) for code in codes)
