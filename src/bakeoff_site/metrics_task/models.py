"""What is known of the metrics of a track: made by workers, kept for pages and programs."""

from __future__ import annotations

from django.db import models

from bakeoff_site.campaigns.models import Campaign


class MetricsResult(models.Model):
    """How well metrics agree with one human evaluation of a test set, in all language pairs of their track."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="metrics_results")
    track = models.CharField(max_length=80)
    test_set = models.CharField(max_length=80)
    evaluation = models.CharField(max_length=80)
    """The human evaluation, as the rulebook calls it."""
    inputs_digest = models.CharField(max_length=64, blank=True)
    """Checksum of all that it was made of: judgments, metrics, rules; empty before the first time."""
    content = models.JSONField(null=True)
    """Tables, charts and figures, as `metrics_task.conversions` writes them; None where there are none."""
    reason = models.TextField(blank=True)
    """Why there are none."""
    made_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0.0)
    """How long it took."""

    class Meta:
        ordering = ("track", "test_set", "evaluation")
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "track", "test_set", "evaluation"], name="one_metrics_result_an_evaluation"
            ),
        )

    def __str__(self) -> str:
        return f"{self.track} on {self.test_set} by {self.evaluation}"
