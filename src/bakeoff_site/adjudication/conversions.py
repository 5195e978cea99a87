"""From rows of the database to what evaluations and pages understand."""

from __future__ import annotations

from bakeoff.evaluation.adjudication.versions import marked_changes
from bakeoff.formats import SegmentCorrection
from bakeoff.rulebook import Rulebook
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.datasets.permissions import Slot

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether the other text lacks it."""


def correction_of(row: Correction) -> SegmentCorrection:
    """A proposal as evaluations apply it."""
    return SegmentCorrection(row.segment, row.found, row.proposed, str(row.proposed_by), row.reason)


def marked(before: str, after: str) -> tuple[Marked, Marked]:
    """Two texts with the words marked that the other one lacks."""
    first, second = marked_changes(before, after)
    return tuple((piece.text, piece.differs) for piece in first), tuple((piece.text, piece.differs) for piece in second)


def language_of(rules: Rulebook, slot: Slot) -> str:
    """The code of the language that a reference is written in; empty where it serves several language pairs."""
    pair = rules.language_pairs.get(slot.language_pair)
    return pair.target_code or "" if pair is not None else ""
