"""Word alignment of two segments by the fewest substitutions, deletions and insertions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff import native

EditKind = Literal["match", "substitution", "deletion", "insertion"]

_KINDS: dict[str, EditKind] = {"=": "match", "S": "substitution", "D": "deletion", "I": "insertion"}


@dataclass(frozen=True, slots=True)
class EditOperation:
    """One step of an alignment: the positions (from 0) of the words it joins, None on the side that has none.

    A deletion is a reference word that the hypothesis lacks, an insertion a hypothesis word that the reference lacks.
    """

    kind: EditKind
    hypothesis: int | None
    reference: int | None


def edit_operations(hypothesis: Sequence[str], reference: Sequence[str]) -> tuple[EditOperation, ...]:
    """All steps from left to right, matches included; every word of both sides is in exactly one.

    Of several alignments with the fewest errors it is the one that rapidfuzz and jiwer choose, so that their counts of
    substitutions, deletions and insertions come out.

    >>> for step in edit_operations("the big cat".split(), "the cat sat".split()):
    ...     print(step.kind, step.hypothesis, step.reference)
    match 0 0
    insertion 1 None
    match 2 1
    deletion None 2
    """
    steps = []
    h = r = 0
    for letter in native.edit_operations(hypothesis, reference):
        in_hypothesis, in_reference = letter != "D", letter != "I"
        steps.append(EditOperation(_KINDS[letter], h if in_hypothesis else None, r if in_reference else None))
        h += in_hypothesis
        r += in_reference
    return tuple(steps)
