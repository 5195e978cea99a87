"""Outputs without the names of their makers, for teams that combine systems.

Of a text only the segments are taken: documents, ids and attributes come from the source, comments go. Of recognised
words and transcripts what their format holds is written again, likewise without comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from bakeoff.data import Run, TestSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import TextFile, read_lines, read_speech, write, write_speech
from bakeoff.formats.text.conversion import follow
from bakeoff.submissions.context import TEXT_FORMATS
from bakeoff.submissions.packages.builder import of_the_document_type, read_run

SPEECH_FORMATS = ("ctm", "trn")
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


def write_anonymous(path: Path, target: Path, *, format: str, system: str, source: TestSet | None) -> None:
    """Writes an output in its own format under the name of no team."""
    if format in SPEECH_FORMATS:
        write_speech(read_speech(path, format=cast(Literal["ctm", "trn"], format)), target)
    elif format in TEXT_FORMATS:
        if source is None:
            raise BakeoffError("outputs are shared under the documents and ids of the source: add the source first.")
        run = anonymous_run(read_run(path, format=format), system=system, source=source)
        if format == "nist-xml":
            run = of_the_document_type(run)
        sets = (source, run) if format == "wmt-xml" else (run,)
        write(TextFile(sets, format), target, format=format)
    else:
        raise BakeoffError(f"files of the format {format} cannot be made anonymous: nothing says what they hold.")


def anonymous_run(run: Run, *, system: str, source: TestSet) -> Run:
    """The segments of a run with the documents and attributes of the source, under another name."""
    followed = cast(Run, follow(run, source))
    return replace(followed, system=system, attributes=source.attributes, file=None)
