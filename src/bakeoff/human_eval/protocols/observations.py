"""The two neutral forms that answers of all protocols take before they are analysed: grades and preferences.

Both are columns: row i of every array belongs together. Names are held once (`systems`, `judges`, `items`), arrays hold
numbers into them. Analyses know these two forms and no protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, UNNAMED

Item = tuple[str, str, str, str]
"""Language pair, test set, document, segment."""
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

Unit = Literal["segment", "document", "judge"]
"""What tests and intervals take for independent of each other, with all that belongs to it.

Grades of one document have more in common than grades of two documents: what the system makes of the subject, and the
judge, where one judge grades a complete document. Taken one by one they say the same thing several times.
"""
_NEARLY_ALL = 0.8
"""Of the segments of a document: the share that one judge graded where the judge graded the document."""

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
    """Of the complete judgment; NaN where unknown."""

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

    def in_order_of_rows(self) -> Self:
        """The same rows with names, and judgments, numbered in the order in which the rows have them.

        So what is analysed does not depend on how rows were read: all at once, or in parts as they came.
        """
        starts = np.diff(self.judgment, prepend=self.judgment[:1] - 1) != 0
        changed: dict[str, Any] = {"judgment": (np.cumsum(starts) - 1).astype(np.int32)}
        for names, columns in self._NAMED.items():
            known = getattr(self, names)
            used = [getattr(self, column) for column in columns]
            numbers = used[0] if len(used) == 1 else np.column_stack(used).ravel()
            first = np.full(len(known), len(numbers), dtype=np.int64)
            first[numbers[::-1]] = np.arange(len(numbers), dtype=np.int64)[::-1]  # of equal ones the last is assigned
            order = np.argsort(first, kind="stable")[: int((first < len(numbers)).sum())]
            changed[names] = tuple(known[number] for number in order.tolist())
            if np.array_equal(order, np.arange(len(order))):
                continue
            number_of = np.zeros(len(known), dtype=np.int32)
            number_of[order] = np.arange(len(order), dtype=np.int32)
            changed |= {column: number_of[numbers] for column, numbers in zip(columns, used, strict=True)}
        return replace(self, **changed)

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


def unit_numbers(answers: Observations, unit: Unit) -> NDArray[np.int64]:
    """The number of the unit of every row; without a name every judgment is of a judge of its own."""
    if unit == "judge":
        return answers.voter
    if unit == "document":
        return document_numbers(answers.items)[answers.item]
    return answers.item.astype(np.int64)


def document_numbers(items: Sequence[Item]) -> NDArray[np.int64]:
    """The number of the document of every item; an item that names none is a document of its own."""
    numbers = Numbering()
    return np.array([numbers[item[:3] if item[2] else item] for item in items], dtype=np.int64)


def has_documents(answers: Observations) -> bool:
    """Whether some document has several segments."""
    return len(set(document_numbers(answers.items).tolist())) < len(answers.items)


def is_graded_by_document(grades: Grades) -> bool:
    """Whether judges graded complete documents of one system, by the grades themselves.

    It is so where most grades in documents of several segments are of a judge who graded at least four fifths of the
    document's segments of that system.
    """
    counted = grades.take(grades.ordinary)
    documents = document_numbers(grades.items)
    sizes = np.bincount(documents[np.unique(counted.item)], minlength=documents.max(initial=0) + 1)
    document = documents[counted.item]
    counted, document = counted.take(sizes[document] > 1), document[sizes[document] > 1]
    if not len(counted):
        return False
    hands = np.column_stack([counted.voter, counted.system, document])
    graded = np.unique(np.column_stack([hands, counted.item]), axis=0)
    by_judge, segments = np.unique(graded[:, :3], axis=0, return_counts=True)
    complete = segments >= _NEARLY_ALL * sizes[by_judge[:, 2]]
    return bool(2 * segments[complete].sum() > segments.sum())
