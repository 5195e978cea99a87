from __future__ import annotations

from django.apps import AppConfig


class CombinationConfig(AppConfig):
    name = "bakeoff_site.combination"
