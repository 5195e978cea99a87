"""Screens, what happened to them, and what judges did on them.

Nothing that a judge did is ever changed or deleted: actions are appended.
"""

from __future__ import annotations

import uuid

from django.db import models

from bakeoff_site.judging.choices import ActionKind, EventKind, ScreenState
from bakeoff_site.judging.records.judges import Judge
from bakeoff_site.judging.records.offline_files import OfflineFile
from bakeoff_site.judging.records.tasks import Evaluation, Task


class Screen(models.Model):
    """What one judge was asked at a time."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """Its address: random, so that nothing follows from it."""
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="screens")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="screens")
    offline_file = models.ForeignKey(OfflineFile, on_delete=models.CASCADE, null=True, related_name="screens")
    """The file in which its judge took it along; None: it is judged on the site."""
    number = models.PositiveIntegerField()
    """In the judge's own sequence of the task, from 1 on."""
    position = models.PositiveIntegerField()
    """In the judge's own sequence of the evaluation, from 0 on, as the dealer counts; in a try of the qualification, in
    that try."""
    qualification_try = models.PositiveIntegerField(null=True)
    """The try of the qualification that it is of, from 1 on: the dealer knows nothing of it. None: it is judged."""
    left = models.PositiveIntegerField(null=True)
    """Screens that its judge was expected to get after it, when it was dealt."""
    pool = models.PositiveIntegerField()
    segment = models.PositiveIntegerField()
    systems = models.JSONField()
    """As the dealer assigned them, in the order in which they are shown."""
    control = models.CharField(max_length=12, blank=True)
    damaged = models.JSONField(default=list)
    text_digest = models.CharField(max_length=64)
    """Identifies the texts that it shows."""
    state = models.CharField(max_length=10, choices=ScreenState, default=ScreenState.HELD)
    lease_until = models.DateTimeField()
    dealt_at = models.DateTimeField()
    shown_at = models.DateTimeField(null=True, blank=True)
    """When a page or program first got it."""
    version = models.PositiveIntegerField(default=0)
    """Counts saved actions: a save on an earlier version is refused and shown what is newer."""
    draft = models.JSONField(default=dict)
    """What the saved actions come to: answer, comment, report."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["judge", "number"], name="one_screen_a_number"),
            models.UniqueConstraint(
                fields=["judge", "evaluation", "position"],
                condition=models.Q(qualification_try=None),
                name="one_screen_a_position",
            ),
            models.UniqueConstraint(
                fields=["judge"],
                condition=models.Q(state=ScreenState.HELD, offline_file=None),
                name="a_judge_holds_one_screen",
            ),
            models.CheckConstraint(condition=models.Q(state__in=ScreenState.values), name="screen_state_known"),
        )
        indexes = (
            models.Index(
                fields=["evaluation", "lease_until"],
                condition=models.Q(state=ScreenState.HELD),
                name="leases_that_end",
            ),
            models.Index(fields=["evaluation", "pool", "segment"], name="screens_of_an_item"),
        )

    def __str__(self) -> str:
        return f"screen {self.number} of {self.judge}"


class DealingEvent(models.Model):
    """What happened to the screens of a task, in order: the state of its dealer is this list."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=EventKind)
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, null=True, related_name="+")
    """None where pools were opened."""
    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, null=True, related_name="+")
    """None where a judge left, or pools were opened."""
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, null=True, related_name="+")
    """That of pools that were opened."""
    pools = models.JSONField(default=list)
    """The numbers of all pools of the evaluation that are dealt from now on."""
    comparisons = models.JSONField(default=list)
    """What an answer says about systems, where the next screens depend on it: `[first, second, outcome]`."""

    class Meta:
        ordering = ("task", "number")
        constraints = (
            models.UniqueConstraint(fields=["task", "number"], name="one_event_a_number"),
            models.CheckConstraint(condition=models.Q(kind__in=EventKind.values), name="event_kind_known"),
            models.CheckConstraint(
                condition=models.Q(kind__in=[EventKind.LEFT, EventKind.OPENED]) ^ models.Q(screen__isnull=False),
                name="events_are_of_screens",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=EventKind.OPENED) ^ models.Q(judge__isnull=False), name="events_have_judges"
            ),
            models.CheckConstraint(
                condition=models.Q(kind=EventKind.OPENED) ^ models.Q(evaluation__isnull=True),
                name="opened_pools_have_an_evaluation",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class DealerState(models.Model):
    """Where the dealer of a task was after some event, packed by a worker: a new process need not read all before it.

    Nothing follows from it that does not follow from the events: where it does not fit, they are read instead.
    """

    task = models.OneToOneField(Task, on_delete=models.CASCADE, related_name="dealer_state")
    sha256 = models.CharField(max_length=64)
    """That of the task when it was packed."""
    packing = models.PositiveIntegerField()
    """The version of the form that it is in."""
    number = models.PositiveIntegerField()
    """Of the last event in it."""
    event = models.PositiveBigIntegerField()
    """The id of that event: in a database that was restored, another event may have the number."""
    checksum = models.CharField(max_length=64)
    """Of the content, SHA-256."""
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"dealer of {self.task} after event {self.number}"


class Action(models.Model):
    """Something that a judge did on a screen, saved as it happened."""

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="actions")
    key = models.UUIDField(unique=True)
    """Given by the page or program: an action that is sent twice is saved once."""
    kind = models.CharField(max_length=10, choices=ActionKind)
    payload = models.JSONField(default=dict)
    client_time = models.DateTimeField(null=True)
    """By the clock of the browser, for durations; the server's time decides everything else."""
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=ActionKind.values), name="action_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} on {self.screen}"
