"""Fields that more than one app needs."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class OrderedJSONField(models.JSONField):
    """JSON whose tables keep their order: PostgreSQL's usual type sorts keys by their length."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002 -- Django's
        if connection.vendor == "postgresql" and value is not None:
            return json.dumps(value)  # not as the usual type, which would have sorted it on its way
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        if connection.vendor == "postgresql":
            return value  # of this type, the driver has read it already
        return super().from_db_value(value, expression, connection)
