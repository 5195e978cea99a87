from __future__ import annotations

from django.apps import AppConfig


class MetricsTaskConfig(AppConfig):
    name = "bakeoff_site.metrics_task"
