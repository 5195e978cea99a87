"""Matches of tournaments: pairs of systems that were opened to judges, and what decided them."""

from __future__ import annotations

from django.db import models

from bakeoff_site.judging.records.tasks import Evaluation


class Match(models.Model):
    """A pair of systems that judges compare, or have compared, in a tournament."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="matches")
    pool = models.PositiveIntegerField()
    """The number of the pair among the pools of the design."""
    opened_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True)
    """The result that counts, as the science writes it; None: it is still judged."""
    differing = models.JSONField(null=True)
    """What its judgments come to now, where it stays as it was decided because others were judged after it."""

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["evaluation", "pool"], name="one_match_a_pair"),)

    def __str__(self) -> str:
        return f"match {self.pool} of {self.evaluation}"
