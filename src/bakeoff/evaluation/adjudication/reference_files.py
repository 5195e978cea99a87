"""Files of references read as what can be corrected, and written again as they were, corrections included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from bakeoff.data import ReferenceSet
from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.errors import FormatError, InputError, Place
from bakeoff.evaluation.adjudication.versions import Reference, apply_corrections, reference_differences
from bakeoff.evaluation.recognition.scorer import read_side
from bakeoff.formats import SegmentCorrection, write, write_speech
from bakeoff.formats.reader import read
from bakeoff.formats.text.text_file import TextFile, said


@dataclass(frozen=True, slots=True)
class ReferenceFile:
    """The references of a file in order: one, or as many as a file of translations holds."""

    references: tuple[Reference, ...]
    text_file: TextFile | None = None
    """Everything that is in it, where it is a file of translations; None for transcripts."""


def read_reference_file(path: str | Path, *, speech: bool) -> ReferenceFile:
    """A transcript (TRN, STM) where it is of `speech`, else translations in any format, as they are written."""
    if speech:
        return ReferenceFile((read_side(str(path), "ref"),))
    text_file = read(path, role="reference")
    references = tuple(text for text in text_file.sets if isinstance(text, ReferenceSet))
    if not references:
        raise FormatError(place=Place(str(path)), expected="a reference", found=said(text_file.sets))
    return ReferenceFile(references, text_file)


def correct_file(
    path: str | Path, target: str | Path, corrections: Mapping[int, Sequence[SegmentCorrection]], *, speech: bool
) -> None:
    """Writes a file of references again, with corrections by the place of their reference in it, from 0.

    It is read again: a text that its format would take for something else is refused, and `target` is then no file to
    be used. Comments of transcripts are not kept.
    """
    before = read_reference_file(path, speech=speech)
    after = tuple(
        apply_corrections(reference, corrections.get(place, ())) for place, reference in enumerate(before.references)
    )
    _write(replace(before, references=after), target)
    written = read_reference_file(target, speech=speech)
    for wanted, read_back in zip(after, written.references, strict=True):
        for difference in reference_differences(wanted, read_back):
            raise InputError(
                place=Place(str(path), segment=difference.segment),
                expected="a text that the format of the file can hold",
                found=repr(difference.old),
                remedy=f"It would be read as {difference.new!r}. Write it differently.",
            )


def _write(file: ReferenceFile, path: str | Path) -> None:
    if file.text_file is None:
        write_speech(cast(Transcript | TimedSegments, file.references[0]), path)
        return
    corrected = iter(cast(tuple[ReferenceSet, ...], file.references))
    sets = tuple(next(corrected) if isinstance(text, ReferenceSet) else text for text in file.text_file.sets)
    write(replace(file.text_file, sets=sets), path, format=file.text_file.format)
