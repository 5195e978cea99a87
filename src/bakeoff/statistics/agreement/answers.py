"""What judges answered, item by item, in the form in which agreement is counted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats

Answers = Sequence[Sequence[Any]] | NDArray[Any]
"""For each item the answers that it got, one per judge. An answer is any label (a number, a text); None and NaN say
that the judge gave none. Items may have different numbers of answers, so that each row may list only those given."""


@dataclass(frozen=True, slots=True)
class CodedAnswers:
    """The answers of all items that got at least two, one after the other, as numbers of their labels."""

    items: NDArray[np.int64]
    codes: NDArray[np.int64]
    labels: tuple[Any, ...]
    """In ascending order where they can be ordered, else as they first came."""
    sizes: NDArray[np.int64]
    """Answers per item."""

    @property
    def label_counts(self) -> NDArray[np.int64]:
        return np.bincount(self.codes, minlength=len(self.labels))

    def agreeing_pairs(self) -> NDArray[np.int64]:
        """Pairs of equal answers of each item."""
        cells, counts = np.unique(self.items * len(self.labels) + self.codes, return_counts=True)
        pairs = np.bincount(cells // len(self.labels), weights=counts * (counts - 1) // 2, minlength=len(self.sizes))
        return pairs.astype(np.int64)

    def all_pairs(self) -> NDArray[np.int64]:
        """Pairs of answers of each item."""
        return self.sizes * (self.sizes - 1) // 2

    def agreement(self) -> float:
        """The share of equal answers among all pairs of answers to the same item."""
        return float(self.agreeing_pairs().sum() / self.all_pairs().sum())


def code_answers(answers: Answers, *, categories: Sequence[Hashable] | None = None) -> CodedAnswers:
    """Reads the answers; InputError where no item has two, or where an answer is not among the given categories."""
    rows = [[label for label in row if not is_missing(label)] for row in _rows_of(answers)]
    rows = [row for row in rows if len(row) > 1]
    if not rows:
        raise InputError(expected="an item with two answers or more", found=f"none among {len(answers)} items")
    flat = [label for row in rows for label in row]
    labels = order_labels(flat) if categories is None else tuple(categories)
    numbered = {label: code for code, label in enumerate(labels)}
    sizes = np.array([len(row) for row in rows])
    return CodedAnswers(
        np.repeat(np.arange(len(rows)), sizes), np.array([_code(label, numbered) for label in flat]), labels, sizes
    )


def is_missing(label: Any) -> bool:
    return label is None or bool(label != label)  # noqa: PLR0124  (NaN differs from itself)


def order_labels(labels: Iterable[Any]) -> tuple[Any, ...]:
    """Each label once, in ascending order where they can be ordered."""
    try:
        different = tuple(dict.fromkeys(labels))
    except TypeError as error:
        raise InputError(
            expected="labels such as numbers and texts as answers",
            found=str(error),
            remedy="Give one row per item that lists its answers.",
        ) from None
    try:
        return tuple(sorted(different))
    except TypeError:
        return different


def label_values(labels: Sequence[Any], what: str) -> Floats:
    """The labels as numbers, where a measure of distance needs them."""
    if all(isinstance(label, int | float | np.number) for label in labels):
        values = np.array(labels, dtype=np.float64)
        if np.isfinite(values).all():
            return values
    other = next((x for x in labels if not isinstance(x, int | float | np.number)), "inf")
    raise InputError(
        expected=f"finite numbers as answers for {what}",
        found=repr(other),
        remedy="Give categories= in their order, or answer in numbers.",
    )


def _rows_of(answers: Answers) -> Iterable[Sequence[Any]]:
    if isinstance(answers, np.ndarray) and answers.ndim != 2:
        raise InputError(expected="answers of items × judges", found=f"an array of {answers.ndim} dimensions")
    for number, row in enumerate(answers):
        if isinstance(row, str) or not hasattr(row, "__iter__"):
            raise InputError(
                expected="for each item a row of answers",
                found=f"{row!r:.60} as item {number} (counted from 0)",
                remedy="Two judges' answers become rows with zip(first, second).",
            )
        yield row


def _code(label: Any, numbered: dict[Any, int]) -> int:
    if label not in numbered:
        raise InputError(
            expected=f"answers among {', '.join(map(repr, numbered))}",
            found=repr(label),
            remedy="Name all categories.",
        )
    return numbered[label]
