"""The two neutral forms that answers of all protocols take before they are analysed: grades and preferences.

Both are columns: row i of every array belongs together. Names are held once (`systems`, `judges`, `items`), arrays hold
numbers into them. Analyses know these two forms and no protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, UNNAMED

Item = tuple[str, str, str, str]
"""Language pair, test set, document, segment."""
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

WORSE, TIED, BETTER = -1, 0, 1
"""What the first of two systems is to the second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Observations:
    """Rows with judge, item and the judgment that they come from."""

    _NAMED: ClassVar[dict[str, tuple[str, ...]]] = {"judges": ("judge",), "items": ("item",)}
    """The columns that hold numbers into names."""

    systems: tuple[str, ...]
    judges: tuple[str, ...]
    items: tuple[Item, ...]
    judge: Ints
    item: Ints
    judgment: Ints
    """The number of the judgment in the sequence that was read; a judgment may give several rows."""
    control: NDArray[np.int8]
    """Into `CONTROLS`: 0 is an ordinary answer."""
    seconds: Floats
    """Of the whole judgment; NaN where unknown."""

    def __len__(self) -> int:
        return len(self.judgment)

    def take(self, rows: NDArray[Any]) -> Self:
        """These rows only; names stay."""
        columns = {
            each.name: value[rows] for each in fields(self) if isinstance(value := getattr(self, each.name), np.ndarray)
        }
        return replace(self, **columns)

    def only(self, rows: NDArray[Any]) -> Self:
        """These rows only, and only the names that they have, in their order: as if nothing else had been read."""
        part = self.take(rows)
        changed: dict[str, Any] = {}
        for names, columns in self._NAMED.items():
            known = getattr(part, names)
            present = np.zeros(len(known), dtype=bool)
            for column in columns:
                present[getattr(part, column)] = True
            number_of = (np.cumsum(present) - 1).astype(np.int32)
            changed[names] = tuple(name for name, there in zip(known, present.tolist(), strict=True) if there)
            changed |= {column: number_of[getattr(part, column)] for column in columns}
        return replace(part, **changed)

    @property
    def named(self) -> NDArray[np.bool_]:
        """Rows of judges who have a name."""
        numbers = [number for number, judge in enumerate(self.judges) if judge == UNNAMED]
        return np.asarray(~np.isin(self.judge, numbers))

    @property
    def voter(self) -> NDArray[np.int64]:
        """Who answered: the number of the judge; of answers without a name each judgment has a number of its own."""
        judge = self.judge.astype(np.int64)
        return np.where(self.named, judge, len(self.judges) + self.judgment.astype(np.int64))

    @property
    def repeated(self) -> NDArray[np.bool_]:
        """Rows that are marked as repeats."""
        return np.asarray(self.control == CONTROLS.index("repeat"))

    @property
    def ordinary(self) -> NDArray[np.bool_]:
        """Rows that are answers: neither gold nor attention items. Repeats are answers, too."""
        return np.isin(self.control, [CONTROLS.index(""), CONTROLS.index("repeat")])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grades(Observations):
    """A number for one output of one system by one judge: a grade, a score, a penalty."""

    _NAMED: ClassVar[dict[str, tuple[str, ...]]] = {**Observations._NAMED, "systems": ("system",)}

    system: Ints
    value: Floats
    standardised: bool = False
    """Whether values were z-scores of each judge when they were read, so that raw ones are not known."""
    damaged: NDArray[np.bool_] | None = None
    """Whether the output was damaged on purpose; None where none was."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Preferences(Observations):
    """Two outputs of one item compared by one judge: `first` and `second` in the order in which they were shown."""

    _NAMED: ClassVar[dict[str, tuple[str, ...]]] = {**Observations._NAMED, "systems": ("first", "second")}

    first: Ints
    second: Ints
    outcome: NDArray[np.int8]
    """WORSE, TIED or BETTER: the first to the second."""
    damaged: NDArray[np.int8] | None = None
    """Which output was damaged on purpose: 1 the first, −1 the second, 0 neither or both; None where none was."""


def name_places(systems: Sequence[str]) -> Ints:
    """The place of each system in the order of names: what is called first must not depend on the order of rows."""
    places = np.empty(len(systems), dtype=np.int32)
    places[sorted(range(len(systems)), key=systems.__getitem__)] = np.arange(len(systems), dtype=np.int32)
    return places


class Numbering:
    """Gives names numbers in the order in which they come."""

    def __init__(self, names: Sequence[Any] = ()) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}

    def __getitem__(self, name: Any) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def names(self) -> tuple[Any, ...]:
        return tuple(self._numbers)
