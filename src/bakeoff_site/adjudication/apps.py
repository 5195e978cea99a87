from __future__ import annotations

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    name = "bakeoff_site.adjudication"
