"""Under which numbers outputs are handed out, and what each pack holds."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameField
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.models import Run


class Draw(models.Model):
    """By what the order of numbers is drawn in a campaign; a secret of its organisers."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="draw")
    seed = models.BigIntegerField()

    def __str__(self) -> str:
        return f"draw of {self.campaign}"


class AnonymousSystem(models.Model):
    """The number of a system in a language pair: the same in all packs, and never given to another."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="anonymous_systems")
    track = models.CharField(max_length=80)
    language_pair = models.CharField(max_length=80)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    """Whose system it is; none for systems that organisers enter."""
    entered = models.CharField(max_length=80, blank=True)
    """The system of the rulebook (`[systems]`) that organisers entered."""
    condition = models.CharField(max_length=80, blank=True)
    system = NameField(max_length=120, blank=True)
    """As file names call it: `contrast2`."""
    number = models.PositiveSmallIntegerField()
    cleared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who looked at its texts and found that a name in them says nothing."""

    class Meta:
        ordering = ("track", "language_pair", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "track", "language_pair", "team", "condition", "system"],
                condition=models.Q(team__isnull=False),
                name="one_number_a_system",
            ),
            models.UniqueConstraint(
                fields=["campaign", "track", "language_pair", "entered", "condition"],
                condition=models.Q(team__isnull=True),
                name="one_number_an_entered_system",
            ),
            models.CheckConstraint(
                condition=models.Q(team__isnull=False) ^ ~models.Q(entered=""), name="number_of_a_team_or_entered"
            ),
            models.UniqueConstraint(
                fields=["campaign", "track", "language_pair", "number"], name="one_system_a_number"
            ),
        )

    def __str__(self) -> str:
        return f"system{self.number}"

    @property
    def owner(self) -> str:
        """Whose system it is."""
        return self.team.name if self.team is not None else self.entered


class PackedRun(models.Model):
    """A run that is in a pack, or was left out because its texts name its team."""

    data_file = models.ForeignKey(DataFile, on_delete=models.CASCADE, related_name="packed_runs")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")
    system = models.ForeignKey(AnonymousSystem, on_delete=models.PROTECT, related_name="packed_runs")
    left_out = models.BooleanField(default=False)
    mentions = models.JSONField(default=list)
    """Where its texts name its team, in words."""

    class Meta:
        ordering = ("data_file", "system__number")
        constraints = (models.UniqueConstraint(fields=["data_file", "system"], name="a_system_once_in_a_pack"),)

    def __str__(self) -> str:
        return f"{self.system} in {self.data_file}"
