"""Studies of crowds, and the workers whom a platform sends."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from bakeoff.rulebook.schema.crowds import Crowd
from bakeoff_site.core.fields import OrderedJSONField
from bakeoff_site.core.names import NameField
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.judging.models import Judge, Task


class Study(models.Model):
    """What a platform sends workers to: a task, by the rules of a crowd."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="studies")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """What its link says. It is signed with a key that is not in the database."""
    title = NameField(max_length=200)
    rules = OrderedJSONField()
    """The crowd of the rulebook, or of a platform, as it was when the study was made."""
    codes = models.JSONField()
    """The completion code of each outcome, as organisers also enter it on the platform."""
    most_workers = models.PositiveIntegerField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    """When organisers closed it: nobody new comes in, and who has started can finish."""

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return self.title

    @property
    def crowd(self) -> Crowd:
        return Crowd.model_validate(self.rules)


class Worker(models.Model):
    """Somebody whom the platform sent to a study."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="workers")
    worker_id = models.CharField(max_length=200)
    """As the platform names them: a pseudonym, which exports of judgments do not hold."""
    session_id = models.CharField(max_length=200, blank=True)
    platform_study = models.CharField(max_length=200, blank=True)
    """What the platform calls the study."""
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """What their browser has to know, and what their personal link says; organisers can replace it."""
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, null=True, related_name="workers")
    """None: they were screened out. Who comes to several studies of a task is one judge."""
    after = models.PositiveIntegerField(default=0)
    """The number of the judge's last screen before this study."""
    languages = models.JSONField(default=list)
    """Codes of the languages that they speak, as they or the link said."""
    arrived_at = models.DateTimeField()
    is_released = models.BooleanField(default=False)
    """Whether organisers let them in from another browser, once."""
    outcome = models.CharField(max_length=20, choices=Outcome, blank=True)
    """Empty: they are at work."""
    ended_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=40, blank=True)
    """What the platform says of their submission, as organisers last uploaded it."""
    freed_at = models.DateTimeField(null=True, blank=True)
    """When their items became free because of what the platform says."""
    rejected_at = models.DateTimeField(null=True, blank=True)
    rejected_reason = models.TextField(blank=True)
    rejected_category = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["study", "worker_id"], name="one_worker_an_id"),
            models.CheckConstraint(condition=models.Q(outcome__in=("", *Outcome.values)), name="outcome_known"),
            models.CheckConstraint(
                condition=models.Q(outcome="", ended_at=None) | (~models.Q(outcome="") & ~models.Q(ended_at=None)),
                name="outcomes_have_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(judge=None) | models.Q(outcome=Outcome.SCREENED_OUT),
                name="who_is_let_in_judges",
            ),
            models.CheckConstraint(
                condition=models.Q(rejected_at=None) | ~models.Q(rejected_reason=""), name="rejections_have_reasons"
            ),
        )

    def __str__(self) -> str:
        return f"{self.worker_id} in {self.study}"

    @property
    def is_paid(self) -> bool:
        """Whether their work is paid: not where it was rejected, returned, or never started."""
        return self.rejected_at is None and self.freed_at is None and self.judge_id is not None
