"""The nouns of an evaluation: segments, documents, test sets, reference sets, runs, findings. All are immutable."""

from typing import TYPE_CHECKING, Any

from bakeoff.data.alignment import AlignedTexts, align, described_segments
from bakeoff.data.attributes import Attributes
from bakeoff.data.documents import Block, Document, Segment
from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import name_of
from bakeoff.data.texts import ReferenceSet, Run, Supplement, TestSet, TextSet

if TYPE_CHECKING:  # loaded when they are asked for: who scores finds no faults
    from bakeoff.data.findings import Code, Finding, Severity

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


def __getattr__(name: str) -> Any:
    if name not in ("Code", "Finding", "Severity"):
        raise AttributeError(f"module 'bakeoff.data' has no attribute {name!r}")
    from bakeoff.data import findings  # noqa: PLC0415 - see above

    return getattr(findings, name)
