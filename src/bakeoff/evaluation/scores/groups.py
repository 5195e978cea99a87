"""Segments grouped by what is known of their documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Document
from bakeoff.errors import ExpressionError

Members = NDArray[np.intp]
LABEL = "label"
"""The attribute of transcripts that holds all labels of a segment, separated by commas."""


def group_segments(documents: Sequence[Document], by: Iterable[str]) -> dict[str, Members]:
    """The segments of every group `attribute=value`, attribute by attribute, values in order of appearance.

    `document` groups by document id, any other name by that attribute of the document. Segments whose document lacks
    the attribute are under `attribute=none`, unless no document has it: then the name is wrong. A segment with
    several labels (`label`, separated by commas) is in the group of each.
    """
    groups: dict[str, list[int]] = {}
    for attribute in dict.fromkeys(by):
        if attribute != "document" and not any(attribute in document.attributes for document in documents):
            raise ExpressionError(_unknown(attribute, documents))
        for index, document in enumerate(documents):
            for value in _values(document, attribute):
                groups.setdefault(f"{attribute}={value}", []).append(index)
    return {key: np.asarray(members, dtype=np.intp) for key, members in groups.items()}


def _values(document: Document, attribute: str) -> Iterable[str]:
    if attribute == "document":
        return (document.id,)
    value = document.attributes.get(attribute, "none")
    return dict.fromkeys(value.split(",")) if attribute == LABEL else (value,)


def _unknown(attribute: str, documents: Sequence[Document]) -> str:
    known = sorted({name for document in documents for name in document.attributes} | {"document"})
    plain = all(document.numbered for document in documents)
    advice = " Plain text knows no documents: give the source as NIST XML or WMT XML." if plain else ""
    return (
        f"cannot group by {attribute!r}: no document has that attribute; these texts can be grouped by "
        f"{', '.join(known)}.{advice}"
    )
