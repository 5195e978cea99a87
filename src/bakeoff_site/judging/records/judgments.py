"""Judgments, and what was found out about them.

Judgments are appended; a correction is a new row.
"""

from __future__ import annotations

from django.db import models

from bakeoff_site.judging.records.judges import Judge
from bakeoff_site.judging.records.screens import Screen
from bakeoff_site.judging.records.tasks import Evaluation


class Judgment(models.Model):
    """An answer as it was submitted. A correction is another row: of the rows of a screen the last one counts."""

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="judgments")
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="judgments")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="judgments")
    key = models.UUIDField(unique=True)
    """That of the action that submitted it."""
    systems = models.JSONField()
    """As shown: systems with the same output are one entry, `a,b`."""
    answer = models.JSONField(null=True)
    """As the protocol writes it."""
    comment = models.TextField(blank=True)
    report = models.TextField(blank=True)
    """What is wrong with the item, where the judge reported it."""
    late = models.BooleanField(default=False)
    """Whether its lease had ended, or the task was closed, when it came."""
    surplus = models.BooleanField(default=False)
    """Whether it is kept and does not count: others had judged the item by then, the task was closed, or its screen
    was one of the qualification."""
    shown_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=["evaluation", "judge"], name="judgments_by_judge"),
            models.Index(
                fields=["evaluation", "-id"],
                condition=~models.Q(comment="") | ~models.Q(report=""),
                name="judgments_with_remarks",
            ),
        )

    def __str__(self) -> str:
        return f"judgment {self.pk} of {self.judge}"


class StoredAnalysis(models.Model):
    """What the judgments of an evaluation said when a worker last analysed them."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="analyses")
    turned = models.ForeignKey(Judge, on_delete=models.CASCADE, null=True, related_name="+")
    """As if this judge were left out, or counted again; None: as things are."""
    last_judgment = models.PositiveBigIntegerField(default=0)
    """The id of the last judgment in it."""
    judgments = models.PositiveIntegerField(default=0)
    left_out = models.JSONField(default=list)
    """Ids of the judges who did not count."""
    content = models.TextField(blank=True)
    """The analysis as JSON; empty where there is none."""
    reason = models.TextField(blank=True)
    """Why there is none."""
    made_at = models.DateTimeField(null=True)
    """None: a worker has not come to it yet."""
    seconds = models.FloatField(default=0.0)
    """What it took."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["evaluation", "turned"], name="one_analysis_a_turned_judge"),
            models.UniqueConstraint(
                fields=["evaluation"], condition=models.Q(turned=None), name="one_analysis_of_an_evaluation"
            ),
        )

    def __str__(self) -> str:
        return f"analysis of {self.evaluation}"


class CollectedPart(models.Model):
    """Judgments as analyses read them, packed by a worker: a new process need not read every judgment again."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="parts")
    """The one that they count in."""
    source = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="+")
    """The one that they are of."""
    sha256 = models.CharField(max_length=64)
    """That of the task when they were packed."""
    packing = models.PositiveIntegerField()
    """The version of the form that they are in."""
    after = models.PositiveBigIntegerField()
    """The id of the last judgment of the part before; 0 in the first part."""
    last_judgment = models.PositiveBigIntegerField()
    rows = models.PositiveIntegerField()
    """Grades or comparisons."""
    heads = models.BinaryField()
    answers = models.BinaryField()

    class Meta:
        ordering = ("after",)
        constraints = (
            models.UniqueConstraint(
                fields=["evaluation", "source", "sha256", "packing", "after"], name="one_part_after_a_judgment"
            ),
        )

    def __str__(self) -> str:
        return f"judgments after {self.after} of {self.source}"
