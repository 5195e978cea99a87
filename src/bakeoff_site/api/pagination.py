"""Lists come in pages: `limit` and `offset`, with the address of the next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query

MOST = 200
Limit = Annotated[int, Query(50, ge=1, le=MOST, description="How many at most.")]
Offset = Annotated[int, Query(0, ge=0, le=2**31, description="How many to pass over.")]

Row = TypeVar("Row")


def page_of(
    request: HttpRequest, rows: Sequence[Row] | QuerySet[Any], limit: int, offset: int, write: Callable[[Any], Any]
) -> dict[str, Any]:
    """A page of rows, each as `write` says it. Rows of the database are counted and cut there."""
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    return cut_page(request, [write(row) for row in rows[offset : offset + limit]], count, limit, offset)


def cut_page(request: HttpRequest, items: Sequence[Any], count: int, limit: int, offset: int) -> dict[str, Any]:
    """A page that was cut already, with the number of all rows."""
    following = None
    if offset + limit < count:
        query = request.GET.copy()
        query["limit"], query["offset"] = str(limit), str(offset + limit)
        following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    return {"items": items, "count": count, "next": following}
