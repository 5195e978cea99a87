"""Fields that more than one app needs."""

from __future__ import annotations

import hashlib
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


class DigestField(models.CharField):  # type: ignore[type-arg]
    """The SHA-256 of another field's JSON, kept in step with it whenever the row is saved."""

    def __init__(self, *args: Any, of: str, **kwargs: Any) -> None:
        self._of = of
        super().__init__(*args, **{"max_length": 64, "editable": False, **kwargs})

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self._of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 -- Django's
        content = getattr(model_instance, self._of)
        digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        setattr(model_instance, self.attname, digest)
        return digest
