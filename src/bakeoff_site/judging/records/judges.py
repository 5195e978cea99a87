"""Who judges, who may, and who need not."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Team
from bakeoff_site.judging.records.tasks import Task


class Judge(models.Model):
    """A person who judges a task: somebody with an account, or a guest whom a crowd's platform sent."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="judges")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="judging")
    """None: a guest, who has no account."""
    guest_key = models.UUIDField(null=True, unique=True, editable=False)
    """What the browser of a guest has to know; None: they have an account."""
    most_screens = models.PositiveIntegerField(null=True, blank=True)
    """Screens that they get at most, without those of a qualification; None: as many as there are."""
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="judges")
    """The team that they judge for, where teams owe judgments."""
    chosen = models.JSONField(default=list)
    """Language pairs and test sets that they chose; empty: all."""
    joined_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    """When they agreed and finished the instructions."""
    language = models.CharField(max_length=20, blank=True)
    """The language that they read instructions in; empty: that of the task."""
    tutorial_at = models.DateTimeField(null=True, blank=True)
    """When they finished or passed over the tutorial."""
    qualified_at = models.DateTimeField(null=True, blank=True)
    """When they passed the qualification, or organisers let them judge without."""
    more_tries = models.PositiveIntegerField(default=0)
    """Tries of the qualification that organisers gave them besides those of the rules."""
    blocked_at = models.DateTimeField(null=True, blank=True)
    blocked_reason = models.TextField(blank=True)
    """Shown to the judge. Their judgments are kept, marked and left out."""
    excluded_at = models.DateTimeField(null=True, blank=True)
    excluded_reason = models.TextField(blank=True)
    """Why organisers leave their judgments out of the results; the judge does not see it."""
    flagged_at = models.DateTimeField(null=True, blank=True)
    flagged_reason = models.TextField(blank=True)
    """Which rules about quality they fail that block nobody; organisers see it, the judge does not."""
    included_at = models.DateTimeField(null=True, blank=True)
    """When organisers counted them again after a block: from then on no rule blocks them."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["task", "user"], name="judge_once"),
            models.CheckConstraint(
                condition=models.Q(user=None) ^ models.Q(guest_key=None), name="judges_have_an_account_or_a_key"
            ),
            models.CheckConstraint(
                condition=models.Q(blocked_at=None) | ~models.Q(blocked_reason=""), name="blocks_have_reasons"
            ),
            models.CheckConstraint(
                condition=models.Q(excluded_at=None) | ~models.Q(excluded_reason=""), name="exclusions_have_reasons"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} in {self.task}"

    @property
    def name(self) -> str:
        """What organisers and the log call them; guests have no name."""
        return self.label if self.user is None else str(self.user)

    @property
    def label(self) -> str:
        """What dealer, exports and organisers' tables call them: no name, no address."""
        return f"judge{self.pk}"


class ShareWaiver(models.Model):
    """A team that organisers let off its share of a task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="waivers")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="share_waivers")
    reason = models.TextField()
    """The team sees it."""
    waived_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    waived_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["task", "team"], name="one_waiver_a_share"),)

    def __str__(self) -> str:
        return f"{self.team} in {self.task}"


class JudgeLink(models.Model):
    """A link that makes whoever opens it and signs in a judge of a task: mailed to one person, or given to many."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="links")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """What the link says. It is signed with a key that is not in the database, so that readers of it cannot use it."""
    email = models.EmailField(max_length=254, blank=True)
    """To whom it was mailed; empty: for everyone who has it."""
    chosen = models.JSONField(default=list)
    """Language pairs and test sets that its judges start with; empty: all."""
    most_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(uses__lte=models.F("most_uses")), name="links_have_limits"),
        )

    def __str__(self) -> str:
        return f"{self.email or 'everyone'} to {self.task}"


class QualificationTry(models.Model):
    """A try of the qualification that ended, and what came of it."""

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="qualification_tries")
    number = models.PositiveIntegerField()
    right = models.PositiveIntegerField()
    answers = models.PositiveIntegerField()
    """Grades or comparisons whose right answer is known."""
    passed = models.BooleanField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ("judge", "number")
        constraints = (models.UniqueConstraint(fields=["judge", "number"], name="one_result_a_try"),)

    def __str__(self) -> str:
        return f"try {self.number} of {self.judge}"
