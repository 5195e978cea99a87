"""Names and values that a file gives next to ids and text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Attributes(Mapping[str, str]):
    """A mapping that cannot change; equal to any mapping with the same content, and fit for pickling.

    >>> Attributes({"genre": "nw"}) == {"genre": "nw"}
    True
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return repr(self._values)


NO_ATTRIBUTES = Attributes()


def frozen(values: Mapping[str, str]) -> Attributes:
    """The same content as a mapping that cannot change."""
    if isinstance(values, Attributes):
        return values
    return Attributes(values) if values else NO_ATTRIBUTES
