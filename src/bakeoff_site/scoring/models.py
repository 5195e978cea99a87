"""Scores: statistics of every segment stored once, comparisons of boards, trials on the evaluation server."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.fields import OrderedJSONField
from bakeoff_site.core.names import NameField
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.models import Board, Run


class ScoreUpload(models.Model):
    """A file with scores of an outside metric for systems of a board; all versions stay."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="score_uploads")
    metric = models.CharField(max_length=120)
    """As `outside` of the rulebook calls it."""
    version = models.PositiveIntegerField()
    direction = models.CharField(max_length=6)
    """`higher` or `lower`: which way is better."""
    unit = models.CharField(max_length=7)
    """`segment` or `system`: what each score of the file is the score of."""
    systems = models.PositiveIntegerField()
    """How many systems it has scores of."""
    name = NameField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    """Since when its scores no longer count."""
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["board", "metric", "version"], name="one_upload_a_version"),)

    def __str__(self) -> str:
        return f"{self.metric} of {self.board}, version {self.version}"


class RunScore(models.Model):
    """A run by one metric under one specification against one version of the references.

    Whatever else is asked is a sum over `statistics`. Earlier scores stay when references change.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="scores")
    metric = models.CharField(max_length=120)
    """The expression of the rulebook: `bleu@mteval`."""
    specification = models.CharField(max_length=120)
    inputs_digest = models.CharField(max_length=64)
    """Checksum of everything that it was scored against: references, source, spelling rules, regions."""
    signature = models.TextField()
    value = models.FloatField(null=True)
    """None where it is not defined, such as an error rate of no words."""
    direction = models.CharField(max_length=6)
    """`higher` or `lower`: which way is better."""
    digits = models.PositiveSmallIntegerField(default=2)
    """How many decimals people get to see."""
    variation = models.JSONField(null=True)
    """`{low, high, mean, sd}` where intervals are asked for."""
    groups = OrderedJSONField(default=dict)
    """`{group: {segments, value, variation}}` for the parts of the test set that are reported apart."""
    segments = models.PositiveIntegerField()
    columns = models.JSONField()
    statistics = models.BinaryField()
    """Rows by segment, as `bakeoff.evaluation` packs them; empty where a file scores only complete systems."""
    upload = models.ForeignKey(ScoreUpload, on_delete=models.RESTRICT, null=True, related_name="scores")
    """The file that it comes from; None where it was computed."""
    plugin = models.CharField(max_length=64, blank=True)
    """Identifies the plug-in of the server that computed it, with its model; empty for all other scores."""
    made_at = models.DateTimeField(auto_now_add=True)
    current = models.BooleanField(default=True)
    """Whether it is by the references in force."""

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["run", "metric", "specification", "inputs_digest"],
                condition=models.Q(upload=None),
                name="scored_once",
            ),
            models.UniqueConstraint(
                fields=["run", "specification", "inputs_digest", "upload"],
                condition=models.Q(upload__isnull=False),
                name="uploaded_once",
            ),
            models.UniqueConstraint(
                fields=["run", "metric", "specification"], condition=models.Q(current=True), name="one_current_score"
            ),
        )

    def __str__(self) -> str:
        return f"{self.metric} of {self.run}"


class InputScore(models.Model):
    """How good n-best lists or lattices are that systems start from: errors of the first and the best candidates."""

    data_file = models.OneToOneField(DataFile, on_delete=models.CASCADE, related_name="input_score")
    inputs_digest = models.CharField(max_length=64)
    """Checksum of what they were compared with, and of what the rulebook says of it."""
    figures = models.JSONField(null=True)
    """As `bakeoff nbest --format json` writes them; None where they could not be scored."""
    error = models.TextField(blank=True)
    """Why they could not be scored."""
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"figures of {self.data_file}"


class Layout(models.Model):
    """What runs on a test set share: documents, segments, source and references, as `bakeoff.evaluation` packs them."""

    sha256 = models.CharField(max_length=64, unique=True)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256


class ScoredText(models.Model):
    """That a run was scored against one version of the references, and its segments as they were scored."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="scored_texts")
    inputs_digest = models.CharField(max_length=64)
    """As that of its scores."""
    rules = models.CharField(max_length=64)
    """Checksum of what the rulebook said of scoring: other rules, other scores."""
    layout = models.ForeignKey(Layout, on_delete=models.PROTECT, related_name="+")
    segments = models.BinaryField(null=True)
    """None for transcripts that are compared by characters alone."""
    remarks = models.JSONField(default=list)
    """What looks like a mistake but stops nobody; runs that a specification does not apply to."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["run", "inputs_digest"], name="one_text_per_inputs"),)

    def __str__(self) -> str:
        return f"{self.run} as scored"


class BoardComparison(models.Model):
    """Which runs of a board differ significantly, by every metric and group, under one specification."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="comparisons")
    specification = models.CharField(max_length=120)
    inputs_digest = models.CharField(max_length=64)
    runs = models.JSONField()
    """The runs that were compared, by number."""
    method = models.TextField()
    """How it was tested, in one line."""
    content = models.JSONField()
    """`{metric: {group: {order, clusters, rank_ranges, pairs}}}` with runs by number; the complete set is `all`."""
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["board", "specification"], name="compared_once"),)

    def __str__(self) -> str:
        return f"{self.board} under {self.specification}"


class Trial(models.Model):
    """A text scored without being submitted: on development sets at any time, on others when they are released."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="trials")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trials")
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, related_name="trials")
    track = models.CharField(max_length=80)
    language_pair = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    name = NameField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    findings = models.JSONField(default=list)
    """Why it could not be scored."""
    scores = models.JSONField(null=True)
    """`{specification: {metric: {value, signature, variation}}}` once it is scored."""
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    """Since when the row no longer speaks of a file: what was tried is not kept for good."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.name} on {self.test_set}"
