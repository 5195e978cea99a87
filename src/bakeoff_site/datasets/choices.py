"""What files of a campaign are."""

from __future__ import annotations

from django.db import models


class DataKind(models.TextChoices):
    TRAINING = "training", "training data"
    SOURCE = "source", "source"
    REFERENCE = "reference", "reference"
    MAPPINGS = "mappings", "spelling rules (GLM)"
    REGIONS = "regions", "regions to be scored (UEM)"
    OUTPUTS = "outputs", "anonymous outputs"
    """A pack of several teams' runs for the combination of systems."""
