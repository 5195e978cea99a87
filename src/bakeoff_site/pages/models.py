"""What organisers add to the pages of their campaign: pages of their own, and a logo."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameField


class CampaignPage(models.Model):
    """A page that organisers wrote in Markdown: overview, FAQ, contact, citation or any other."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pages")
    slug = models.SlugField(max_length=60)
    """Its part of the address; it stays when the title changes, so that links stay right."""
    title = NameField(max_length=120)
    text = models.TextField(blank=True)
    position = models.PositiveSmallIntegerField()
    """Its place in the list, which counts from 1."""
    published = models.BooleanField(default=False)
    """Whether everyone who sees the campaign sees it; organisers always do."""
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("position", "pk")
        constraints = (models.UniqueConstraint(fields=["campaign", "slug"], name="one_page_an_address"),)

    def __str__(self) -> str:
        return self.title

    @property
    def version(self) -> str:
        """Identifies what it says, so that nobody overwrites what another organiser wrote meanwhile."""
        return hashlib.sha256(f"{self.title}\n{self.text}".encode()).hexdigest()[:16]


class Logo(models.Model):
    """The logo of a campaign: a picture that the server drew again from what was uploaded."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="logo")
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    uploaded_at = models.DateTimeField(auto_now=True)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"logo of {self.campaign}"
