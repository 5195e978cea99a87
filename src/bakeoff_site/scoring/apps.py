from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "bakeoff_site.scoring"
