"""What runs are checked against: source texts, recordings, utterances; and which of them a run belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from bakeoff.data import Block, TestSet
from bakeoff.errors import FormatError
from bakeoff.formats import read_source, read_speech, recognise_speech
from bakeoff.formats.sources import open_source
from bakeoff.submissions.packages.entries import Entry

if TYPE_CHECKING:
    from bakeoff.rulebook import Rulebook

_HEAD = 1 << 16


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document of the source: what a run has to repeat."""

    id: str
    genre: str | None
    segments: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSource:
    """Something to check runs against. `test_set` and `language_pair` are ids of the rulebook, where they are known."""

    name: str
    test_set: str | None = None
    language_pair: str | None = None
    set_id: str | None = None
    language: str | None = None
    documents: Mapping[str, SourceDocument] = field(default_factory=dict)
    numbered: bool = False
    """Whether documents and ids were only counted off, so that only the number of segments says something."""
    recordings: Mapping[str, int] = field(default_factory=dict)
    """Recordings and where they end, in nanoseconds."""
    utterances: tuple[str, ...] = ()
    text: TestSet | None = None
    """The text itself, where it is one."""
    attributes: frozenset[str] = frozenset()
    """Of its documents, blocks and segments: a run may keep them."""

    @property
    def kind(self) -> Literal["text", "recordings", "utterances"]:
        """What of a run it can be compared with."""
        return "recordings" if self.recordings else "utterances" if self.utterances else "text"

    @property
    def size(self) -> int:
        """How many segments it has."""
        return sum(len(document.segments) for document in self.documents.values())


def source_of(text: TestSet, *, test_set: str | None = None, language_pair: str | None = None) -> CheckSource:
    """A source text as something to check against."""
    documents = {
        document.id: SourceDocument(
            document.id,
            document.genre,
            tuple(segment.id for segment in document.segments),
            tuple(segment.text for segment in document.segments),
        )
        for document in text.documents
    }
    return CheckSource(
        name=text.file or text.test_set or "source",
        test_set=test_set,
        language_pair=language_pair,
        set_id=text.test_set,
        language=text.source_language,
        documents=documents,
        text=text,
        numbered=all(document.numbered for document in text.documents),
        attributes=frozenset(_attributes(text)),
    )


def _attributes(text: TestSet) -> Iterator[str]:
    yield from text.attributes
    for document in text.documents:
        yield from document.attributes
        for part in document.content:
            yield from part.attributes
            for segment in part.segments if isinstance(part, Block) else ():
                yield from segment.attributes


def holds_recordings(path: str | Path) -> bool:
    """Whether a file of a source is no text: a recording, or an archive of them, which no run can be compared with."""
    try:
        with open_source(path) as source:
            head = source.head
    except FormatError:  # what looks like gzip and is none
        with Path(path).open("rb") as stream:
            head = stream.read(_HEAD)
    return b"\0" in head


def read_check_source(path: str | Path) -> CheckSource:
    """A source text in any format, or, for recognition, a UEM, STM or TRN file."""
    with open_source(path) as source:
        kind = recognise_speech(source.head.decode(errors="replace"), source.name)
    if kind is None or kind.name not in ("uem", "stm", "trn"):
        return source_of(read_source(path))
    return _speech_source(read_speech(path, format=kind.name), str(path))


def _speech_source(data: object, name: str) -> CheckSource:
    from bakeoff.data.recognition.transcripts import Regions, TimedSegments, Transcript  # noqa: PLC0415 - loads NumPy

    if isinstance(data, Transcript):
        return CheckSource(name=name, utterances=tuple(data.ids))
    recordings: dict[str, int] = {}
    if isinstance(data, Regions | TimedSegments):
        for number, end in zip(data.recording_of, data.end_ns, strict=True):
            file = data.recordings[number].file
            recordings[file] = max(recordings.get(file, 0), int(end))
    return CheckSource(name=name, recordings=recordings)


def as_sources(given: Iterable[CheckSource | TestSet | str | Path]) -> tuple[CheckSource, ...]:
    """Sources from texts and files."""
    return tuple(
        each
        if isinstance(each, CheckSource)
        else source_of(each)
        if isinstance(each, TestSet)
        else read_check_source(each)
        for each in given
    )


def match_source(
    sources: Sequence[CheckSource], entry: Entry, rulebook: Rulebook, *, set_id: str | None
) -> CheckSource | None:
    """The source that a run belongs to; None where none fits or several fit equally well.

    What contradicts the run's language pair or test set is out. Of the others the one counts that agrees in most:
    test set and pair that the caller named, the set id that the rulebook gives or the run itself has (`set_id`), the
    language, the file's name.
    """
    marks = [_agreement(source, entry, rulebook, set_id) for source in sources]
    best = max(marks, default=0)
    return sources[marks.index(best)] if best and marks.count(best) == 1 else None


def _agreement(source: CheckSource, entry: Entry, rulebook: Rulebook, set_id: str | None) -> int:
    """How well a source fits; 0 where it cannot be the one."""
    if any(_contradictions(source, entry, rulebook)):
        return 0
    pair = rulebook.language_pairs.get(entry.language_pair or "")
    mark = 1 + 2 * bool(source.language and pair)
    for said, wanted in ((source.test_set, entry.test_set), (source.language_pair, entry.language_pair)):
        mark += 8 * (said is not None and wanted is not None)
    if source.set_id:
        mark += 4 * (source.set_id == _written_id(entry, rulebook))
        mark += 2 * (source.set_id == set_id)
    name = PurePath(source.name).name
    return mark + sum(bool(word and word in name) for word in (entry.language_pair, entry.test_set))


def is_of_another(source: CheckSource, entry: Entry) -> bool:
    """Whether a source whose test set the caller named belongs to another set or language pair."""
    named = ((source.test_set, entry.test_set), (source.language_pair, entry.language_pair))
    return source.test_set is not None and any(said and wanted not in (None, said) for said, wanted in named)


def misfits(source: CheckSource, entry: Entry, rulebook: Rulebook) -> list[str]:
    """Why a source cannot be the one that a run belongs to, such as `language German is not Arabic`; else nothing."""
    reasons = list(_contradictions(source, entry, rulebook))
    wanted = _written_id(entry, rulebook)
    # A set id does not rule a source out, but people know their files by it.
    if reasons and source.set_id and wanted and source.set_id != wanted:
        reasons.insert(0, f"setid {source.set_id} is not {wanted}")
    return reasons


def _contradictions(source: CheckSource, entry: Entry, rulebook: Rulebook) -> Iterator[str]:
    pair = rulebook.language_pairs.get(entry.language_pair or "")
    for what, said, wanted in (
        ("test set", source.test_set, entry.test_set),
        ("language pair", source.language_pair, entry.language_pair),
    ):
        if said is not None and wanted is not None and said != wanted:
            yield f"{what} {said} is not {wanted}"
    if source.language and pair and not same_language(source.language, pair.source):
        yield f"language {source.language} is not {pair.source}"


def _written_id(entry: Entry, rulebook: Rulebook) -> str | None:
    """The set id that the rulebook gives the test set."""
    rules = rulebook.test_sets.get(entry.test_set or "")
    return rules.written_id(entry.language_pair or "") if rules else None


def same_language(one: str, other: str) -> bool:
    """Whether two names of languages may be the same; a code and a name cannot be compared."""
    return one.casefold() == other.casefold() or not comparable_languages(one, other)


def comparable_languages(one: str, other: str) -> bool:
    """Whether both are codes, or both names."""
    return not min(len(one), len(other)) <= 3 < max(len(one), len(other))
