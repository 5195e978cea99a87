"""The segments of a run: texts where they may be read, scores, documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.evaluation import Evaluation, SystemScores, bleu_details, error_counts, marked_output, metric_title
from bakeoff.rulebook.schema.evaluation import SPEECH_UNITS
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.pages import pages_of
from bakeoff_site.results.conversions.runs import BleuLine, PartLine, SegmentLine, Segments, Words, marked_words
from bakeoff_site.results.conversions.scores import Cell, counted
from bakeoff_site.results.conversions.titles import Choice
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.evaluations import evaluation_of, system_names
from bakeoff_site.submissions.models import Run

ORDERS = {"text": "in the order of the text", "worst": "worst first", "best": "best first"}
SEGMENTS_ON_A_PAGE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentQuery:
    """Which segments are asked for."""

    metric: str = ""
    order: str = "text"
    text: str = ""
    document: str = ""
    page: int = 1
    offset: int | None = None
    """How many to pass over, for programs, which count segments and not pages."""
    most: int = SEGMENTS_ON_A_PAGE


@dataclass(frozen=True, slots=True)
class Readable:
    """Which texts of a run's segments someone may read."""

    source: bool
    references: bool
    output: bool


def segments_of(
    run: Run, scores: Iterable[RunScore], specification: str, visibility: Visibility, wanted: SegmentQuery
) -> Segments | None:
    """A page of a run's segments by its scores in force; None where nothing was scored segment by segment."""
    readable = Readable(visibility.source.allowed, visibility.references.allowed, visibility.output_of(run))
    # Scores of segments never change, so they are computed once for all who may read the same.
    evaluated = _Evaluated(run, tuple(score.pk for score in scores), specification)
    return _PAGES.get((*evaluated.key, readable, wanted), lambda: _page(evaluated, readable, wanted))


_PAGES: ComputedCache[Segments | None] = ComputedCache(most=256)


@dataclass(frozen=True, slots=True)
class _Evaluated:
    """A run by its scores in force under a specification: restored once for all its pages."""

    run: Run
    scores: tuple[int, ...]
    specification: str

    @property
    def key(self) -> tuple[object, ...]:
        return self.run.pk, self.scores, self.specification

    def read(self) -> tuple[Evaluation, SystemScores | None]:
        """The evaluation, and the run in it; None where it is being scored again."""
        evaluation = _EVALUATIONS.get(self.key, lambda: evaluation_of([self.run], self.specification))
        called = system_names([self.run])[self.run.pk]
        return evaluation, next((system for system in evaluation.systems if system.name == called), None)


_EVALUATIONS: ComputedCache[Evaluation] = ComputedCache(most=16)


def _page(evaluated: _Evaluated, readable: Readable, wanted: SegmentQuery) -> Segments | None:
    evaluation, system = evaluated.read()
    if system is None or not evaluation.metrics:
        return None
    metric = wanted.metric if wanted.metric in evaluation.metrics else next(iter(evaluation.metrics))
    table = _Table(evaluation, system, readable)
    documents = table.documents()
    document = wanted.document if any(line.name == wanted.document for line in documents) else ""
    chosen = table.chosen(wanted.text, document)
    order = wanted.order if wanted.order in ORDERS else "text"
    ordered = table.ordered(chosen, metric, order)
    pages = pages_of(len(ordered), wanted.page, a_page=SEGMENTS_ON_A_PAGE)
    start = (pages.number - 1) * SEGMENTS_ON_A_PAGE if wanted.offset is None else wanted.offset
    return Segments(
        metric=metric,
        metric_choices=tuple(Choice(name, metric_title(name), name == metric) for name in evaluation.metrics),
        orders=tuple(Choice(key, label, key == order) for key, label in ORDERS.items()),
        text=wanted.text,
        document=document,
        documents=documents,
        lines=tuple(table.line(index) for index in ordered[start : start + wanted.most]),
        pages=pages,
    )


def output_of(run: Run, scores: Iterable[RunScore], specification: str) -> tuple[str, ...] | None:
    """The segments of a run as they were scored; None for transcripts that are compared by characters alone."""
    evaluation, system = _Evaluated(run, tuple(score.pk for score in scores), specification).read()
    return None if system is None or not evaluation.texts.runs else tuple(evaluation.texts.run_of(system.name))


def bleu_of(run: Run, scores: Iterable[RunScore], specification: str) -> tuple[BleuLine, ...]:
    """What the BLEU scores of a run are made of, from their stored statistics."""
    evaluated = _Evaluated(run, tuple(score.pk for score in scores), specification)
    return _BLEU.get(evaluated.key, lambda: tuple(_bleu(*evaluated.read())))


_BLEU: ComputedCache[tuple[BleuLine, ...]] = ComputedCache(most=512)


def _bleu(evaluation: Evaluation, system: SystemScores | None) -> Iterator[BleuLine]:
    if system is None:
        return
    for metric in evaluation.metrics:
        if (details := bleu_details(evaluation, system, metric)) is not None:
            yield BleuLine(
                metric=metric,
                title=metric_title(metric),
                precisions=details.precisions,
                brevity_penalty=details.brevity_penalty,
                hypothesis_length=details.hypothesis_length,
                reference_length=details.reference_length,
                length_ratio=details.length_ratio,
            )


class _Table:
    def __init__(self, evaluation: Evaluation, system: SystemScores, readable: Readable) -> None:
        self._evaluation = evaluation
        self._system = system
        texts = evaluation.texts
        self._source = texts.source if readable.source else None
        self._references = texts.references if readable.references else ()
        # Of transcripts that are compared by characters alone only counts are kept.
        self._output = texts.run_of(system.name) if readable.output and texts.runs else None
        self._scores = {name: evaluation.segment_scores(system, name) for name in evaluation.metrics}

    def documents(self) -> tuple[PartLine, ...]:
        """Every document by itself, by all metrics."""
        evaluation, system = self._evaluation, self._system
        scores = evaluation.document_scores(system)

        def cell(metric: str, document: str, members: NDArray[np.intp]) -> Cell:
            if metric in evaluation.given:
                return Cell(None)
            value, digits = scores[metric][document], evaluation.metrics[metric].digits
            counts = counted(error_counts(evaluation, system, metric, members))
            unit = SPEECH_UNITS.get(metric, "")
            if not math.isfinite(value):  # a recording without words
                return Cell(None, unit=unit, counts=counts)
            return Cell(value, text=f"{value:.{digits}f}", unit=unit, counts=counts)

        return tuple(
            PartLine(name, name, len(members), tuple(cell(metric, name, members) for metric in evaluation.scales))
            for name, members in evaluation.members_of_documents.items()
        )

    def chosen(self, text: str, document: str) -> list[int]:
        """Segments with a text in what may be read of them: a search must not reveal what the page does not show."""
        columns = [column for column in (self._source, self._output, *self._references) if column is not None]
        sought = text.casefold()
        return [
            index
            for index, owner in enumerate(self._evaluation.documents)
            if (not document or owner.id == document)
            and (not sought or any(sought in column[index].casefold() for column in columns))
        ]

    def ordered(self, chosen: list[int], metric: str, order: str) -> list[int]:
        if order == "text":
            return chosen
        values = self._scores[metric][chosen]
        rising = (order == "worst") == (self._evaluation.metrics[metric].direction == "higher")
        places = np.argsort(values if rising else -values, kind="stable")
        return [chosen[place] for place in places.tolist()]

    def _words(self, index: int) -> tuple[Words, ...]:
        if self._output is None:
            return ()
        if not self._references:  # marks would reveal what the reference says
            return (Words(self._output[index], ""),) if self._output[index] else ()
        return marked_words(marked_output(self._evaluation, self._system.name, index))

    def line(self, index: int) -> SegmentLine:
        metrics = self._evaluation.metrics
        return SegmentLine(
            number=index + 1,
            document=self._evaluation.documents[index].id,
            segment=self._evaluation.segment_ids[index],
            source=self._source[index] if self._source is not None else None,
            references=tuple(column[index] for column in self._references),
            output=self._output[index] if self._output is not None else None,
            words=self._words(index),
            scores=tuple((name, f"{self._scores[name][index]:.{each.digits}f}") for name, each in metrics.items()),
            values=tuple((name, float(self._scores[name][index])) for name in metrics),
        )
