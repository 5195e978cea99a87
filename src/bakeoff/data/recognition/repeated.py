"""Columns in which the same values are again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

T_co = TypeVar("T_co", covariant=True)


class Repeated(Sequence[T_co]):
    """A value for each row, each different one held once: `values[numbers[i]]` is that of row i.

    >>> column = Repeated.of(["a", "b", "a"])
    >>> column.values, column.numbers.tolist(), list(column)
    (['a', 'b'], [0, 1, 0], ['a', 'b', 'a'])
    """

    __slots__ = ("numbers", "values")

    def __init__(self, values: Sequence[T_co], numbers: NDArray[np.int32]) -> None:
        self.values = values
        self.numbers = numbers

    @staticmethod
    def of(rows: Sequence[T_co]) -> Repeated[T_co]:
        """The rows as such a column; nothing is done where they are one."""
        if isinstance(rows, Repeated):
            return rows
        seen: dict[T_co, int] = {}
        numbers = np.fromiter((seen.setdefault(row, len(seen)) for row in rows), np.int32, len(rows))
        return Repeated(list(seen), numbers)

    def take(self, rows: NDArray[Any] | slice) -> Repeated[T_co]:
        """The column of these rows only."""
        return Repeated(self.values, self.numbers[rows])

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, row: int) -> T_co: ...
    @overload
    def __getitem__(self, row: slice) -> Repeated[T_co]: ...
    def __getitem__(self, row: int | slice) -> T_co | Repeated[T_co]:
        return self.take(row) if isinstance(row, slice) else self.values[self.numbers[row]]

    def __iter__(self) -> Iterator[T_co]:
        return map(self.values.__getitem__, self.numbers.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(ours == theirs for ours, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Repeated.of({list(self)!r})"
