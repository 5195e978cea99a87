"""TRN: what was said in each utterance, a line each: words, then the utterance's id in parentheses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bakeoff.data.speech import Transcript
from bakeoff.errors import FormatError, Place
from bakeoff.formats.columns import STARS, passed_over
from bakeoff.formats.sources import Source


def read(source: Source) -> Transcript:
    """The utterances of a file; a last line without line feed counts, unlike in sclite."""
    ids: list[str] = []
    texts: list[str] = []
    numbers: list[int] = []
    starred: list[int] = []
    for number, raw in enumerate(source.lines(), start=1):
        line = raw.strip(" \t")
        if line.startswith(STARS):
            starred.append(number)
        elif line and not line.startswith(";;"):
            text, id_ = _text_and_id(line, Place(source.name, number))
            texts.append(text)
            ids.append(id_)
            numbers.append(number)
    if starred:
        source.remarks.append(passed_over(source.name, starred, "lines that begin with **", "sclite does so"))
    return Transcript(ids=ids, texts=texts, lines=np.array(numbers, np.int32), file=source.name)


def _text_and_id(line: str, place: Place) -> tuple[str, str]:
    text, opening, rest = line.rpartition("(")
    id_ = rest[:-1]
    if not opening or not rest.endswith(")") or not id_.strip() or ")" in id_:
        raise FormatError(
            place=place,
            expected="the utterance's id in parentheses at the end of the line",
            found=repr(line[-40:]),
            remedy="Write a line as: what was said (speaker-utterance).",
        )
    return text.rstrip(" \t"), id_


def write(transcript: Transcript) -> Iterator[str]:
    """A line for each utterance."""
    for text, id_ in zip(transcript.texts, transcript.ids, strict=True):
        place = Place(segment=id_)
        if not id_.strip() or any(character in id_ for character in "()\n"):
            raise FormatError(expected="an id without parentheses", found=repr(id_))
        if "\n" in text or text != text.strip(" \t"):
            raise FormatError(place=place, expected="a text of one line, without blanks around it", found=repr(text))
        if text.startswith((";;", STARS)):
            raise FormatError(place=place, expected="a text that does not look like a comment", found=repr(text))
        yield f"{text} ({id_})\n" if text else f"({id_})\n"
