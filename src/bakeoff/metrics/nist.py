"""NIST: matched n-grams weighted by their information, by mteval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bakeoff.metrics.contract import Direction, Statistics
from bakeoff.metrics.ratios import ratio
from bakeoff.metrics.registry import register
from bakeoff.metrics.word_ngrams import Floats, MtevalMetric
from bakeoff.native import CountedReferences, nist_statistics, tokenize
from bakeoff.text import Text

# A hypothesis with two thirds of the reference words loses half of its score.
_BETA = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True, slots=True)
class PreparedReferences:
    """References with the counts of their n-grams; `zero` is the id of the token `0`."""

    references: CountedReferences
    zero: int


@register
@dataclass(frozen=True, kw_only=True)
class NistMteval(MtevalMetric):
    """NIST as mteval-v13a computes it.

    Definition: sum over orders of (information of the matched n-grams / n-grams of the hypothesis), times
    exp(ln 0.5 × (ln min(1, C / R) / ln 1.5)²), with C hypothesis words and R reference words, the mean over references.
    An n-gram matches as in BLEU. Its information is log2(count of its first n−1 words / its own count), counted over
    all segments of all references, whichever segments are scored. For a single word the number of all reference words
    is taken in place of the first n−1 words' count; so it is for a bigram that starts with the token `0`, because
    mteval asks Perl whether there are first words, and Perl takes "0" for no.
    Range and direction: 0 up, without bound, higher is better; not in percent.
    Edge cases: 0 without hypothesis words. mteval dies at an empty reference segment; here such a segment has no words
    to match, and the others count as ever.
    Source: Doddington 2002; mteval-v13a.pl (NIST).

    >>> from bakeoff.text import Workspace
    >>> space, nist = Workspace(), NistMteval()
    >>> rows = nist.statistics(space.text(["the cat sat"]), nist.prepare([space.text(["the cat sat down"])]))
    >>> round(float(nist.score(rows.sum(axis=0))), 4)
    1.4109
    """

    name: ClassVar[str] = "nist@mteval"
    title: ClassVar[str] = "NIST"
    tool: ClassVar[str] = "mteval"
    version: ClassVar[str] = "v13a"
    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    matched: ClassVar[str] = "information"

    order: int = 5

    def prepare(self, references: Sequence[Text]) -> PreparedReferences:
        tokens = tuple(self.tokens(text) for text in self.used(references))
        zero = tokenize(["0"], "plain", references[0].workspace.vocabulary)[0][0]
        return PreparedReferences(CountedReferences(tokens, order=self.order), zero)

    def statistics(self, hypothesis: Text, prepared: PreparedReferences) -> Statistics:
        return nist_statistics(
            self.tokens(hypothesis),
            prepared.references,
            zero=prepared.zero,
            threads=hypothesis.workspace.threads,
        )

    def score(self, sums: Statistics) -> Floats:
        information, ngrams, reference_length = self.split(sums)
        mean: Floats = (information / np.maximum(ngrams, 1)).sum(axis=-1)
        return mean * _brevity(ngrams[..., 0], reference_length)


def _brevity(hypothesis_length: Floats, reference_length: Floats) -> Floats:
    some = (hypothesis_length > 0) & (reference_length > 0)
    share = ratio(hypothesis_length, reference_length, where=some, otherwise=1.0)
    return np.where(some, np.exp(_BETA * np.log(np.minimum(share, 1.0)) ** 2), 0.0)
