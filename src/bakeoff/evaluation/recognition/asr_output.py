"""ASR output that organisers hand out as input: read, and compared with the utterances of its test set."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists, join_lattices
from bakeoff.data.recognition.transcripts import TimedWords, Transcript
from bakeoff.errors import AlignmentError, FormatError, InputError, Place
from bakeoff.evaluation.archived_files import sound_archive, under_own_names
from bakeoff.evaluation.recognition.oracles import listed_ids, match_utterances
from bakeoff.formats import read_hypotheses, read_source, read_speech, read_utterances, recognise_speech
from bakeoff.formats.sources import open_source
from bakeoff.formats.speech.utterances import Utterances
from bakeoff.submissions.archives.kinds import kind_of_name
from bakeoff.submissions.archives.limits import Limits

MOST_LATTICES = 20_000
"""Files of an archive: a lattice for each utterance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What is known of a test set that ASR output belongs to."""

    utterances: Utterances | None = None
    """What was said: its transcript, or its source where that is a text."""
    recordings: Collection[str] = ()
    """Its recordings, as a UEM file calls them."""


def read_candidates(path: str | Path) -> NBestLists | Lattices:
    """The n-best lists, lattices or confusion networks of a test set: a file, or an archive of SLF files."""
    path = Path(path)
    if kind_of_name(path.name) is None:
        return read_hypotheses(path)
    with sound_archive(path, Limits(files=MOST_LATTICES)) as contents, under_own_names(contents.files) as files:
        lattices = [_lattice(file, path) for _, file in files]
    if not lattices:
        raise FormatError(place=Place(str(path)), expected="an archive of lattices", found="an empty archive")
    return join_lattices(lattices)


def check_candidates(path: str | Path, spoken: Spoken, *, lattices: bool) -> None:
    """Refuses n-best lists, or lattices, that cannot be read or are not those of the test set.

    Each utterance needs a list, no other may have one, and lists with ids come in the order of the test set.
    """
    candidates = read_candidates(path)
    if isinstance(candidates, Lattices) != lattices:
        raise FormatError(
            place=Place(str(path)),
            expected="lattices or confusion networks" if lattices else "n-best lists",
            found="n-best lists" if lattices else f"a {candidates.form}" if isinstance(candidates, Lattices) else "",
            remedy="Add it as the input that it is.",
        )
    if spoken.utterances is None:
        return
    said, ids = spoken.utterances, spoken.utterances.ids
    order, _ = match_utterances(candidates, ids, len(said.texts), said)
    missing = [ids[number] if ids else str(number + 1) for number, place in enumerate(order) if place < 0]
    if missing:
        raise _missing(path, missing, len(said.texts), said.file)
    in_archive = kind_of_name(Path(path).name) is not None  # whose files are in no order
    if ids and candidates.ids and not in_archive:
        _check_order(candidates.ids, ids, [int(line) for line in candidates.first_lines], path)


def check_one_best(path: str | Path, spoken: Spoken) -> None:
    """Refuses recognised speech that cannot be read or is not of the test set: CTM, TRN, or a text of its segments."""
    with open_source(path) as source:
        kind = recognise_speech(source.head.decode(errors="replace"), source.name)
    if kind is None or kind.name not in ("ctm", "trn"):
        _check_segments(path, spoken)
        return
    data = read_speech(path, format=kind.name)
    if isinstance(data, TimedWords):
        _check_recordings(path, data, spoken)
    elif isinstance(data, Transcript) and spoken.utterances is not None:
        _check_utterances(path, data, spoken.utterances)


def _check_segments(path: str | Path, spoken: Spoken) -> None:
    segments = sum(1 for _ in read_source(path).segments)
    if spoken.utterances is not None and segments != len(spoken.utterances.texts):
        raise AlignmentError(
            place=Place(str(path)),
            expected=f"the {len(spoken.utterances.texts):,} segments of {spoken.utterances.file}",
            found=f"{segments:,} segments",
            remedy="Write a line for each segment, an empty one where nothing was recognised.",
        )


def _check_recordings(path: str | Path, words: TimedWords, spoken: Spoken) -> None:
    if not spoken.recordings:
        return
    for row, number in enumerate(words.recording_of):
        name = words.recordings[number].file
        if name not in spoken.recordings:
            raise AlignmentError(
                place=Place(str(path), int(words.lines[row])),
                expected=f"recordings of the test set: {listed_ids(sorted(spoken.recordings))}",
                found=name,
                remedy="Write the names that the UEM file has.",
            )
    present = {recording.file for recording in words.recordings}
    if missing := [name for name in spoken.recordings if name not in present]:
        raise AlignmentError(
            place=Place(str(path)),
            expected=f"words of all {len(spoken.recordings)} recordings of the test set",
            found=f"none of {listed_ids(missing)}",
            remedy="Add what was recognised in them.",
        )


def _check_utterances(path: str | Path, transcript: Transcript, said: Utterances) -> None:
    if said.ids is None:
        if len(transcript.ids) != len(said.texts):
            expected = f"the {len(said.texts):,} utterances of {said.file}"
            raise AlignmentError(place=Place(str(path)), expected=expected, found=f"{len(transcript.ids):,}")
        return
    known = set(said.ids)
    for name, line in zip(transcript.ids, transcript.lines, strict=True):
        if name not in known:
            place = Place(str(path), int(line))
            raise AlignmentError(place=place, expected=f"utterances of {said.file}", found=name)
    present = set(transcript.ids)
    if missing := [name for name in said.ids if name not in present]:
        raise _missing(path, missing, len(said.texts), said.file)
    _check_order(list(transcript.ids), said.ids, [int(line) for line in transcript.lines], path)


def _check_order(found: Sequence[str], wanted: Sequence[str], lines: Sequence[int], path: str | Path) -> None:
    for name, expected, line in zip(found, wanted, lines, strict=False):
        if name != expected:
            raise AlignmentError(
                place=Place(str(path), line),
                expected=f"the utterance {expected} here, as in the test set",
                found=name,
                remedy="Sort the utterances as the test set has them.",
            )


def _missing(path: str | Path, missing: Sequence[str], count: int, file: str | None) -> AlignmentError:
    return AlignmentError(
        place=Place(str(path)),
        expected=f"all {count:,} utterances of {file or 'the test set'}",
        found=f"nothing for {listed_ids(missing)}",
        remedy="Add an empty hypothesis where nothing was recognised.",
    )


def _lattice(file: Path, archive: Path) -> Lattices:
    try:
        data = read_hypotheses(file)
    except InputError as error:
        error.place = Place(f"{archive} ({file.name})", error.place.line)
        raise
    if not isinstance(data, Lattices):
        raise FormatError(
            place=Place(f"{archive} ({file.name})"), expected="a lattice in HTK's format (SLF)", found="something else"
        )
    return data


def read_spoken(path: str | Path) -> Utterances:
    """What was said in a test set: its transcript as TRN, or a source or transcript as text."""
    return read_utterances(path, role="source")[0]
