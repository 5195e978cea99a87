"""References of utterances, whatever holds them: TRN or any format of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bakeoff.data import ReferenceSet, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.recognition import recognise
from bakeoff.formats.sources import Source, open_source
from bakeoff.formats.speech.speech_files import recognise_speech
from bakeoff.formats.text.text_file import said


@dataclass(frozen=True, slots=True)
class Utterances:
    """What was said in each utterance; `ids` is None where they are only counted."""

    texts: tuple[str, ...]
    ids: tuple[str, ...] | None = None
    file: str | None = field(default=None, compare=False)


def read_utterances(
    path: str | Path,
    *,
    role: Literal["reference", "source"] = "reference",
    on_remark: Callable[[str], None] | None = None,
) -> tuple[Utterances, ...]:
    """The references in a file, one or several, or its source; `-` is standard input."""
    with open_source(path) as source:
        head = source.head.decode(errors="replace").removeprefix("\ufeff")
        speech = recognise_speech(head, source.name)
        utterances = (_transcript(source),) if speech and speech.name == "trn" else _texts(source, role)
        for remark in source.remarks if on_remark is not None else ():
            on_remark(remark)  # type: ignore[misc]
        return utterances


def _transcript(source: Source) -> Utterances:
    from bakeoff.formats.speech.trn import read  # noqa: PLC0415 - needs NumPy, which a reader of text does without

    transcript = read(source)
    for text, line in zip(transcript.texts, transcript.lines, strict=True):
        if "{" in text.split():
            raise FormatError(
                place=Place(source.name, int(line)),
                expected="one wording of each utterance",
                found="alternatives between { and }",
                remedy="Give further wordings as separate references, or score one candidate by bakeoff asr.",
            )
    return Utterances(tuple(transcript.texts), tuple(transcript.ids), source.name)


def _texts(source: Source, role: Literal["reference", "source"]) -> tuple[Utterances, ...]:
    sets = recognise(source.head, source.name).load().read(source, role=role)
    wanted = ReferenceSet if role == "reference" else TestSet
    utterances = tuple(_of_set(text) for text in sets if isinstance(text, wanted))
    if not utterances:
        raise FormatError(place=Place(source.name), expected=f"a {role}", found=said(sets))
    return utterances


def _of_set(text: TextSet) -> Utterances:
    segments = list(text.segments)
    ids = tuple(segment.id for segment in segments)
    counted = all(document.numbered for document in text.documents) or len(set(ids)) < len(ids)
    return Utterances(tuple(segment.text for segment in segments), None if counted else ids, text.file)
