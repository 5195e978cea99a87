"""Tasks of human evaluation: what is judged, by which rules."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.fields import OrderedJSONField
from bakeoff_site.core.names import NameField
from bakeoff_site.judging.choices import Opening
from bakeoff_site.submissions.models import Run


class Task(models.Model):
    """Evaluations that judges get screens of in one sequence: mixed in batches, or one after another."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="judging_tasks")
    slug = models.SlugField(max_length=80)
    title = NameField(max_length=200)
    opening = models.CharField(max_length=10, choices=Opening, default=Opening.CLOSED)
    sha256 = models.CharField(max_length=64)
    """The stored file that holds designs and texts: later changes of runs and data change nothing here."""
    seed = models.PositiveBigIntegerField()
    """Decides everything that chance decides."""
    lease_minutes = models.PositiveIntegerField(default=30)
    """How long a screen stays with a judge who does nothing."""
    offline_days = models.PositiveIntegerField(null=True, blank=True)
    """How many days judges keep screens that they take along to judge offline; 0: they cannot; None: the rulebook
    decides."""
    qualification = models.JSONField(default=dict)
    """`{items, share, tries}`: what judges have to show before they judge, in place of what the rulebook says; empty:
    the rulebook decides."""
    consent_text = models.TextField(blank=True)
    """What judges agree to before they start, in Markdown; empty: what the rulebook says."""
    instructions = models.TextField(blank=True)
    """In Markdown, shown before the first screen and from every screen."""
    language = models.CharField(max_length=20, default="en")
    """The code of the language that instructions and consent are in."""
    translations = models.JSONField(default=dict)
    """The same texts in other languages: `{"de": {"instructions": "…", "consent_text": "…"}}`."""
    open_to_all = models.BooleanField(default=False)
    """Whether everyone with an account may judge, not only invited judges and teams that owe judgments."""
    hourly_pay = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    """What judges get for an hour, for the cost of the task; None: it is not said, or nobody is paid."""
    currency = models.CharField(max_length=3, blank=True)
    """Of the pay, in the three letters of ISO 4217."""
    owed = models.CharField(max_length=40, blank=True)
    """What each team owes, such as `300 screens` or `8 hours`; empty: what the rules of its evaluations say."""
    tournaments = models.PositiveIntegerField(default=0)
    """How many tournaments its evaluations play, one of each language pair and test set."""
    out_of_reach = models.PositiveIntegerField(default=0)
    """Judgments that are missing and that none of its judges can give, as a worker last counted."""
    teams_behind = models.PositiveIntegerField(default=0)
    """Teams that owe more, as a worker last counted."""
    planned_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "slug"], name="one_task_a_slug"),
            models.CheckConstraint(condition=models.Q(opening__in=Opening.values), name="opening_known"),
            models.CheckConstraint(
                condition=models.Q(hourly_pay=None) | models.Q(hourly_pay__gt=0), name="pay_is_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(hourly_pay=None) | ~models.Q(currency=""), name="pay_has_a_currency"
            ),
        )

    def __str__(self) -> str:
        return self.title


class Evaluation(models.Model):
    """One human evaluation: a protocol, systems, segments, and how often each is judged."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="evaluations")
    code = models.CharField(max_length=80)
    """The id in the rulebook (`[human.ID]`), or that of an evaluation which organisers added."""
    title = NameField(max_length=200)
    protocol = models.CharField(max_length=40)
    rules = OrderedJSONField()
    """The section of the rulebook as it was when the evaluation was planned."""
    units = models.PositiveIntegerField()
    """Judgments that it needs: items times judges of an item."""
    expected_seconds = models.FloatField(null=True, blank=True)
    """What a screen takes a judge as the plan has it, for the time and cost expected; None: it was not said."""
    reused = models.JSONField(null=True)
    """Of the answers of other evaluations that were taken over when it was planned: `{phrases, asked, saved}`; None:
    none were."""
    imports = models.JSONField(default=list)
    """Of the files of judgments that count, id and checksum each (`[[3, "…"]]`): whoever reads judgments knows without
    a query whether there are others."""
    earlier = models.JSONField(default=list)
    """The same of the files of post-edits that an earlier campaign made."""

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["task", "code"], name="one_evaluation_a_code"),)

    def __str__(self) -> str:
        return self.title


class JudgedSystem(models.Model):
    """A system of an evaluation, by the name that it has there. A hidden reference is none."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="systems")
    language_pair = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    name = NameField(max_length=200)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="+")
    """Whose judges never see it."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["evaluation", "language_pair", "test_set", "name"], name="one_judged_system_a_name"
            ),
        )

    def __str__(self) -> str:
        return self.name
