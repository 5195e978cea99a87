"""Mails on their way, in the same database as what they say of: what is put here is committed with it."""

from __future__ import annotations

from django.db import models


class Mail(models.Model):
    """A mail to one person, which a worker sends and, where that fails, tries again. Once sent, its text is emptied."""

    campaign = models.ForeignKey(
        "campaigns.Campaign", on_delete=models.CASCADE, null=True, blank=True, related_name="mails"
    )
    """None for mails about accounts."""
    to = models.EmailField(max_length=254)
    subject = models.TextField()
    text = models.TextField(blank=True)
    link = models.JSONField(null=True, blank=True)
    """Of a mail with a link that lets people in, what the link says (`links.SecretLink`). It is signed on sending."""
    key = models.CharField(max_length=255, null=True, blank=True, unique=True)
    """Of what is reported once, what it is and to whom. It stays when the mail is sent."""
    created_at = models.DateTimeField(auto_now_add=True)
    not_before = models.DateTimeField()
    """When it may be sent: at once, or some time after a failure."""
    not_after = models.DateTimeField(null=True, blank=True)
    """When it is of no use any more, as a reminder after the deadline."""
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    """Until when it belongs to the process that sends it; none that is alive takes so long."""
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    """Why it could not be sent the last time, for people."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(sent_at=None) | models.Q(given_up_at=None), name="sent_or_given_up"
            ),
        )
        indexes = (
            models.Index(
                fields=["not_before", "id"],
                condition=models.Q(sent_at=None, given_up_at=None),
                name="mail_next",
            ),
            models.Index(fields=["campaign"], condition=models.Q(sent_at=None), name="mail_unsent"),
        )

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"
