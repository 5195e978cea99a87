"""What organisers wrote to teams."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.team_messages.choices import Audience


class TeamMessage(models.Model):
    """A message as it was written. Each contact person of its teams gets a mail of their own (`Mail.key`)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="messages")
    subject = models.CharField(max_length=150)
    text = models.TextField()
    """With fields such as {team}, which the mails have filled in."""
    audience = models.CharField(max_length=20, choices=Audience)
    step = models.CharField(max_length=20, blank=True)
    """The step that its teams had not done, where they were chosen by that."""
    teams = models.ManyToManyField(Team, related_name="messages")
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()
    leaves_at = models.DateTimeField()
    """Until then it can be taken back."""
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(audience__in=Audience.values), name="message_audience_known"),
        )

    def __str__(self) -> str:
        return self.subject

    @property
    def key(self) -> str:
        """What the keys of its mails start with."""
        return f"message {self.pk} "
