"""The recordings of a test set: its audio archive, its UEM file and its references are compared with each other."""

from __future__ import annotations

import wave
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath

from bakeoff.data.recognition.transcripts import Regions, TimedSegments
from bakeoff.errors import AlignmentError, InputError, Place
from bakeoff.evaluation.archived_files import sound_archive
from bakeoff.evaluation.recognition.oracles import listed_ids
from bakeoff.formats import read_regions, read_speech, recognise_speech
from bakeoff.formats.sources import open_source
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.packages.contents import PackedFile

RECORDING_ENDINGS = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".sph", ".m4a", ".mp4")
_LIMITS = Limits(files=20_000, total_bytes=1 << 35, file_bytes=1 << 33, ratio=1_000)
"""Audio is larger than text, and silence shrinks further."""
_IN_PARTS = " If the recordings come in several archives, add the others first, as numbers 2 and up."
_HEAD = 1 << 16
_ROUNDING_NS = 1_000_000_000
"""Times in UEM files are often rounded up to a second."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording of an archive."""

    archive: str
    member: str
    name: str
    """As UEM and STM files call it: without folder and ending."""
    end_ns: int | None
    """Its length, where the file is a WAV file that says it."""

    @property
    def place(self) -> str:
        return f"{self.archive} ({self.member})"


def check_audio_archive(
    path: str | Path,
    *,
    regions: Path | None = None,
    references: Iterable[Path] = (),
    beside: Sequence[Path] = (),
    is_part: bool = False,
) -> None:
    """Refuses an archive without recordings, with one twice, or with others than the UEM and the references have.

    `beside` are the other archives of the same test set: a recording is in one of them. Of a set that comes in several
    archives (`is_part`), recordings may still be missing.
    """
    recorded = list(_recorded(Path(path)))
    elsewhere = [each for other in beside for each in _recorded(other)]
    if not recorded:
        raise InputError(
            place=Place(str(path)),
            expected="an archive of recordings",
            found="no file that is a recording",
            remedy=f"Give recordings one of the endings {', '.join(RECORDING_ENDINGS)}.",
        )
    members = {each.name.casefold(): each.place for each in elsewhere}
    for each in recorded:
        before = members.setdefault(each.name.casefold(), each.member)
        if before != each.member:
            raise AlignmentError(
                place=Place(each.place),
                expected=f"each recording once; {each.name} is already {before}",
                found=each.member,
                remedy="Keep one of the two files.",
            )
    if regions is not None:
        known = read_regions(regions)
        _check_archive(path, recorded, elsewhere, known, "the UEM file", is_part=is_part)
        _check_lengths(recorded, known)
    for reference in references:
        if (segments := _timed_segments(reference)) is not None:
            _check_archive(path, recorded, elsewhere, segments, "the reference", is_part=is_part)


def check_regions(path: str | Path, *, references: Iterable[Path] = (), audio: Sequence[Path] = ()) -> None:
    """Refuses regions that overlap, hold nothing that the references say, or are of other recordings than they are."""
    regions = read_regions(path)
    _check_overlaps(path, regions)
    for reference in references:
        if (segments := _timed_segments(reference)) is not None:
            _check_against(path, regions, segments)
            _check_held(path, regions, segments)
    if audio:
        recorded = [each for archive in audio for each in _recorded(archive)]
        _check_covered(path, regions, recorded)
        _check_lengths(recorded, regions, blamed=path)


def check_reference_recordings(path: str | Path, *, regions: Path) -> None:
    """Refuses a reference of other recordings than the UEM file has."""
    if (segments := _timed_segments(Path(path))) is not None:
        _check_against(path, segments, read_regions(regions), others="the UEM file")


def _recorded(path: Path) -> Iterator[Recorded]:
    with sound_archive(path, _LIMITS) as contents:
        for file in contents.files:
            name = PurePosixPath(file.name)
            with file.path.open("rb") as stream:
                is_text = b"\0" not in stream.read(_HEAD)
            if is_text and name.suffix.lower() in RECORDING_ENDINGS:
                raise InputError(
                    place=Place(f"{path} ({file.name})"),
                    expected="a recording",
                    found="text" if file.size else "an empty file",
                    remedy="Put the recording itself there.",
                )
            if not is_text:  # texts such as a README may be next to recordings
                yield Recorded(str(path), file.name, name.stem, _length(file))


def _length(file: PackedFile) -> int | None:
    if not file.name.lower().endswith(".wav"):
        return None
    try:
        with file.path.open("rb") as stream, wave.open(stream) as sound:
            frames, rate = int(sound.getnframes()), int(sound.getframerate())
            return frames * 1_000_000_000 // rate
    except (wave.Error, EOFError, ZeroDivisionError):  # compressed in a way that only a decoder reads
        return None


def _timed_segments(path: Path) -> TimedSegments | None:
    """A reference with times; None for any other, which names no recordings."""
    with open_source(path) as source:
        kind = recognise_speech(source.head.decode(errors="replace"), source.name)
    if kind is None or kind.name != "stm":
        return None
    data = read_speech(path, format="stm")
    return data if isinstance(data, TimedSegments) else None


def _check_archive(
    path: str | Path,
    recorded: Sequence[Recorded],
    elsewhere: Sequence[Recorded],
    known: Regions | TimedSegments,
    others: str,
    *,
    is_part: bool,
) -> None:
    """Compares a new archive with a file that names recordings; `elsewhere` are those of the other archives."""
    names = _names(known)
    for each in recorded:
        if each.name.casefold() not in names:
            raise _surplus(Place(each.place), others, list(names.values()), each.name)
    present = {each.name.casefold() for each in (*recorded, *elsewhere)}
    missing = [name for folded, name in names.items() if folded not in present]
    if missing and not is_part:
        raise _missing(Place(str(path)), others, missing, more=_IN_PARTS)


def _check_covered(path: str | Path, regions: Regions, recorded: Sequence[Recorded]) -> None:
    """Compares a new UEM file with all archives of its test set."""
    names = _names(regions)
    present = {each.name.casefold() for each in recorded}
    for folded, name in names.items():
        if folded not in present:
            line = _first_line(regions, name)
            raise _surplus(Place(str(path), line), "the audio archive", [each.name for each in recorded], name)
    if surplus := [each.name for each in recorded if each.name.casefold() not in names]:
        raise _missing(Place(str(path)), "the audio archive", surplus)


def _check_against(
    path: str | Path, new: Regions | TimedSegments, known: Regions | TimedSegments, *, others: str = "the reference"
) -> None:
    """Compares the recordings of two files with times."""
    mine, theirs = _names(new), _names(known)
    for folded, name in mine.items():
        if folded not in theirs:
            raise _surplus(Place(str(path), _first_line(new, name)), others, list(theirs.values()), name)
    if missing := [name for folded, name in theirs.items() if folded not in mine]:
        raise _missing(Place(str(path)), others, missing)


def _names(data: Regions | TimedSegments) -> dict[str, str]:
    """The recordings of a file, under their names without regard to case, which scoring does not look at either."""
    return {recording.file.casefold(): recording.file for recording in data.recordings}


def _first_line(data: Regions | TimedSegments, name: str) -> int:
    row = next(row for row, number in enumerate(data.recording_of) if data.recordings[number].file == name)
    return int(data.lines[row])


def _surplus(place: Place, others: str, known: Sequence[str], found: str) -> AlignmentError:
    return AlignmentError(
        place=place,
        expected=f"recordings of {others}: {listed_ids(sorted(known))}",
        found=found,
        remedy=f"Remove or rename it, or correct {others} first.",
    )


def _missing(place: Place, others: str, missing: Sequence[str], *, more: str = "") -> AlignmentError:
    return AlignmentError(
        place=place,
        expected=f"all recordings of {others}",
        found=f"nothing for {listed_ids(missing)}",
        remedy=f"Add what is missing, or correct {others} first.{more}",
    )


def _check_lengths(recorded: Sequence[Recorded], regions: Regions, *, blamed: str | Path | None = None) -> None:
    """Refuses a region that ends after its recording."""
    ends = {each.name.casefold(): each for each in recorded if each.end_ns is not None}
    for row, number in enumerate(regions.recording_of):
        each = ends.get(regions.recordings[number].file.casefold())
        if each is None or each.end_ns is None or regions.end_ns[row] <= each.end_ns + _ROUNDING_NS:
            continue
        line, end = int(regions.lines[row]), int(regions.end_ns[row]) / 1e9
        length = each.end_ns / 1e9
        if blamed is not None:
            raise AlignmentError(
                place=Place(str(blamed), line),
                expected=f"regions inside the recording {each.member}, which is {length:.2f} seconds long",
                found=f"a region that ends at {end:.2f}",
                remedy="Correct the times.",
            )
        raise AlignmentError(
            place=Place(each.place),
            expected=f"at least {end:.2f} seconds, where a region of the UEM file ends (line {line})",
            found=f"{length:.2f} seconds",
            remedy="Add the complete recording, or correct the UEM file first.",
        )


def _check_overlaps(path: str | Path, regions: Regions) -> None:
    rows = sorted(range(len(regions.lines)), key=lambda row: (regions.recording_of[row], regions.begin_ns[row]))
    for before, row in pairwise(rows):
        same = regions.recording_of[before] == regions.recording_of[row]
        if same and regions.begin_ns[row] < regions.end_ns[before]:
            end = int(regions.end_ns[before]) / 1e9
            raise AlignmentError(
                place=Place(str(path), int(regions.lines[row])),
                expected=f"a start at {end:.2f} or later, where the region of line {int(regions.lines[before])} ends",
                found=f"{int(regions.begin_ns[row]) / 1e9:.2f}",
                remedy="Join the two regions, or remove one.",
            )


def _check_held(path: str | Path, regions: Regions, segments: TimedSegments) -> None:
    """Refuses a region in which the reference has no segment: all that systems say there would be an error."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for row, number in enumerate(segments.recording_of):
        span = (int(segments.begin_ns[row]), int(segments.end_ns[row]))
        spans.setdefault(segments.recordings[number].file.casefold(), []).append(span)
    for row, number in enumerate(regions.recording_of):
        start, end = int(regions.begin_ns[row]), int(regions.end_ns[row])
        name = regions.recordings[number].file
        if not any(first < end and last > start for first, last in spans[name.casefold()]):
            raise AlignmentError(
                place=Place(str(path), int(regions.lines[row])),
                expected=f"a region of {name} in which the reference has segments",
                found=f"{start / 1e9:.2f} to {end / 1e9:.2f} without any",
                remedy="Correct the times, or remove the region.",
            )
