"""Arrays that grow as answers come."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class GrowingColumns:
    """Arrays of one length that grow; there is room for what comes, so that appending takes no time."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._arrays)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name][: self._size]

    def copy(self) -> GrowingColumns:
        other = GrowingColumns()
        other._arrays = {name: array.copy() for name, array in self._arrays.items()}
        other._size = self._size
        return other

    def append(self, **columns: NDArray[Any]) -> None:
        added = len(next(iter(columns.values())))
        for name, values in columns.items():
            array = self._arrays.setdefault(name, np.empty(0, dtype=values.dtype))
            if len(array) < self._size + added:
                grown = np.empty(max(2 * len(array), self._size + added), dtype=array.dtype)
                grown[: self._size] = array[: self._size]
                self._arrays[name] = array = grown
            array[self._size : self._size + added] = values
        self._size += added
