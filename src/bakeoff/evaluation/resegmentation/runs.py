"""Runs of any segmentation brought into the segments of the references, so that any metric can score them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import cast

from bakeoff.alignment import Resegmentation, SegmentCut, automatic_segmentation_wer, resegment_streams
from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet, TextSet, align
from bakeoff.engine.threads import checked_threads
from bakeoff.errors import AlignmentError, InputError, Place
from bakeoff.evaluation.inputs import check_some_references
from bakeoff.evaluation.resegmentation.options import ResegmentationRule
from bakeoff.evaluation.scores.results import Evaluation, GroupScores, Score
from bakeoff.formats.text.conversion import follow
from bakeoff.text import WordStream, word_stream


@dataclass(frozen=True, slots=True)
class ResegmentedRun:
    """A run with the segments of the references, and what it cost to bring it there, stream by stream."""

    run: Run
    rule: ResegmentationRule
    streams: tuple[Resegmentation, ...]
    """One for each document, or one for all."""

    @property
    def cuts(self) -> Iterator[SegmentCut]:
        """What is known of each segment, in order."""
        return chain.from_iterable(stream.segments for stream in self.streams)

    @property
    def errors(self) -> int:
        return sum(stream.errors for stream in self.streams)

    @property
    def reference_words(self) -> int:
        return sum(stream.reference_words for stream in self.streams)

    @property
    def wer(self) -> float:
        """AS-WER in percent, over all streams."""
        return automatic_segmentation_wer(self.streams)

    @property
    def signature(self) -> str:
        """What the segmentation depends on besides the texts."""
        streams = f",streams={len(self.streams)}" if len(self.streams) > 1 else ""
        return f"resegmented:{self.rule}{streams}"


def resegment_run(
    run: Run,
    references: Sequence[ReferenceSet],
    *,
    source: TestSet | None = None,
    rule: ResegmentationRule | None = None,
    threads: int | None = None,
) -> ResegmentedRun:
    """Cuts the words of a run again into the segments of the references, with the fewest word errors.

    The references must have the same segments; documents and ids are those of the source, else of the first reference
    that knows any. The run keeps its words and gives up its own segments. Words that take no part in a blind alignment,
    such as punctuation that is alone, go with the word before.
    """
    rule = rule or ResegmentationRule()
    check_some_references(references)
    texts = align([], references, source=source)
    model = next((text for text in _models(references, source) if _knows_documents(text)), references[0])
    counts = _segments_of_streams(run, model, rule)
    words = [word_stream(lines, unit=rule.unit) for lines in _lines_of_streams(run, model, rule)]
    keyed = [_Keyed(stream, rule) for stream in words]
    columns = [[_keys(segment, rule) for segment in column] for column in texts.references]
    segments = list(zip(*columns, strict=True))
    parts = []
    for stream, count in zip(keyed, counts, strict=True):
        parts.append((stream.keys, segments[:count]))
        del segments[:count]
    cuts = resegment_streams(parts, mode=rule.mode, threads=checked_threads(threads))
    lines = [line for stream, part in zip(keyed, cuts, strict=True) for line in stream.cut(part)]
    return ResegmentedRun(_filled(run, lines, model, references), rule, cuts)


def with_resegmentation(evaluation: Evaluation, resegmented: Iterable[ResegmentedRun]) -> Evaluation:
    """The evaluation with signatures that say how each run was re-segmented before it was scored."""
    said = {each.run.system: each.signature for each in resegmented}
    systems = tuple(
        replace(
            system,
            scores=_signed(system.scores, said[system.name]),
            groups={
                key: GroupScores(group.segments, _signed(group.scores, said[system.name]))
                for key, group in system.groups.items()
            },
        )
        for system in evaluation.systems
    )
    return replace(evaluation, systems=systems)


def _signed(scores: Mapping[str, Score], part: str) -> dict[str, Score]:
    return {key: replace(score, signature=f"{score.signature}|{part}") for key, score in scores.items()}


class _Keyed:
    """A stream of words; only some of them take part in the alignment."""

    def __init__(self, stream: WordStream, rule: ResegmentationRule) -> None:
        self._stream = stream
        keys = rule.keys(stream.words)
        self._places = [place for place, key in enumerate(keys) if key]
        self.keys = [key for key in keys if key]

    def cut(self, resegmentation: Resegmentation) -> Iterator[str]:
        """The text of each segment. A word without a key goes with the word before, the first ones with the first."""
        ends = [*self._places[1:], len(self._stream)] if self._places else []
        begin = 0
        for index, segment in enumerate(resegmentation.segments):
            last = index + 1 == len(resegmentation.segments)
            end = len(self._stream) if last else ends[segment.end - 1] if segment.end else 0
            yield self._stream.text(begin, end)
            begin = end


def _keys(segment: str, rule: ResegmentationRule) -> list[str]:
    return [key for key in rule.keys(word_stream([segment], unit=rule.unit).words) if key]


def _models(references: Sequence[ReferenceSet], source: TestSet | None) -> Iterator[TextSet]:
    if source is not None:
        yield source
    yield from references


def _knows_documents(text: TextSet) -> bool:
    return not all(document.numbered for document in text.documents)


def _segments_of_streams(run: Run, model: TextSet, rule: ResegmentationRule) -> list[int]:
    counts = [sum(1 for _ in document.segments) for document in model.documents]
    return counts if _is_divided(run, model, rule) else [sum(counts)]


def _is_divided(run: Run, model: TextSet, rule: ResegmentationRule) -> bool:
    if rule.documents == "lines":
        return True
    return rule.documents == "auto" and _knows_documents(run) and _knows_documents(model)


def _lines_of_streams(run: Run, model: TextSet, rule: ResegmentationRule) -> list[list[str]]:
    lines = [segment.text for segment in run.segments]
    if not _is_divided(run, model, rule):
        return [lines]
    if rule.documents == "lines":
        _check_one_line_each(run, len(lines), model)
        return [[line] for line in lines]
    by_id = _documents_by_id(run, model)
    return [[segment.text for segment in by_id[document.id].segments] for document in model.documents]


def _check_one_line_each(run: Run, lines: int, model: TextSet) -> None:
    if not _knows_documents(model):
        raise InputError(
            expected="references with documents, to give each its line of the run",
            found="plain text, which has none",
            remedy="Give the source as NIST XML or WMT XML with -s.",
        )
    if lines != len(model.documents):
        raise AlignmentError(
            place=Place(run.file or run.label),
            expected=f"{len(model.documents)} segments, one for each document",
            found=str(lines),
        )


def _documents_by_id(run: Run, model: TextSet) -> dict[str, Document]:
    by_id = {document.id: document for document in run.documents}
    expected = [document.id for document in model.documents]
    problems = {
        "missing": [name for name in expected if name not in by_id],
        "unknown": [name for name in by_id if name not in expected],
    }
    if any(problems.values()) or len(by_id) < len(run.documents):
        said = [f"{what}: {', '.join(names)}" for what, names in problems.items() if names]
        raise AlignmentError(
            place=Place(run.file or run.label),
            expected=f"each of the {len(expected)} documents of the references once",
            found="; ".join(said) or "a document twice",
            remedy="A document without output still needs its place. Or take all for one stream (documents: none).",
        )
    return by_id


def _filled(run: Run, lines: Sequence[str], model: TextSet, references: Sequence[ReferenceSet]) -> Run:
    language = run.target_language or next((text.target_language for text in references if text.target_language), None)
    numbered = tuple(Segment(str(number), line) for number, line in enumerate(lines, start=1))
    plain = replace(run, documents=(Document("1", numbered, numbered=True),), target_language=language, attributes={})
    return cast(Run, replace(follow(plain, model), attributes=run.attributes))
