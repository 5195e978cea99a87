"""TRN: what was said in each utterance, a line each: words, then the utterance's id in parentheses."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data.recognition.transcripts import Transcript
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.speech.columns import STARS, passed_over
from bakeoff.native import read_trn


def read(source: Source) -> Transcript:
    """The utterances of a file; a last line without line feed counts, unlike in sclite."""
    text = source.utf8()
    try:
        lines, ids, texts, starred = read_trn(text)
    except ValueError as error:
        _, line, line_text = error.args
        raise FormatError(
            place=Place(source.name, line),
            expected="the utterance's id in parentheses at the end of the line",
            found=repr(line_text[-40:]),
            remedy="Write a line as: what was said (speaker-utterance).",
        ) from None
    if len(starred):
        source.remarks.append(passed_over(source.name, starred, "lines that start with **", "sclite does so"))
    return Transcript(ids=ids, texts=texts, lines=lines, file=source.name)


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
