"""References that lack segments, so that the number of references differs between segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.data.segment_keys import (
    Key,
    column_of,
    counted_segments,
    is_numbered,
    keys_of,
    name_of,
    segments_in_words,
)
from bakeoff.data.texts import ReferenceSet, Run, TextSet
from bakeoff.errors import AlignmentError, Place


def most_complete(references: Sequence[ReferenceSet], runs: Sequence[Run]) -> TextSet | None:
    """The first reference with ids, else run, that has all segments of the references with ids."""
    wanted = {key for text in references if not is_numbered(text) for key in keys_of(text)}
    known = [text for text in (*references, *runs) if not is_numbered(text)]
    return next((text for text in known if wanted.issubset(keys_of(text))), None)


def is_part(text: TextSet, keys: Sequence[Key]) -> bool:
    """Whether a text with ids has some of these segments, but not all, each once and in order, and nothing else."""
    own = list(keys_of(text))
    if is_numbered(text) or not own or len(own) >= len(keys):
        return False
    left = iter(keys)
    return all(key in left for key in own)


def lacked_segments(text: TextSet, keys: Sequence[Key]) -> frozenset[int]:
    """The numbers (from 0) of the segments that a text with ids lacks; none where they are only counted off."""
    if is_numbered(text):
        return frozenset()
    own = set(keys_of(text))
    return frozenset(number for number, key in enumerate(keys) if key not in own)


def check_covered(missing: Sequence[frozenset[int]], keys: Sequence[Key], anchor: TextSet) -> None:
    """Refuses segments that no reference has."""
    without = sorted(frozenset.intersection(*missing)) if missing else []
    if without:
        raise AlignmentError(
            place=Place(name_of(anchor)),
            expected="a reference for every segment",
            found=f"none for {segments_in_words([keys[number] for number in without], keys)}",
            remedy="Give a reference that has these segments.",
        )


def reference_columns(
    references: Sequence[ReferenceSet], missing: Sequence[frozenset[int]], segments: int
) -> tuple[tuple[str, ...], ...]:
    """The texts of every reference, empty where it lacks the segment."""
    if not missing:
        return tuple(column_of(text) for text in references)
    columns = []
    for text, lacked in zip(references, missing, strict=True):
        texts = iter(column_of(text))
        columns.append(tuple("" if number in lacked else next(texts) for number in range(segments)))
    return tuple(columns)


def gaps_in_words(
    references: Sequence[ReferenceSet], missing: Sequence[frozenset[int]], keys: Sequence[Key]
) -> Iterator[str]:
    """What each reference lacks."""
    for text, lacked in zip(references, missing, strict=False):
        if lacked:
            said = segments_in_words([keys[number] for number in sorted(lacked)], keys)
            yield f"{name_of(text)} lacks {len(lacked)} of {counted_segments(len(keys))} ({said})"
