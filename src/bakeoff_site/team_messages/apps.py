"""The app."""

from __future__ import annotations

from django.apps import AppConfig


class TeamMessagesConfig(AppConfig):
    name = "bakeoff_site.team_messages"
    default_auto_field = "django.db.models.BigAutoField"
