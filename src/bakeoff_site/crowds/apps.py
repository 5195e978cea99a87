from __future__ import annotations

from django.apps import AppConfig


class CrowdsConfig(AppConfig):
    name = "bakeoff_site.crowds"
