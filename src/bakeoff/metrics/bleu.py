"""BLEU: the geometric mean of clipped n-gram precisions, times a penalty for brevity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Direction, Statistics
from bakeoff.metrics.ratios import count_true, ratio
from bakeoff.metrics.registry import register
from bakeoff.metrics.word_ngrams import Floats, MtevalMetric, WordNgramMetric
from bakeoff.native import Tokens, bleu_statistics
from bakeoff.text import Text

_SMOOTHING_VALUES = {"floor": 0.1, "add-k": 1.0}


@dataclass(frozen=True, kw_only=True)
class Bleu(WordNgramMetric):
    """Statistics and formula of all BLEU scorers; they differ in tokens, smoothing and what happens at zero.

    An n-gram matches as often as the hypothesis has it, at most as often as the reference that has it most.
    """

    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    matched: ClassVar[str] = "matches"

    order: int = 4

    @property
    def takes_shortest(self) -> bool:
        """Whether the shortest reference length counts, not the one closest to the hypothesis (of two, the shorter)."""
        return False

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(self.tokens(text) for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        threads = hypothesis.workspace.threads
        tokens = self.tokens(hypothesis)
        return bleu_statistics(tokens, prepared, order=self.order, shortest=self.takes_shortest, threads=threads)


@register
@dataclass(frozen=True, kw_only=True)
class BleuMteval(Bleu, MtevalMetric):
    """BLEU as mteval-v13a computes it, for systems, documents and segments alike.

    Definition: exp(mean over orders of log precision) × exp(min(0, 1 − R / C)) × 100, with C hypothesis words and R
    reference words, for each segment the reference length that is closest (`length=shortest`: the shortest, as up to
    version 12). With smoothing `exp` the k-th order without a match counts 2^-k matches; with `none` the score is 0.
    Range and direction: 0 to 100, higher is better.
    Edge cases: an order in which the hypothesis has no n-gram, because it is too short, has precision 1 (0 without
    smoothing); a segment of one word that does not match scores 100 × 0.5^(1/4) = 84.09. Without hypothesis words the
    score is 0.
    Source: Papineni et al. 2002; mteval-v13a.pl (NIST). `tokenizer=13a` is mteval's own, which without case lowers
    ASCII letters only.

    >>> from bakeoff.text import Workspace
    >>> space, bleu = Workspace(), BleuMteval()
    >>> rows = bleu.statistics(space.text(["the cat sat"]), bleu.prepare([space.text(["the cat sat down"])]))
    >>> round(float(bleu.score(rows.sum(axis=0))), 4)
    71.6531
    """

    name: ClassVar[str] = "bleu@mteval"
    title: ClassVar[str] = "BLEU"
    version: ClassVar[str] = "v13a"

    smoothing: Literal["none", "exp"] = "exp"
    length: Literal["closest", "shortest"] = "closest"

    @property
    def takes_shortest(self) -> bool:
        return self.length == "shortest"

    def score(self, sums: Statistics) -> Floats:
        matches, ngrams, reference_length = self.split(sums)
        logs = log_precisions(_smoothed(matches, ngrams, self.smoothing), ngrams)
        scores = 100 * np.exp(logs.mean(axis=-1)) * brevity(ngrams[..., 0], reference_length)
        return np.where(matches[..., -1] > 0, scores, 0.0) if self.smoothing == "none" else scores


@register
@dataclass(frozen=True, kw_only=True)
class BleuSacrebleu(Bleu):
    """BLEU as sacreBLEU 2.6 computes it.

    Definition: as `bleu@mteval`, with sacreBLEU's tokenisers, lower case of all of Unicode where `case=no`, and
    smoothing of orders without a match by `exp` (2^-k matches for the k-th), `floor` (0.1 matches), `add-k` (1 more
    match and n-gram in each order above 1) or `none`; `smoothing_value` replaces 0.1 or 1.
    Range and direction: 0 to 100, higher is better.
    Edge cases: 0 without any match. An order in which the hypothesis has no n-gram makes the score 0, unless
    `effective_order=yes` leaves such orders out; single segments are always scored so, as sacreBLEU recommends.
    Source: Post 2018; sacreBLEU 2.6.0; smoothing by Chen and Cherry 2014.

    >>> from bakeoff.text import Workspace
    >>> space, bleu = Workspace(), BleuSacrebleu()
    >>> rows = bleu.statistics(space.text(["the cat sat"]), bleu.prepare([space.text(["the cat sat down"])]))
    >>> float(bleu.score(rows.sum(axis=0))), round(float(bleu.segment_scores(rows)[0]), 4)
    (0.0, 71.6531)
    """

    name: ClassVar[str] = "bleu@sacrebleu"
    title: ClassVar[str] = "sacreBLEU's BLEU"
    version: ClassVar[str] = "2.6.0"
    takes_uneven_references: ClassVar[bool] = True

    smoothing: Literal["none", "exp", "floor", "add-k"] = "exp"
    smoothing_value: float | None = None
    effective_order: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smoothing_value is None:
            return
        if self.smoothing not in _SMOOTHING_VALUES:
            raise ExpressionError(f"{self.name}: smoothing {self.smoothing} takes no smoothing_value.")
        if not 0 <= self.smoothing_value < np.inf:
            raise ExpressionError(
                f"{self.name}: expected a smoothing_value of 0 or more, found {self.smoothing_value}."
            )

    def score(self, sums: Statistics) -> Floats:
        return self._score(sums, effective_order=self.effective_order)

    def segment_scores(self, statistics: Statistics) -> Floats:
        return self._score(statistics, effective_order=True)

    def _score(self, sums: Statistics, *, effective_order: bool) -> Floats:
        matches, ngrams, reference_length = self.split(sums)
        value = _SMOOTHING_VALUES.get(self.smoothing, 0.0) if self.smoothing_value is None else self.smoothing_value
        if self.smoothing == "add-k":
            added = np.where(np.arange(self.order) > 0, value, 0.0)
            matches, ngrams = matches + added, ngrams + added
        logs = log_precisions(_smoothed(matches, ngrams, self.smoothing, value=value), ngrams)
        orders = count_true(ngrams > 0)
        mean = logs.sum(axis=-1) / (np.maximum(orders, 1) if effective_order else self.order)
        scores = 100 * np.exp(mean) * brevity(ngrams[..., 0], reference_length)
        defined = (matches[..., 0] > 0) & (effective_order | (orders == self.order))
        return np.where(defined, scores, 0.0)


def _smoothed(matches: Floats, ngrams: Floats, smoothing: str, *, value: float = 0.0) -> Floats:
    """The matches, with something put for them in orders that have n-grams but no match."""
    missed = (ngrams > 0) & (matches == 0)
    if not missed.any():
        return matches
    if smoothing == "exp":
        return np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
    if smoothing == "floor":
        return np.where(missed, value, matches)
    return matches


def log_precisions(matches: Floats, ngrams: Floats) -> Floats:
    """log(matches / n-grams); 0 where there is no n-gram, −inf where there is no match."""
    precisions = ratio(matches, ngrams, where=ngrams > 0, otherwise=1.0)
    some = precisions > 0
    if some.all():
        logs: Floats = np.log(precisions)
        return logs
    return np.log(precisions, out=np.full(ngrams.shape, -np.inf), where=some)


def brevity(hypothesis_length: Floats, reference_length: Floats) -> Floats:
    """The factor for hypotheses shorter than their references; 0 for hypotheses without words."""
    times = ratio(reference_length, hypothesis_length, where=hypothesis_length > 0, otherwise=np.inf)
    penalty: Floats = np.exp(np.minimum(0.0, 1.0 - times))
    return penalty
