"""The nouns of an evaluation: segments, documents, test sets, reference sets, runs, findings. All are immutable."""

from bakeoff.data.alignment import AlignedTexts, align, described_segments
from bakeoff.data.attributes import Attributes
from bakeoff.data.documents import Block, Document, Segment
from bakeoff.data.findings import Code, Finding, Severity
from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import name_of
from bakeoff.data.texts import ReferenceSet, Run, Supplement, TestSet, TextSet

__all__ = [
    "AlignedTexts",
    "Attributes",
    "Block",
    "Code",
    "Document",
    "Finding",
    "ReferenceSet",
    "Run",
    "Segment",
    "Severity",
    "Supplement",
    "TestSet",
    "TextSet",
    "align",
    "described_segments",
    "name_of",
    "segment_documents",
]
