"""References as they can be corrected."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bakeoff.evaluation.adjudication.reference_files import ReferenceFile, read_reference_file
from bakeoff.evaluation.adjudication.versions import Reference, segment_ids, segment_texts
from bakeoff_site.adjudication.conversions import language_of
from bakeoff_site.adjudication.permissions import is_of_speech
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile


@dataclass(frozen=True, slots=True)
class Line:
    """A segment of a reference."""

    part: int
    segment: str
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """The segments of a file of references that somebody looks for."""

    lines: tuple[Line, ...]
    found: int


def references_in(data_file: DataFile) -> tuple[Reference, ...]:
    """The references of a file as they are written there."""
    return _read(data_file.sha256, data_file.name, speech=speech_of(data_file)).references


def speech_of(data_file: DataFile) -> bool:
    return is_of_speech(data_file.campaign.rules, slot_of(data_file))


def language_code(data_file: DataFile) -> str:
    return language_of(data_file.campaign.rules, slot_of(data_file))


def segment_of(data_file: DataFile, part: int, segment: str) -> Line | None:
    """A segment by the name that the reference has for it."""
    texts = texts_of(data_file)
    return Line(part, segment, texts[part, segment]) if (part, segment) in texts else None


def texts_of(data_file: DataFile) -> dict[tuple[int, str], str]:
    """The text of each segment, by the number of its reference in the file and its name."""
    return _texts(data_file.sha256, data_file.name, speech=speech_of(data_file))


def lines_with(data_file: DataFile, words: str, *, start: int, most: int) -> Lines:
    """Segments that have some words in their text or name; all where none are asked for."""
    sought = words.casefold()
    lines = [
        Line(part, segment, text)
        for (part, segment), text in texts_of(data_file).items()
        if sought in text.casefold() or sought in segment.casefold()
    ]
    return Lines(tuple(lines[start : start + most]), len(lines))


@lru_cache(maxsize=8)  # by checksum: what is read once stays right for good
def _read(sha256: str, name: str, *, speech: bool) -> ReferenceFile:
    with under_name(sha256, name) as path:
        return read_reference_file(path, speech=speech)


@lru_cache(maxsize=8)
def _texts(sha256: str, name: str, *, speech: bool) -> dict[tuple[int, str], str]:
    return {
        (part, segment): text
        for part, reference in enumerate(_read(sha256, name, speech=speech).references, start=1)
        for segment, text in zip(segment_ids(reference), segment_texts(reference), strict=True)
    }
