"""Offline files: whether a task has them, how long they last, and how far a judge is with each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.models import Judge, OfflineFile, Screen, Task
from bakeoff_site.judging.permissions import judging_end
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.post_edits import PROTOCOL as POST_EDITING


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnOfflineFile:
    """A file that a judge took along."""

    file: OfflineFile
    screens: int
    answered: int
    """Answers to them are here."""
    held: int
    """Still theirs to answer."""
    is_edited: bool
    """Whether all its screens are outputs to correct, which translators do in their own tools, too."""

    def is_open(self, now: datetime) -> bool:
        """Whether answers to it are waited for."""
        return self.held > 0 and self.file.until > now


def offline_days(task: Task) -> int:
    """How many days judges keep an offline file of a task; 0: there are none.

    Where organisers leave it to the rulebook, all its evaluations have to allow it.
    """
    if task.offline_days is not None:
        return task.offline_days
    said = [each.rules.offline_days for each in content_of(task).evaluations.values()]
    return min((each or 0 for each in said), default=0)


def ends_at(task: Task, *, now: datetime) -> datetime:
    """Until when a file that is made now lasts: to the end of its last day, and not longer than judging."""
    last = now.astimezone(task.campaign.rules.campaign.zone) + timedelta(days=offline_days(task) + 1)
    end = last.replace(hour=0, minute=0, second=0, microsecond=0)
    closes = judging_end(task.campaign, content_of(task).evaluations) if task.opening == Opening.PHASE else None
    return end if closes is None or closes <= now else min(end, closes)


def known_offline_files() -> QuerySet[OfflineFile]:
    """All files, read with their judges and tasks."""
    return OfflineFile.objects.select_related("judge__task__campaign", "judge__user")


def own_offline_files(judge: Judge) -> tuple[OwnOfflineFile, ...]:
    """The files of a judge, the latest first."""
    return tuple(_rows(OfflineFile.objects.filter(judge=judge)))


def open_offline_files(task: Task, *, now: datetime) -> tuple[OwnOfflineFile, ...]:
    """The files of all judges of a task to which answers are waited for, the latest first."""
    files = known_offline_files().filter(judge__task=task, until__gt=now)
    return tuple(row for row in _rows(files) if row.is_open(now))


def own_offline_file(file: OfflineFile) -> OwnOfflineFile:
    """How far its judge is with a file."""
    [found] = _rows(known_offline_files().filter(pk=file.pk))
    return found


def _rows(files: QuerySet[OfflineFile]) -> Iterator[OwnOfflineFile]:
    rows = files.annotate(
        all_count=Count("screens"),
        answered_count=Count("screens", filter=Q(screens__state=ScreenState.ANSWERED)),
        held_count=Count("screens", filter=Q(screens__state=ScreenState.HELD)),
        edited_count=Count("screens", filter=Q(screens__evaluation__protocol=POST_EDITING)),
    )
    for row in rows.order_by("-pk"):
        yield OwnOfflineFile(
            file=row,
            screens=row.all_count,
            answered=row.answered_count,
            held=row.held_count,
            is_edited=0 < row.all_count == row.edited_count,
        )


def screens_of(file: OfflineFile) -> list[Screen]:
    """The screens of a file in their order, read with all that shows them."""
    rows = Screen.objects.filter(offline_file=file).select_related("evaluation__task__campaign", "judge__task")
    return list(rows.order_by("number"))


def held_offline(judge: Judge) -> int:
    """Screens that a judge holds in files."""
    return Screen.objects.filter(judge=judge, state=ScreenState.HELD, offline_file__isnull=False).count()
