"""Versions of the results of a campaign: the numbers that were published, and the files that were made of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameField
from bakeoff_site.publication.choices import FileKind, PublishedFor, Stage


class ResultsVersion(models.Model):
    """Results as they were published, or as they are going to be: a worker makes it, organisers look, then publish."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="results_versions")
    audience = models.CharField(max_length=12, choices=PublishedFor)
    number = models.PositiveIntegerField(null=True, blank=True)
    """Counted in the campaign from 1 on; None until it is published."""
    stage = models.CharField(max_length=12, choices=Stage, blank=True)
    """How far results were when it was made; empty before that."""
    licence = NameField(max_length=200, blank=True)
    """Of the release package."""
    reason = models.TextField(blank=True)
    """Why it replaces the version before it."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    """Why it could not be made."""
    publish_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    publish_asked_at = models.DateTimeField(null=True, blank=True)
    """Since when it is to be published; a worker writes its files with number, date and reason first."""
    published_at = models.DateTimeField(null=True, blank=True)
    inputs_digest = models.CharField(max_length=64, blank=True)
    """Checksum of everything that it was made of, without reading it."""
    numbers_digest = models.CharField(max_length=64, blank=True)
    """Checksum of its numbers."""
    numbers = models.JSONField(default=list)
    """Every number with its place, as `[place, what, value]`."""
    corrections = models.JSONField(default=list)
    """What is different from the version before it, as `[place, what, before, after]`."""
    left_out = models.JSONField(default=list)
    """What consents and the rulebook keep out of its package, in sentences."""
    remarks = models.JSONField(default=list)
    """Which scores and tests were missing when it was made, as `[place, sentence]`."""
    tables = models.JSONField(default=list)
    """The tables of the report: `{id, name, section, title, html}`."""
    rests_on = models.JSONField(default=list)
    """What somebody has to be allowed to see to see it: `[resource, test set, language pair, evaluation]`."""

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="one_results_version_a_number"),
            models.UniqueConstraint(
                fields=["campaign", "audience"],
                condition=models.Q(published_at=None),
                name="one_version_to_come_an_audience",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at=None, number=None)
                | models.Q(published_at__isnull=False, number__isnull=False),
                name="published_versions_have_a_number",
            ),
            models.CheckConstraint(condition=models.Q(audience__in=PublishedFor.values), name="published_for_known"),
        )

    def __str__(self) -> str:
        return f"version {self.number}" if self.number else "the version to come"

    @property
    def is_ready(self) -> bool:
        """Whether it was made, so that organisers can look at it."""
        return self.made_at is not None


class VersionFile(models.Model):
    """A file of a version."""

    version = models.ForeignKey(ResultsVersion, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(max_length=10, choices=FileKind)
    name = NameField(max_length=200)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["version", "kind"], name="one_file_of_a_kind"),
            models.CheckConstraint(condition=models.Q(kind__in=FileKind.values), name="version_file_known"),
        )

    def __str__(self) -> str:
        return self.name


class EarlierYear(models.Model):
    """A released campaign as an earlier year of this one: its package, and the scores of its systems."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="earlier_years")
    name = NameField(max_length=255)
    """The file's, as it was uploaded."""
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()
    title = models.TextField(blank=True)
    """The earlier campaign's, with its year; empty until a worker has read the package."""
    year = models.PositiveIntegerField(null=True, blank=True)
    scores = models.JSONField(default=list)
    """Its systems by test set, as `conversions.earlier_scores` writes them."""

    class Meta:
        ordering = ("year", "pk")
        constraints = (models.UniqueConstraint(fields=["campaign", "sha256"], name="an_earlier_year_once"),)

    def __str__(self) -> str:
        return self.title or self.name
