from __future__ import annotations

from django.apps import AppConfig


class PostConfig(AppConfig):
    name = "bakeoff_site.post"
