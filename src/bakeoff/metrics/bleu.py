"""BLEU: the geometric mean of clipped n-gram precisions, times a penalty for brevity."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Direction, Statistics
from bakeoff.metrics.ratios import count_true, ratio
from bakeoff.metrics.registry import register
from bakeoff.metrics.sacrebleu_signature import sacrebleu_line
from bakeoff.metrics.word_ngrams import Floats, MtevalMetric, WordNgramMetric
from bakeoff.native import Tokens, bleu_statistics
from bakeoff.text import Text

_SMOOTHING_VALUES = {"floor": 0.1, "add-k": 1.0}
_USUAL_ORDER = 4
_SACREBLEU_TOKENIZERS = {"13a": "13a", "intl": "intl", "zh": "zh", "char": "char", "plain": "none"}
"""Our names of tokenisers and sacreBLEU's."""


class BleuDetails(NamedTuple):
    """What a BLEU score is made of, as sacreBLEU and mteval print it."""

    precisions: tuple[float, ...]
    """In percent, by order, smoothed as the score is; 0 for an order without n-grams."""
    brevity_penalty: float
    hypothesis_length: int
    """In tokens of the metric."""
    reference_length: int

    @property
    def length_ratio(self) -> float:
        """Hypothesis over reference; 0 without reference tokens."""
        return self.hypothesis_length / self.reference_length if self.reference_length else 0.0


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

    @abstractmethod
    def counts(self, sums: Statistics) -> tuple[Floats, Floats, Floats]:
        """Matches and n-grams by order as the formula takes them, smoothed, and the reference length."""

    def details(self, sums: Statistics) -> BleuDetails:
        """What the score of summed statistics is made of."""
        matches, ngrams, reference_length = self.counts(sums)
        hypothesis_length = self.split(sums)[1][..., 0]
        precisions = 100 * ratio(matches, ngrams, where=ngrams > 0, otherwise=0.0)
        return BleuDetails(
            precisions=tuple(precisions.tolist()),
            brevity_penalty=1.0
            if hypothesis_length >= reference_length
            else float(brevity(hypothesis_length, reference_length)),
            hypothesis_length=int(hypothesis_length),
            reference_length=int(reference_length),
        )


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
    tool: ClassVar[str] = "mteval"
    version: ClassVar[str] = "v13a"

    smoothing: Literal["none", "exp"] = "exp"
    length: Literal["closest", "shortest"] = "closest"

    @property
    def takes_shortest(self) -> bool:
        return self.length == "shortest"

    def counts(self, sums: Statistics) -> tuple[Floats, Floats, Floats]:
        matches, ngrams, reference_length = self.split(sums)
        return _smoothed(matches, ngrams, self.smoothing), ngrams, reference_length

    def score(self, sums: Statistics) -> Floats:
        matches, ngrams, reference_length = self.counts(sums)
        logs = log_precisions(matches, ngrams)
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
    title: ClassVar[str] = "sacreBLEU"
    tool: ClassVar[str] = "sacreBLEU"
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

    def details(self, sums: Statistics) -> BleuDetails:
        details = super().details(sums)
        # The tool looks no further where nothing matches.
        return details if sums[: self.order].any() else details._replace(precisions=(0.0,) * self.order)

    def sacrebleu_signature(self, references: str) -> str:
        if self.order != _USUAL_ORDER:
            raise ExpressionError(f"sacreBLEU's signature of BLEU knows no order, and this one has order={self.order}.")
        if self.tokenizer not in _SACREBLEU_TOKENIZERS:
            raise ExpressionError(f"sacreBLEU has no tokeniser {self.tokenizer}.")
        value = _SMOOTHING_VALUES.get(self.smoothing) if self.smoothing_value is None else self.smoothing_value
        return sacrebleu_line(
            "BLEU",
            references,
            self.version,
            case="mixed" if self.case else "lc",
            eff="yes" if self.effective_order else "no",
            tok=_SACREBLEU_TOKENIZERS[self.tokenizer],
            smooth=self.smoothing + ("" if value is None else f"[{value:.2f}]"),
        )

    def score(self, sums: Statistics) -> Floats:
        return self._score(sums, effective_order=self.effective_order)

    def segment_scores(self, statistics: Statistics) -> Floats:
        return self._score(statistics, effective_order=True)

    def counts(self, sums: Statistics) -> tuple[Floats, Floats, Floats]:
        matches, ngrams, reference_length = self.split(sums)
        value = _SMOOTHING_VALUES.get(self.smoothing, 0.0) if self.smoothing_value is None else self.smoothing_value
        if self.smoothing == "add-k":
            added = np.where(np.arange(self.order) > 0, value, 0.0)
            matches, ngrams = matches + added, ngrams + added
        return _smoothed(matches, ngrams, self.smoothing, value=value), ngrams, reference_length

    def _score(self, sums: Statistics, *, effective_order: bool) -> Floats:
        matches, ngrams, reference_length = self.counts(sums)
        logs = log_precisions(matches, ngrams)
        orders = count_true(ngrams > 0)
        mean = logs.sum(axis=-1) / (np.maximum(orders, 1) if effective_order else self.order)
        scores = 100 * np.exp(mean) * brevity(ngrams[..., 0], reference_length)
        defined = (self.split(sums)[0][..., 0] > 0) & (effective_order | (orders == self.order))
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
