"""Judgments that were made elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models

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
