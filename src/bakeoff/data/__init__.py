"""The nouns of an evaluation: segments, documents, test sets, reference sets and runs. All are immutable."""

from bakeoff.data.alignment import AlignedTexts, align
from bakeoff.data.documents import Block, Document, Segment
from bakeoff.data.texts import ReferenceSet, Run, TestSet, TextSet

__all__ = [
    "AlignedTexts",
    "Block",
    "Document",
    "ReferenceSet",
    "Run",
    "Segment",
    "TestSet",
    "TextSet",
    "align",
]
