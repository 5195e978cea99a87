"""Files whose figures are asked for: texts in any format, STM, CTM, UEM and TRN, and archives of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet, TextSet
from bakeoff.data.recognition.transcripts import Recording, Regions, TimedSegments, TimedWords, Token, Transcript
from bakeoff.errors import InputError, Place
from bakeoff.evaluation.corpora.archives import unpacked_texts
from bakeoff.evaluation.corpora.times import Times
from bakeoff.evaluation.scores.groups import label_attributes
from bakeoff.formats import read, read_speech, recognise_speech
from bakeoff.formats.budgets import require_affordable
from bakeoff.formats.sources import open_source
from bakeoff.submissions.archives.kinds import is_archive

_ALTERNATION = re.compile(r"\{([^{}/]*)(?:/[^{}]*)?\}")
_OPTIONAL = re.compile(r"(?<!\S)\(([^()]*)\)(?!\S)")
_NO_WORD = re.compile(r"(?<!\S)@(?!\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A text, what is known of its times, or both. Recognised words (CTM) have no segments, regions (UEM) no words."""

    name: str
    text: TextSet
    times: Times | None = None
    has_segments: bool = True
    has_words: bool = True
    member: str = ""
    """What it is called in its archive; empty where it is a file of its own."""

    @property
    def language(self) -> str:
        """What the file says of the language; nothing where it does not."""
        text = self.text
        said = text.target_language if isinstance(text, ReferenceSet | Run) else text.source_language
        return said or ""


def read_corpora(
    path: str | Path, *, on_remark: Callable[[str], None] | None = None, within_budget: bool = False
) -> tuple[Corpus, ...]:
    """What a file holds, by its content and name: the texts of a file of text, or the one of a file of speech.

    Of a zip or tar archive, those of all its files; ones that no reader understands are passed over with a remark.
    `within_budget` is for files of strangers: `BudgetError` where one costs more than real data of its size.
    """
    if path != "-" and is_archive(path):
        return _archived(Path(path), on_remark or (lambda _: None), within_budget=within_budget)
    if within_budget:
        require_affordable(Path(path))
    kind = None if path == "-" else _speech_format(path)
    if kind is not None:
        return (speech_corpus(read_speech(path, format=kind, on_remark=on_remark), str(path)),)
    text_file = read(path)
    if on_remark is not None:
        for remark in text_file.remarks:
            on_remark(remark)
    return tuple(
        Corpus(name=name, text=text) for name, text in zip(_names(text_file.sets), text_file.sets, strict=True)
    )


def _archived(path: Path, on_remark: Callable[[str], None], *, within_budget: bool) -> tuple[Corpus, ...]:
    found: list[Corpus] = []
    with unpacked_texts(path, within_budget=within_budget, on_remark=on_remark) as texts:
        for member, file in texts:
            try:
                corpora = read_corpora(file)
            except InputError as error:
                on_remark(f"{path} ({member}) does not count: expected {error.expected}, found {error.found}.")
                continue
            for corpus in corpora:
                of = f": {corpus.text.label}" if len(corpora) > 1 else ""
                found.append(replace(corpus, name=f"{path} ({member}{of})", member=f"{member}{of}"))
    if not found:
        raise InputError(
            place=Place(str(path)),
            expected="an archive with texts",
            found="no text that can be read",
            remedy="Pack texts, one segment a line, or files in another format of texts or transcripts.",
        )
    return tuple(found)


def _speech_format(path: str | Path) -> Literal["stm", "ctm", "uem", "trn"] | None:
    with open_source(path) as source:
        kind = recognise_speech(source.head.decode(errors="replace").removeprefix("\ufeff"), source.name)
    return None if kind is None or kind.name == "glm" else kind.name


def speech_corpus(data: object, name: str) -> Corpus:
    """What was read of a file of speech as a text with times. Segments that are not to be scored are left out."""
    match data:
        case TimedSegments():
            return _of_segments(data, name)
        case TimedWords():
            return _of_words(data, name)
        case Regions():
            return _of_regions(data, name)
        case Transcript():
            lines = tuple(Segment(id_, spoken(text)) for id_, text in zip(data.ids, data.texts, strict=True))
            return Corpus(name=name, text=_text([Document("1", lines, numbered=True)], name))
    raise TypeError(f"{type(data).__name__} has no figures")


def spoken(text: str) -> str:
    """The words of a transcript: of alternatives the first, optional words as if they were said.

    >>> spoken("well { i'm / i am } (uh) here { @ / yes }")
    "well i'm uh here"
    """
    while (chosen := _ALTERNATION.sub(r"\1", text)) != text:
        text = chosen
    return " ".join(_NO_WORD.sub(" ", _OPTIONAL.sub(r"\1", text)).split())


def _of_segments(data: TimedSegments, name: str) -> Corpus:
    rows = np.flatnonzero(~data.ignored)
    titles = [definition.title.casefold() for definition in data.category_definitions]
    documents: dict[str, list[Segment]] = {}
    order: dict[str, list[int]] = {}
    for row in rows.tolist():
        file = data.recordings[data.recording_of[row]].file
        own = documents.setdefault(file, [])
        attributes = {"speaker": data.speakers[row], **label_attributes(data.labels[row], titles)}
        own.append(Segment(str(len(own) + 1), spoken(data.texts[row]), attributes))
        order.setdefault(file, []).append(row)
    # Texts are ordered by document: rows of several files may be mixed.
    in_order = np.asarray([row for of_file in order.values() for row in of_file], np.intp)
    return Corpus(
        name=name,
        text=_text([Document(file, tuple(own)) for file, own in documents.items()], name),
        times=Times.of(
            data.recordings, data.recording_of[in_order], data.begin_ns[in_order], data.end_ns[in_order],
            segments=np.arange(len(in_order)),
            speakers=[data.speakers[row] for row in in_order.tolist()],
        ),
    )  # fmt: skip


def _of_words(data: TimedWords, name: str) -> Corpus:
    """One segment for the words of each channel; of alternatives, the first."""
    rows = np.flatnonzero(_first_alternatives(data.kinds))
    words: dict[Recording, list[str]] = {}
    for row in rows.tolist():
        words.setdefault(data.recordings[data.recording_of[row]], []).append(data.words[row])
    files = list(dict.fromkeys(recording.file for recording in words))
    channels = sorted(words, key=lambda recording: files.index(recording.file))
    place = {recording: index for index, recording in enumerate(channels)}
    documents = [
        Document(
            file,
            tuple(Segment(each.channel, " ".join(words[each])) for each in channels if each.file == file),
        )
        for file in files
    ]
    begins = data.begin_ns[rows]
    return Corpus(
        name=name,
        text=_text(documents, name),
        times=Times.of(
            data.recordings, data.recording_of[rows], begins, begins + data.duration_ns[rows],
            segments=np.asarray([place[data.recordings[number]] for number in data.recording_of[rows]], np.intp),
        ),
        has_segments=False,
    )  # fmt: skip


def _first_alternatives(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    kept = np.zeros(len(kinds), np.bool_)
    inside = further = False
    for row, kind in enumerate(kinds.tolist()):
        if kind == Token.WORD:
            kept[row] = not (inside and further)
        else:
            inside, further = kind != Token.END, kind == Token.OR
    return kept


def _of_regions(data: Regions, name: str) -> Corpus:
    files: dict[str, list[Segment]] = {}
    for number in data.recording_of.tolist():
        own = files.setdefault(data.recordings[number].file, [])
        own.append(Segment(str(len(own) + 1), ""))
    order = np.argsort(
        [list(files).index(data.recordings[number].file) for number in data.recording_of], kind="stable"
    ).astype(np.intp)
    return Corpus(
        name=name,
        text=_text([Document(file, tuple(own)) for file, own in files.items()], name),
        times=Times.of(
            data.recordings, data.recording_of[order], data.begin_ns[order], data.end_ns[order],
            segments=np.arange(len(order)), is_complete=True,
        ),
        has_words=False,
    )  # fmt: skip


def _text(documents: Sequence[Document], name: str) -> TextSet:
    return TestSet(documents=tuple(documents), file=name)


def _names(texts: Sequence[TextSet]) -> list[str]:
    """The file of each text, with its own name where a file holds several; numbered where that is still not enough."""
    names: list[str] = []
    for text in texts:
        name = f"{text.file}: {text.label}" if len(texts) > 1 else str(text.file or text.label)
        names.append(name if name not in names else f"{name} ({names.count(name) + 1})")
    return names
