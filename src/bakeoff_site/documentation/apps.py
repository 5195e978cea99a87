from __future__ import annotations

from django.apps import AppConfig


class DocumentationConfig(AppConfig):
    name = "bakeoff_site.documentation"
