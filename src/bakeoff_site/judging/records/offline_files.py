"""Files that judges take along to judge offline."""

from __future__ import annotations

import uuid

from django.db import models

from bakeoff_site.judging.records.judges import Judge


class OfflineFile(models.Model):
    """Screens that a judge holds in a file, until answers to them are uploaded, it ends, or it is given back."""

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="offline_files")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """In the file and in its answers, where it is signed."""
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    """When others get what is not answered."""
    given_back_at = models.DateTimeField(null=True, blank=True)
    uploaded_at = models.DateTimeField(null=True, blank=True)
    """When answers to it last came."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("made_at")), name="offline_files_last_a_while"
            ),
        )

    def __str__(self) -> str:
        return f"offline file {self.pk} of {self.judge}"
