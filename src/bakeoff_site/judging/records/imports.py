"""Judgments that were made elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameField
from bakeoff_site.judging.records.tasks import Evaluation


class JudgmentImport(models.Model):
    """A file of judgments that organisers imported into an evaluation. It is never changed; it can be withdrawn."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="judgment_imports")
    file_name = NameField(max_length=200)
    file_sha256 = models.CharField(max_length=64)
    """Of the file as it was uploaded: the same file is not imported twice."""
    sha256 = models.CharField(max_length=64)
    """The stored file that holds its judgments in the interchange form."""
    format = models.CharField(max_length=40)
    """As the registry of formats names it: the tool that the judgments come from."""
    is_earlier = models.BooleanField(default=False)
    """Whether they are post-edits of an earlier campaign: references for all, and the own post-edits of their systems,
    but nobody's work here."""
    judges = models.PositiveIntegerField()
    judgments = models.PositiveIntegerField()
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_reason = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["evaluation", "file_sha256"],
                condition=models.Q(withdrawn_at=None),
                name="a_file_is_imported_once",
            ),
            models.UniqueConstraint(
                fields=["evaluation", "sha256"],
                condition=models.Q(withdrawn_at=None),
                name="judgments_are_imported_once",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at=None) | ~models.Q(withdrawn_reason=""),
                name="withdrawn_imports_have_reasons",
            ),
        )

    def __str__(self) -> str:
        return self.file_name


class HumanScoreImport(models.Model):
    """A file of human scores that were computed elsewhere. It is never changed; it can be withdrawn."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="human_score_imports")
    language_pair = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    title = NameField(max_length=100)
    """What the scores are: MQM by professionals."""
    level = models.CharField(max_length=10)
    """What each score is the score of: system, domain, document or segment."""
    systems = models.JSONField()
    """By system, the best first: name, mean, number of scores, number of items without one, whether a reference."""
    file_name = NameField(max_length=200)
    sha256 = models.CharField(max_length=64)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_reason = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "language_pair", "test_set", "sha256"],
                condition=models.Q(withdrawn_at=None),
                name="human_scores_are_imported_once",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at=None) | ~models.Q(withdrawn_reason=""),
                name="withdrawn_human_scores_have_reasons",
            ),
        )

    def __str__(self) -> str:
        return self.file_name
