"""What was read of rows that never change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """Values by the ids of their rows, so that a page that many people look at reads them once in a process."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._values: dict[int, Value] = {}

    def get(self, ids: Iterable[int], read: Callable[[list[int]], Mapping[int, Value]]) -> dict[int, Value]:
        """The values of rows, in the order of `ids`; `read` is asked for those that are not known."""
        wanted = list(ids)
        found = {each: self._values[each] for each in wanted if each in self._values}
        if missing := [each for each in wanted if each not in found]:
            fresh = read(missing)
            if len(self._values) + len(fresh) > self._most:
                self.forget()
            self._values.update(fresh)
            found |= fresh
        return {each: found[each] for each in wanted if each in found}

    def forget(self) -> None:
        """Begins anew."""
        self._values = {}
