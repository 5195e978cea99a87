from __future__ import annotations

from django.apps import AppConfig


class PublicationConfig(AppConfig):
    name = "bakeoff_site.publication"
