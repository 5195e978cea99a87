"""What files of a campaign are."""

from __future__ import annotations

from django.db import models


class DataKind(models.TextChoices):
    TRAINING = "training", "training data"
    OFF_LIMITS = "off-limits", "list of documents that are off limits"
    SOURCE = "source", "source"
    REFERENCE = "reference", "reference"
    TRANSCRIPT = "transcript", "transcript of the source"
    """What was said, where the source is no text: ASR output that is handed out is scored against it."""
    MAPPINGS = "mappings", "spelling rules (GLM)"
    REGIONS = "regions", "regions to be scored (UEM)"
    OUTPUTS = "outputs", "anonymous outputs"
    """A pack of several teams' runs for the combination of systems."""
