"""What the schema says when it refuses a value."""

from __future__ import annotations

from bakeoff.errors import BakeoffError, nearest

__all__ = ["SchemaError", "nearest"]


class SchemaError(BakeoffError, ValueError):
    """A value that is not allowed in its place: what was expected, what was found, how to fix it.

    `found` is None where the value itself says it.

    >>> print(SchemaError("a number above 0", found="-1"))
    expected a number above 0, found -1
    """

    def __init__(self, expected: str, *, found: str | None = None, remedy: str = "") -> None:
        self.expected = expected
        self.found = found
        self.remedy = remedy
        super().__init__(f"expected {expected}" + (f", found {found}" if found is not None else ""))
