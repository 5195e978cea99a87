"""Outputs without the names of their makers, for teams that combine systems.

Of a text only the segments are taken: documents, ids and attributes come from the source, comments go. Of recognised
words and transcripts what their format holds is written again, likewise without comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar, cast

from bakeoff.data import Block, Document, Run, Segment, TestSet, TextSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import TextFile, read_lines, read_speech, write, write_speech
from bakeoff.formats.text.conversion import follow
from bakeoff.submissions.context import TEXT_FORMATS
from bakeoff.submissions.packages.builder import of_the_document_type, read_run

SPEECH_FORMATS = ("ctm", "trn")
SegmentKey = tuple[str, str]
"""Document and segment."""
_Text = TypeVar("_Text", TestSet, Run)
_SHORT = 3
"""Letters of names that are words of many languages in small letters."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in an output, and where: the number of the segment (of a line for speech), from 1."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name} in segment {self.number}"


def segments_of(path: Path, format: str) -> tuple[str, ...]:
    """The segments of an output; of recognised words, its lines."""
    if format in TEXT_FORMATS:
        return tuple(segment.text for segment in read_run(path, format=format).segments)
    return tuple(read_lines(path))


def mentions(
    segments: Sequence[str], names: Iterable[str], *, beside: Sequence[Sequence[str]] = ()
) -> tuple[Mention, ...]:
    """Where an output names who made it, in whatever case; short names as they are written.

    A name that the same segment of a text `beside` holds too (the source, a reference, another output) belongs to what
    was said and reveals nothing.

    >>> mentions(["NIST met", "by nist_2012"], ["NIST"], beside=[["Nist met in May", "the end"]])
    (Mention(name='nist', number=2),)
    """
    wanted = sorted(filter(None, {name.strip() for name in names}), key=len, reverse=True)
    if not wanted:
        return ()
    # Part of a longer word it is another word; underscores join words in names of files.
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(_written, wanted))})(?![^\W_])")
    mentioned = []
    for at, text in enumerate(segments):
        others = [column[at] for column in beside if at < len(column)]
        for name in dict.fromkeys(pattern.findall(text)):
            if not any(name.casefold() == each.casefold() for other in others for each in pattern.findall(other)):
                mentioned.append(Mention(name, at + 1))
    return tuple(mentioned)


def _written(name: str) -> str:
    """A pattern for the ways in which a name may be written."""
    return re.escape(name) if len(name) <= _SHORT else f"(?i:{re.escape(name)})"


def write_anonymous(
    path: Path,
    target: Path,
    *,
    format: str,
    system: str,
    source: TestSet | None,
    only: Collection[SegmentKey] | None = None,
) -> None:
    """Writes an output in its own format under the name of no team; of a text, `only` some segments."""
    if format in SPEECH_FORMATS:
        if only is not None:
            raise BakeoffError(f"files of the format {format} cannot be cut to a subset of the test set.")
        write_speech(read_speech(path, format=cast(Literal["ctm", "trn"], format)), target)
    elif format in TEXT_FORMATS:
        if source is None:
            raise BakeoffError("outputs are shared under the documents and ids of the source: add the source first.")
        run = anonymous_run(read_run(path, format=format), system=system, source=source)
        if only is not None:
            source, run = cut_to(source, only), cut_to(run, only)
        if format == "nist-xml":
            run = of_the_document_type(run)
        sets = (source, run) if format == "wmt-xml" else (run,)
        write(TextFile(sets, format), target, format=format)
    else:
        raise BakeoffError(f"files of the format {format} cannot be made anonymous: nothing says what they hold.")


def segments_in(subsets: Collection[str], texts: Sequence[TextSet]) -> frozenset[SegmentKey]:
    """The segments of subsets: by `subset` of the segment or of its document, in the first of the texts that has it."""
    known: dict[SegmentKey, str] = {}
    for text in texts:
        for document in text.documents:
            for segment in document.segments:
                subset = segment.attributes.get("subset") or document.attributes.get("subset")
                if subset:
                    known.setdefault((document.id, segment.id), subset)
    found = frozenset(key for key, subset in known.items() if subset in subsets)
    if not found:
        raise BakeoffError(
            f"no segment belongs to {' or '.join(sorted(subsets))}: give documents or segments of the source or of a "
            "reference the attribute subset."
        )
    return found


def cut_to(text: _Text, only: Collection[SegmentKey]) -> _Text:
    """A text with some of its segments, and without the documents and blocks that have none of them."""
    documents = []
    for document in text.documents:
        content = tuple(part for part in _kept(document, only) if not isinstance(part, Block) or part.segments)
        if content:
            documents.append(replace(document, content=content))
    return replace(text, documents=tuple(documents))


def _kept(document: Document, only: Collection[SegmentKey]) -> Iterator[Segment | Block]:
    for part in document.content:
        if isinstance(part, Block):
            yield replace(part, segments=tuple(each for each in part.segments if (document.id, each.id) in only))
        elif (document.id, part.id) in only:
            yield part


def anonymous_run(run: Run, *, system: str, source: TestSet) -> Run:
    """The segments of a run with the documents and attributes of the source, under another name."""
    followed = cast(Run, follow(run, source))
    return replace(followed, system=system, attributes=source.attributes, file=None)
