"""Caches of one process, so that a page that many people look at is computed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import islice
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

_ALL: list[RowCache[Any] | ComputedCache[Any]] = []


class RowCache(Generic[Value]):
    """Values of rows that never change, by their ids. The oldest leave first."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._values: dict[int, Value] = {}
        self._lock = threading.Lock()
        _ALL.append(self)

    def get(self, ids: Iterable[int], read: Callable[[list[int]], Mapping[int, Value]]) -> dict[int, Value]:
        """The values of rows, in the order of `ids`; `read` is asked for those that are not known."""
        wanted = list(ids)
        with self._lock:
            values = {each: self._values[each] for each in wanted if each in self._values}
        if missing := [each for each in wanted if each not in values]:
            fresh = read(missing)
            self._keep(fresh)
            values |= fresh
        return {each: values[each] for each in wanted if each in values}

    def _keep(self, fresh: Mapping[int, Value]) -> None:
        with self._lock:
            self._values.update(fresh)
            for each in list(islice(self._values, max(0, len(self._values) - self._most))):
                del self._values[each]

    def clear(self) -> None:
        """Empties the cache."""
        with self._lock:
            self._values.clear()


class ComputedCache(Generic[Value]):
    """Computed values by everything that they depend on: a change gives another key, so that nothing is outdated.

    The least recently used leave first.
    """

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._turns: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()
        _ALL.append(self)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, computed once by `make`: others who ask meanwhile wait for it."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            turn = self._turns.setdefault(key, threading.Lock())
        with turn:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            try:
                value = make()
                with self._lock:
                    self._values[key] = value
                    while len(self._values) > self._most:
                        self._values.popitem(last=False)
            finally:
                with self._lock:
                    self._turns.pop(key, None)
        return value

    def clear(self) -> None:
        """Empties the cache."""
        with self._lock:
            self._values.clear()


def clear_caches() -> None:
    """Empties all caches. For tests, where rows of another test have the same ids."""
    for each in _ALL:
        each.clear()
