"""Re-segmented runs as tables and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bakeoff.alignment import SegmentCut
from bakeoff.data import Document, Segment
from bakeoff.evaluation import ResegmentedRun
from bakeoff.reports.table import Column, Table


def resegmentation_table(resegmented: ResegmentedRun) -> Table:
    """A row for each segment of the references."""
    return Table(
        title=f"{resegmented.run.system}, AS-WER {resegmented.wer:.2f}",
        columns=(
            Column("document"),
            Column("segment"),
            Column("errors"),
            Column("reference words"),
            Column("reference"),
            Column("text"),
        ),
        rows=tuple(
            (document.id, segment.id, cut.errors, cut.reference_words, cut.reference + 1, segment.text)
            for document, segment, cut in _segments(resegmented)
        ),
        notes=(resegmented.signature,),
    )


def resegmentation_json(resegmented: ResegmentedRun) -> dict[str, Any]:
    """A re-segmented run as JSON: what it cost in all and by segment; references are counted from 1."""
    return {
        "system": resegmented.run.system,
        "signature": resegmented.signature,
        "streams": len(resegmented.streams),
        "errors": resegmented.errors,
        "reference_words": resegmented.reference_words,
        "as_wer": resegmented.wer,
        "segments": [
            {
                "document": document.id,
                "segment": segment.id,
                "text": segment.text,
                "errors": cut.errors,
                "reference_words": cut.reference_words,
                "reference": cut.reference + 1,
            }
            for document, segment, cut in _segments(resegmented)
        ],
    }


def _segments(resegmented: ResegmentedRun) -> Iterator[tuple[Document, Segment, SegmentCut]]:
    cuts = resegmented.cuts
    for document in resegmented.run.documents:
        for segment in document.segments:
            yield document, segment, next(cuts)
