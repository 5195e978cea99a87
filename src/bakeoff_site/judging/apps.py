"""The app of human evaluation."""

from __future__ import annotations

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "bakeoff_site.judging"
    label = "judging"
