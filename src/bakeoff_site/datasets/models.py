"""Files of a campaign: training data, sources, references and what else scoring needs; who fetched them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameField
from bakeoff_site.datasets.choices import DataKind


class DataFile(models.Model):
    """A file of a campaign. One that is replaced stays, so that it is known what was scored with it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="data_files")
    kind = models.CharField(max_length=12, choices=DataKind)
    test_set = models.CharField(max_length=80, blank=True)
    """Its test set in the rulebook; none for training data and what may not be among them."""
    language_pair = models.CharField(max_length=80, blank=True)
    """Its language pair in the rulebook; none where it serves all of them."""
    input = models.CharField(max_length=20, blank=True)
    """What systems start from, where it is another input than the source that the test set has by itself."""
    number = models.PositiveSmallIntegerField(default=1)
    """Of several of a kind, such as references or released runs, which."""
    label = NameField(max_length=80, blank=True)
    """The name that organisers give a released run, or the system that a file of ASR output comes from."""
    holds = models.PositiveSmallIntegerField(default=1)
    """How many references are in it, where it is a file of references."""
    name = NameField(max_length=200)
    """As it is called when it is handed out."""
    note = models.TextField(blank=True)
    """What people should know of it; for one that replaces another, why."""
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    version = models.PositiveSmallIntegerField(default=1)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """None where the server made it."""
    added_at = models.DateTimeField(auto_now_add=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    """Since when a later version, or none, is in its place."""

    class Meta:
        ordering = ("kind", "test_set", "language_pair", "input", "number", "version")
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=DataKind.values), name="data_kind_known"),
            models.UniqueConstraint(
                fields=["campaign", "kind", "test_set", "language_pair", "input", "number"],
                condition=models.Q(replaced_at=None) & ~models.Q(kind=DataKind.TRAINING),
                name="one_file_in_force",
            ),
            models.UniqueConstraint(
                fields=["campaign", "kind", "test_set", "language_pair", "input", "number", "version"],
                condition=~models.Q(kind=DataKind.TRAINING),
                name="one_file_a_version",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=(DataKind.TRAINING, DataKind.OFF_LIMITS)) ^ ~models.Q(test_set=""),
                name="test_data_have_a_test_set",
            ),
            models.CheckConstraint(
                condition=models.Q(input="") | models.Q(kind=DataKind.SOURCE), name="only_sources_have_inputs"
            ),
        )

    def __str__(self) -> str:
        return self.name


class FileStatistics(models.Model):
    """Figures of the texts in a file: computed, and computed again when training data change."""

    data_file = models.OneToOneField(DataFile, on_delete=models.CASCADE, related_name="statistics")
    inputs_digest = models.CharField(max_length=64)
    """A checksum of the file and of the training data that unknown words are unknown to."""
    content = models.JSONField()
    """For each text of the file its label, its language where the file says it, and its figures."""
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "file statistics"

    def __str__(self) -> str:
        return f"statistics of {self.data_file}"


class Download(models.Model):
    """That somebody was handed a file. Never changed, and deleted only with its campaign; the log keeps it."""

    data_file = models.ForeignKey(DataFile, on_delete=models.PROTECT, related_name="downloads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """None for visitors, who are handed what is public."""
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="downloads")
    """The team that they fetched it for; none for organisers."""
    when = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-when", "-pk")

    def __str__(self) -> str:
        return f"{self.data_file} by {self.user}"


class ToldOfFile(models.Model):
    """That someone was mailed of a file, in a mail that may cover several: each is reported once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    data_file = models.ForeignKey(DataFile, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "data_file"], name="told_once_of_a_file"),)

    def __str__(self) -> str:
        return f"{self.data_file} to {self.user}"
