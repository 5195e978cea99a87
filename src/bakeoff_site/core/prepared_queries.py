"""Queries that differ in their values alone, written in SQL once in a thread.

To write a query of many columns takes Django several times as long as the database needs to answer it. That counts
where people ask many times a minute: who is signed in, and which screen is judged.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")


class PreparedQuery(Generic[Row]):
    """A query with places for values; `fields` say of which kind each is.

    Django itself reads the rows, with their related rows. A query that holds no value where one belongs, such as a
    filter by `None`, cannot be prepared: it would be other SQL.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Row]], **fields: Field[Any, Any]) -> None:
        """`make` gets the places of the values by the names of `fields`."""
        self._make = make
        self._fields = fields
        self._written = threading.local()  # a connection belongs to a thread

    def rows(self, **values: Any) -> list[Row]:
        """The rows for these values."""
        own = getattr(self._written, "query", None)
        if own is None or own.connection is not connections[DEFAULT_DB_ALIAS]:
            own = self._written.query = _WrittenQuery(self._make(**_places(self._fields)))
        return own.rows(values)

    def first(self, **values: Any) -> Row | None:
        """The first row for these values."""
        return next(iter(self.rows(**values)), None)


def _places(fields: dict[str, Field[Any, Any]]) -> dict[str, _Place]:
    return {name: _Place(name, output_field=field) for name, field in fields.items()}


class _Place(Value):
    """Where a value goes, by its name."""

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        del compiler, connection
        return "%s", [self]


class _WrittenQuery(Generic[Row]):
    """A query for one connection. Its compiler writes no SQL again and keeps what it knows about columns."""

    def __init__(self, rows: QuerySet[Any, Row]) -> None:
        self._rows = rows
        self._compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.connection = self._compiler.connection
        self._sql, self._parameters = self._compiler.as_sql()
        rows.query.get_compiler = lambda *_, **__: self._compiler  # type: ignore[method-assign]

    def rows(self, values: dict[str, Any]) -> list[Row]:
        filled = tuple(
            each.output_field.get_db_prep_value(values[each.value], self.connection)
            if isinstance(each, _Place)
            else each
            for each in self._parameters
        )
        self._compiler.as_sql = lambda *_, **__: (self._sql, filled)
        return list(cast("Iterable[Row]", self._rows._iterable_class(cast("Any", self._rows))))
