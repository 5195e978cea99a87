"""Units of tests and intervals: what is taken for independent of each other, with all that belongs to it.

Grades of one document have more in common than grades of two documents: what the system makes of the subject, and the
judge, where one judge grades a complete document. Taken one by one they say the same thing several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.protocols.observations import Grades, Item, Numbering, Observations

Unit = Literal["segment", "document", "judge"]
_NEARLY_ALL = 0.8
"""Of the segments of a document: the share that one judge graded where the judge graded the document."""


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
    found, segments = np.unique(graded[:, :3], axis=0, return_counts=True)
    complete = segments >= _NEARLY_ALL * sizes[found[:, 2]]
    return bool(2 * segments[complete].sum() > segments.sum())
