"""What all apps share: the log of consequential acts."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class AuditEvent(models.Model):
    """Something that someone did and that others may have to answer for. Never changed, never deleted."""

    when = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    act = models.CharField(max_length=80)
    """What was done: `campaign.create`, `submission.withdraw`."""
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.PROTECT, null=True, related_name="events")
    deleted_campaign = models.ForeignKey(
        "campaigns.DeletedCampaign", on_delete=models.PROTECT, null=True, related_name="events"
    )
    """In place of a campaign that was deleted: the log outlives it."""
    subject = models.CharField(max_length=200, blank=True)
    """To what, in words that stay true."""
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ("-when", "-id")

    def __str__(self) -> str:
        return f"{self.act} {self.subject}".strip()
