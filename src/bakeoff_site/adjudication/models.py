"""Corrections of references that participants propose and organisers decide on."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.mail.models import Mail


class Correction(models.Model):
    """A proposal: what a reference says at a place, and what it should say."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="corrections")
    reference = models.ForeignKey(DataFile, on_delete=models.PROTECT, related_name="corrections")
    """The version that it speaks of."""
    part = models.PositiveSmallIntegerField(default=1)
    """Of several references in the file, which."""
    segment = models.CharField(max_length=200)
    """The segment or utterance, as the reference calls it."""
    found = models.TextField(blank=True)
    """A stretch of the segment's text, or all of it."""
    proposed = models.TextField(blank=True)
    """What replaces it."""
    reason = models.TextField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="corrections")
    """None where an organiser proposes it."""
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who accepted, refused or withdrew it."""
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_reason = models.TextField(blank=True)
    """Said of every decision; who withdraws a proposal need not say why."""
    applied_in = models.ForeignKey(DataFile, on_delete=models.PROTECT, null=True, blank=True, related_name="applied")
    """The version of the reference that holds it."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(decision__in=Decision.values), name="decision_known"),
            models.CheckConstraint(
                condition=models.Q(decision__in=(Decision.OPEN, Decision.WITHDRAWN)) | ~models.Q(decision_reason=""),
                name="decisions_have_reasons",
            ),
        )

    def __str__(self) -> str:
        return f"{self.segment}: {self.proposed}"


class DecisionMail(models.Model):
    """Who is to be notified of a decision, and by which mail; a mail can cover several. It is written with the
    decision, so that neither exists without the other.
    """

    correction = models.ForeignKey(Correction, on_delete=models.CASCADE, related_name="mails")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    mail = models.ForeignKey(Mail, on_delete=models.SET_NULL, null=True, blank=True, related_name="decisions")
    """None until it is written, and again when it was taken back to be written again."""

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=["user"], condition=models.Q(mail=None), name="decisions_to_tell"),)

    def __str__(self) -> str:
        return f"{self.correction} to {self.user}"
