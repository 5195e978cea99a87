"""Segments grouped by what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Document
from bakeoff.data.groups import group_key, parse_grouping
from bakeoff.errors import ExpressionError

Members = NDArray[np.intp]
LABEL = "label"
"""The attribute of transcripts that holds all labels of a segment, separated by commas."""
DOCUMENT = "document"
"""In place of an attribute: the id of the document."""


def label_attributes(labels: Sequence[str], titles: Sequence[str]) -> dict[str, str]:
    """What labels say of a segment of a transcript: the i-th of them is of the category with the i-th title."""
    attributes = {title: label for title, label in zip(titles, labels, strict=False) if title and label}
    named = ",".join(filter(None, labels))
    return {**attributes, LABEL: named} if named else attributes


def group_segments(documents: Sequence[Document], by: Iterable[str]) -> dict[str, Members]:
    """The segments of every group `attribute=value`, grouping by grouping, values in order of appearance.

    `documents` are those of the segments, with what is known of each segment (`AlignedTexts`). `document` groups by
    document id, any other name by that attribute; `subset×genre` crosses attributes, and its groups are
    `subset=new×genre=nw`. Segments without an attribute are under `attribute=none`, unless no segment has it: then the
    name is wrong. A segment with several labels (`label`, separated by commas) is in the group of each.
    """
    groups: dict[str, Members] = {}
    for attributes in dict.fromkeys(map(parse_grouping, by)):
        for attribute in attributes:
            if attribute != DOCUMENT and not any(attribute in document.attributes for document in documents):
                raise ExpressionError(_unknown(attribute, documents))
        groups |= _groups(documents, attributes)
    return groups


def present_groupings(documents: Sequence[Document], by: Iterable[str]) -> list[str]:
    """Of groupings those whose attributes all are known of some segment."""
    known = known_attributes(documents)
    return [grouping for grouping in by if known.issuperset(parse_grouping(grouping))]


def known_attributes(documents: Sequence[Document]) -> set[str]:
    """The names that segments can be grouped by."""
    return {name for document in documents for name in document.attributes} | {DOCUMENT}


def _groups(documents: Sequence[Document], attributes: Sequence[str]) -> dict[str, Members]:
    columns = [[tuple(_values(document, attribute)) for document in documents] for attribute in attributes]
    members: dict[tuple[str, ...], list[int]] = {}
    for index, values in enumerate(zip(*columns, strict=True)):
        for combination in product(*values):
            members.setdefault(combination, []).append(index)
    # Values of the first attribute in order of appearance, those of the next within each of them, and so on.
    places = [
        {value: place for place, value in enumerate(dict.fromkeys(value for values in column for value in values))}
        for column in columns
    ]
    ordered = sorted(members, key=lambda values: [place[value] for place, value in zip(places, values, strict=True)])
    return {group_key(attributes, values): np.asarray(members[values], dtype=np.intp) for values in ordered}


def _values(document: Document, attribute: str) -> Iterable[str]:
    if attribute == DOCUMENT:
        return (document.id,)
    value = document.attributes.get(attribute, "none")
    return dict.fromkeys(value.split(",")) if attribute == LABEL else (value,)


def _unknown(attribute: str, documents: Sequence[Document]) -> str:
    known = sorted(known_attributes(documents))
    plain = all(document.numbered and not document.attributes for document in documents)
    advice = " Plain text knows no documents: give the source as NIST XML or WMT XML." if plain else ""
    return (
        f"cannot group by {attribute!r}: no segment has that attribute; these texts can be grouped by "
        f"{', '.join(known)}.{advice}"
    )
