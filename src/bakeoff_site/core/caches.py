"""Caches of one process, so that a page that many people look at is computed once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from cachetools import FIFOCache, LRUCache, cached

Value = TypeVar("Value")


class Clearable(Protocol):
    """What a process holds to save work."""

    def clear(self) -> None: ...


_ALL: list[Clearable] = []
Kept = TypeVar("Kept", bound=Clearable)


def register_cache(cache: Kept) -> Kept:
    """Has a cache of another kind emptied with all others."""
    _ALL.append(cache)
    return cache


class RowCache(Generic[Value]):
    """Values of rows that never change, by their ids. The oldest leave first."""

    def __init__(self, *, most: int) -> None:
        self._values: FIFOCache[int, Value] = FIFOCache(most)
        self._lock = threading.Lock()
        _ALL.append(self)

    def get(self, ids: Iterable[int], read: Callable[[list[int]], Mapping[int, Value]]) -> dict[int, Value]:
        """The values of rows, in the order of `ids`; `read` fetches the unknown ones."""
        wanted = list(ids)
        with self._lock:
            values = {each: self._values[each] for each in wanted if each in self._values}
        if missing := [each for each in wanted if each not in values]:
            fresh = read(missing)
            with self._lock:
                self._values.update(fresh)
            values |= fresh
        return {each: values[each] for each in wanted if each in values}

    def clear(self) -> None:
        """Empties the cache."""
        with self._lock:
            self._values.clear()


class ComputedCache(Generic[Value]):
    """Computed values by everything that they depend on: a change gives another key, so that nothing is outdated.

    The least recently used leave first.
    """

    def __init__(self, *, most: int) -> None:
        values: LRUCache[Hashable, Value] = LRUCache(most)
        self._computed = cached(values, key=_key, condition=threading.Condition())(_compute)
        _ALL.append(self)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, computed once by `make`: others who ask meanwhile wait for it."""
        return self._computed(key, make)

    def clear(self) -> None:
        """Empties the cache."""
        self._computed.cache_clear()


def _compute(_key: Hashable, make: Callable[[], Value]) -> Value:
    return make()


def _key(key: Hashable, _make: Callable[[], object]) -> Hashable:
    return key


def clear_caches() -> None:
    """Empties all caches. For tests, where rows of another test have the same ids."""
    for each in _ALL:
        each.clear()
