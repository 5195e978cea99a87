"""Texts and their translations as pairs of words, for commands that align them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bakeoff.cli.interface.output import remark
from bakeoff.errors import AlignmentError, Place

if TYPE_CHECKING:
    from bakeoff.alignment import SentencePair
    from bakeoff.data import TextSet


def word_pairs(source: TextSet, text: TextSet, name: str) -> Iterator[SentencePair]:
    """The words of each segment of a source and of its translation, which is called by this name in errors."""
    from bakeoff.text import words_of

    ours, theirs = (list(each.segments) for each in (source, text))
    if [each.id for each in ours] != [each.id for each in theirs]:
        raise AlignmentError(
            place=Place(name),
            expected=f"the {len(ours):,} segments of the source in the same order",
            found=f"{len(theirs):,}" if len(ours) != len(theirs) else "others",
            remedy="Give a run of this source.",
        )
    for one, other in zip(ours, theirs, strict=True):
        yield words_of(one.text), words_of(other.text)


def further_pairs(files: Sequence[tuple[str, str]]) -> tuple[SentencePair, ...]:
    """The pairs of more text to learn from: a file of sources and one of translations each."""
    from bakeoff.formats import read_runs, read_source

    return tuple(
        pair
        for source, target in files
        for run in read_runs(target, on_remark=remark)
        for pair in word_pairs(read_source(source, on_remark=remark), run, target)
    )
