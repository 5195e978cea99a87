"""Parts of sentences that can be judged: where they come from, and the words of translations linked to their source."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameField
from bakeoff_site.judging.choices import PartsFrom


class ConstituentSource(models.Model):
    """The parts of the source of a test set. Words are aligned again when organisers ask for it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="constituent_sources")
    language_pair = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    parts_from = models.CharField(max_length=10, choices=PartsFrom)
    file_name = NameField(max_length=200, blank=True)
    """Of parses or of a list; a tagger needs none."""
    sha256 = models.CharField(max_length=64, blank=True)
    """The stored file of `LinkedTexts`, at first without links; empty until a tagger has found parts."""
    candidates = models.PositiveIntegerField(null=True)
    """How many parts there are, before any rule."""
    systems = models.JSONField(default=list)
    """The systems whose words are aligned."""
    aligned_at = models.DateTimeField(null=True)
    """None while words are being aligned."""
    reason = models.TextField(blank=True)
    """Why words could not be aligned."""
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("language_pair", "test_set")
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "language_pair", "test_set"], name="one_source_of_constituents_of_a_test_set"
            ),
        )

    def __str__(self) -> str:
        return f"{self.language_pair} {self.test_set}"
