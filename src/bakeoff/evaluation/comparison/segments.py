"""The segments in which two systems differ most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.alignment import Piece, word_differences
from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation.scores.results import Evaluation, SystemScores
from bakeoff.metrics import Scoring


@dataclass(frozen=True, slots=True)
class SegmentOutput:
    """What one of two systems made of a segment. `pieces` are the text, divided by which words the other lacks."""

    score: float
    text: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class SegmentDifference:
    """One segment in the outputs of two systems."""

    index: int
    """Place among all segments, from 0."""
    document: str
    segment: str
    difference: float
    """How much better the first system is, whichever way the metric points; negative where it is worse."""
    source: str | None
    references: tuple[str, ...]
    first: SegmentOutput
    second: SegmentOutput


@dataclass(frozen=True, slots=True)
class SegmentDifferences:
    """Where two systems differ most under one metric: what each does better, the largest difference first."""

    first: str
    second: str
    metric: str
    signature: str
    specification: str
    segments: int
    first_wins: int
    """Segments in which the first system scores better, shown or not."""
    second_wins: int
    first_better: tuple[SegmentDifference, ...]
    second_better: tuple[SegmentDifference, ...]
    digits: int = 2
    """Decimals of the scores that people get to see."""
    first_found: int = 0
    """Segments in which the first system is better by as much as was asked for, shown or not."""
    second_found: int = 0

    @property
    def ties(self) -> int:
        return self.segments - self.first_wins - self.second_wins


def segment_differences(
    evaluation: Evaluation,
    first: str,
    second: str,
    *,
    metric: str,
    count: int = 20,
    offset: int = 0,
    smallest: float = 0.0,
) -> SegmentDifferences:
    """The segments whose scores differ most between two systems, at most `count` in favour of each.

    `first` and `second` are names of systems, `metric` is one of the evaluation's expressions. `offset` passes over as
    many segments of each, to turn pages; differences below `smallest` are left out. Segments that differ equally are
    in the order of the texts. Words are compared as the specification leaves them and shown as they are in the run, so
    that under `no_case+no_punc` a capital letter is no difference.
    """
    one, other = _system(evaluation, first), _system(evaluation, second)
    _check_counts(one, other, count, offset)
    scorer = _scorer(evaluation, metric)
    scores = [evaluation.segment_scores(system, metric) for system in (one, other)]
    differences = scores[0] - scores[1] if scorer.direction == "higher" else scores[1] - scores[0]
    describe = _Describer(evaluation, one, other, scores, differences)
    better, worse = _largest(differences, smallest), _largest(-differences, smallest)
    shown = slice(offset, offset + count)
    return SegmentDifferences(
        first=first,
        second=second,
        metric=metric,
        signature=one.scores[metric].signature,
        specification=evaluation.specification,
        segments=evaluation.segments,
        first_wins=int((differences > 0).sum()),
        second_wins=int((differences < 0).sum()),
        first_better=tuple(map(describe, better[shown])),
        second_better=tuple(map(describe, worse[shown])),
        digits=scorer.digits,
        first_found=len(better),
        second_found=len(worse),
    )


def _system(evaluation: Evaluation, name: str) -> SystemScores:
    for system in evaluation.systems:
        if system.name == name:
            return system
    if name in evaluation.left_out:
        raise ExpressionError(f"{name} was left out and has no scores: {evaluation.left_out[name]}.")
    names = ", ".join(system.name for system in evaluation.systems)
    raise ExpressionError(f"there is no system {name!r}; the systems are: {names}.")


def _check_counts(one: SystemScores, other: SystemScores, count: int, offset: int) -> None:
    if one is other:
        raise InputError(expected="two different systems", found=f"{one.name} twice")
    if count < 1:
        raise InputError(expected="1 segment or more to show", found=str(count))
    if offset < 0:
        raise InputError(expected="no segment or more to pass over", found=str(offset))


def _scorer(evaluation: Evaluation, metric: str) -> Scoring:
    if metric in evaluation.given:
        raise InputError(
            expected="scores of segments, to show where systems differ",
            found=f"system-level scores only for {metric}",
            remedy="Give a file with the column segment.",
        )
    if metric not in evaluation.metrics:
        raise ExpressionError(f"{metric!r} was not scored; the metrics are: {', '.join(evaluation.metrics)}.")
    return evaluation.metrics[metric]


def _largest(differences: NDArray[np.float64], smallest: float) -> list[int]:
    """Places of the positive differences of at least that size, largest first, equal ones in order."""
    order = np.argsort(-differences, kind="stable")
    sorted_differences = differences[order]
    chosen: list[int] = order[(sorted_differences > 0) & (sorted_differences >= smallest)].tolist()
    return chosen


class _Describer:
    def __init__(
        self,
        evaluation: Evaluation,
        one: SystemScores,
        other: SystemScores,
        scores: Sequence[NDArray[np.float64]],
        differences: NDArray[np.float64],
    ) -> None:
        self._evaluation = evaluation
        self._runs = [evaluation.texts.run_of(system.name) for system in (one, other)]
        self._scores = scores
        self._differences = differences
        self._normalise = _normaliser(evaluation)

    def __call__(self, index: int) -> SegmentDifference:
        texts = self._evaluation.texts
        outputs = self._runs[0][index], self._runs[1][index]
        references = texts.references_of(index)
        pieces = word_differences(*outputs, references, normalise=self._normalise)
        first, second = (
            SegmentOutput(float(scores[index]), text, marked)
            for scores, text, marked in zip(self._scores, outputs, pieces, strict=True)
        )
        return SegmentDifference(
            index=index,
            document=texts.documents[index].id,
            segment=texts.segment_ids[index],
            difference=float(self._differences[index]),
            source=None if texts.source is None else texts.source[index],
            references=references,
            first=first,
            second=second,
        )


def _normaliser(evaluation: Evaluation) -> Callable[[Sequence[str]], list[str]]:
    """What the specification makes of words."""

    def normalised(words: Sequence[str]) -> list[str]:
        column = list(words)
        for step in evaluation.steps:
            column = step.apply(column)
        return column

    return normalised


def marked_output(evaluation: Evaluation, system: str, index: int) -> tuple[Piece, ...]:
    """A segment of a system in pieces, held against the reference that it differs least from.

    A piece that `differs` is not at that place of the reference; where `in_reference`, some reference has its words
    elsewhere. Words are compared as in `segment_differences`. Without references nothing is marked.
    """
    texts = evaluation.texts
    output, references = texts.run_of(system)[index], texts.references_of(index)
    normalise = _normaliser(evaluation)
    if not references:
        return word_differences(output, output, (), normalise=normalise)[0]
    marked = [word_differences(output, reference, references, normalise=normalise)[0] for reference in references]
    return min(marked, key=lambda pieces: sum(len(piece.text) for piece in pieces if piece.differs))


@dataclass(frozen=True, slots=True)
class SegmentSpread:
    """One segment in the outputs of several systems."""

    index: int
    """Place among all segments, from 0."""
    document: str
    segment: str
    spread: float
    """The best score less the worst, whichever way the metric points."""
    scores: tuple[float, ...]
    """In the order of the systems."""


def segment_spreads(
    evaluation: Evaluation, *, metric: str, count: int = 20, offset: int = 0, smallest: float = 0.0
) -> tuple[tuple[SegmentSpread, ...], int]:
    """The segments that the systems of an evaluation score most differently on, and how many differ by `smallest`.

    Largest spread first, equal ones in the order of the texts; segments on which all score the same are left out.
    """
    _scorer(evaluation, metric)
    scores = np.stack([evaluation.segment_scores(system, metric) for system in evaluation.systems])
    spreads = scores.max(axis=0) - scores.min(axis=0)
    found = _largest(spreads, smallest)
    texts = evaluation.texts
    return (
        tuple(
            SegmentSpread(
                index=index,
                document=texts.documents[index].id,
                segment=texts.segment_ids[index],
                spread=float(spreads[index]),
                scores=tuple(scores[:, index].tolist()),
            )
            for index in found[offset : offset + count]
        ),
        len(found),
    )
