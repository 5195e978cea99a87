"""Fields that more than one app needs."""

from __future__ import annotations

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class OrderedJSONField(models.JSONField):
    """JSON whose tables keep their order: PostgreSQL's usual type sorts keys by their length."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)
