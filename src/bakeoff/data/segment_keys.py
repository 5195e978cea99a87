"""What segments of a text are called and counted by, wherever texts are held against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bakeoff.data.texts import TextSet

_SHOWN = 5

Key = tuple[str, str]
"""Document id and segment id."""


def name_of(text: TextSet) -> str:
    """What to call a text in a message: its file, which may hold several texts, and which of them it is."""
    return f"{text.file} ({text.label})" if text.file else text.label


def is_numbered(text: TextSet) -> bool:
    """Whether segments are only counted off."""
    return all(document.numbered for document in text.documents)


def column_of(text: TextSet) -> tuple[str, ...]:
    """The texts of all segments."""
    return tuple(segment.text for segment in text.segments)


def keys_of(text: TextSet) -> Iterator[Key]:
    """The ids of all segments, in order."""
    for document in text.documents:
        for segment in document.segments:
            yield document.id, segment.id


def segments_in_words(keys: Sequence[Key], of: Sequence[Key] = ()) -> str:
    """The segments in words; a document is named alone where `of` has no further segment of it."""
    sizes, counts = Counter(key[0] for key in of), Counter(key[0] for key in keys)
    parts = dict.fromkeys(
        f"document {document} ({counted_segments(counts[document])})"
        if 1 < counts[document] == sizes[document]
        else f"document {document}, segment {segment}"
        for document, segment in keys
    )
    shown = "; ".join(list(parts)[:_SHOWN])
    return shown + (f" and {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else "")


def counted_segments(segments: int) -> str:
    """A number of segments in words."""
    return "1 segment" if segments == 1 else f"{segments} segments"
