"""From JSON to values. Fields that a later server adds are passed over."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from bakeoff.client.errors import finding_of
from bakeoff.data import Finding
from bakeoff.errors import BakeoffError

Record = TypeVar("Record")
Found = Annotated[Finding, BeforeValidator(finding_of)]
"""What a checker found, from its JSON."""
_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def read_as(kind: type[Record], content: object) -> Record:
    """A value from its JSON."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    try:
        value: Record = _ADAPTERS[kind].validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BakeoffError(
            f"the server answered with something else than expected ({kind.__name__}.{where}: {first['msg']}); "
            "is its version older than yours?"
        ) from None
    return value
