"""Statistics and texts as bytes that are kept: compressed, and exact to the last bit."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.data import AlignedTexts, Document
from bakeoff.errors import InputError
from bakeoff.metrics import Statistics

_HEAD = struct.Struct("<4sII")
_MARK = b"bks1"
_LEVEL = 6
_BYTES = 8


def pack_statistics(statistics: Statistics) -> bytes:
    """Rows of statistics, compressed and exact.

    Columns are mostly small counts: bytes of the same weight next to each other compress several times better.

    >>> rows = np.array([[1.0, 0.1], [2.0, 0.2]])
    >>> bool((unpack_statistics(pack_statistics(rows)) == rows).all())
    True
    """
    rows, columns = statistics.shape
    weighed = np.ascontiguousarray(statistics.T, "<f8").reshape(-1).view(np.uint8).reshape(-1, _BYTES).T
    return _HEAD.pack(_MARK, rows, columns) + zlib.compress(weighed.tobytes(), _LEVEL)


def unpack_statistics(packed: bytes) -> Statistics:
    """The rows that `pack_statistics` packed."""
    try:
        mark, rows, columns = _HEAD.unpack_from(packed)
        content = zlib.decompress(packed[_HEAD.size :])
    except (struct.error, zlib.error):
        mark, rows, columns, content = b"", 0, 0, b""
    if mark != _MARK or len(content) != rows * columns * _BYTES:
        raise InputError(expected="statistics as they were packed", found=f"{len(packed)} other bytes")
    values = np.frombuffer(content, np.uint8).reshape(_BYTES, -1).T.copy().view("<f8").reshape(columns, rows)
    return np.ascontiguousarray(values.T, np.float64)


def pack_segments(segments: Sequence[str]) -> bytes:
    """One text in the order of the layout."""
    return _packed(list(segments))


def unpack_segments(packed: bytes) -> tuple[str, ...]:
    """The text that `pack_segments` packed."""
    return tuple(_unpacked(packed))


def pack_layout(texts: AlignedTexts) -> bytes:
    """What all runs on a test set share: documents, ids of segments, source and references."""
    numbers: dict[Document, int] = {}
    bare = [_bare(document) for document in texts.documents]
    places = [numbers.setdefault(document, len(numbers)) for document in bare]
    return _packed(
        {
            "documents": [[each.id, dict(each.attributes), each.numbered] for each in numbers],
            "places": places,
            "segments": texts.segment_ids,
            "source": texts.source,
            "references": texts.references,
            "missing": [sorted(lacked) for lacked in texts.missing],
        }
    )


def unpack_layout(packed: bytes) -> AlignedTexts:
    """The texts that `pack_layout` packed, without runs; documents know their id and attributes alone."""
    content = _unpacked(packed)
    documents = [Document(id_, (), attributes, numbered) for id_, attributes, numbered in content["documents"]]
    return AlignedTexts(
        documents=tuple(documents[place] for place in content["places"]),
        segment_ids=tuple(content["segments"]),
        references=tuple(map(tuple, content["references"])),
        runs=(),
        source=None if content["source"] is None else tuple(content["source"]),
        missing=tuple(map(frozenset, content.get("missing", ()))),  # layouts that were packed earlier lack it
    )


def _bare(document: Document) -> Document:
    return replace(document, content=())


def _packed(content: object) -> bytes:
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), _LEVEL)


def _unpacked(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))
