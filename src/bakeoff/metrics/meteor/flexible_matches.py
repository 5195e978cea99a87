"""BLEU and TER over METEOR's matches: what METEOR aligns counts as the same word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.metrics.bleu import BleuDetails, BleuMteval
from bakeoff.metrics.contract import Metric, Statistics
from bakeoff.metrics.error_rates import error_rate
from bakeoff.metrics.meteor.scorer import Meteor15, Prepared
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, Vocabulary, bleu_statistics, meteor_alignment, ter_statistics, tokenize
from bakeoff.text import Text


@dataclass(frozen=True, kw_only=True)
class FlexibleMetric(Metric):
    """A metric over hypotheses in which every word that METEOR aligns is replaced by the reference word."""

    language: str | None = None
    """As for `meteor@1.5`."""
    modules: str | None = None
    """What makes words match: exact+stem+synonym for English, exact+stem for other languages."""
    norm: Literal["yes", "lower", "no"] = "yes"
    """As for `meteor@1.5`."""

    def __post_init__(self) -> None:
        if "paraphrase" in self.meteor.parameters.modules:
            raise ExpressionError(f"{self.name}: expected modules that match single words, found paraphrase.")

    @cached_property
    def meteor(self) -> Meteor15:
        """The metric whose alignments are used."""
        plain = Meteor15(language=self.language, norm=self.norm)
        return replace(plain, modules=self.modules or ("exact+stem+synonym" if plain.code == "en" else "exact+stem"))

    def for_language(self, language: str) -> Metric:
        return self if self.language else replace(self, language=language)

    def resources(self) -> Mapping[str, str]:
        return self.meteor.resources()

    def options(self) -> Mapping[str, str]:
        used = {"language": self.meteor.code, "modules": "+".join(self.meteor.parameters.modules)}
        return {**used, **super().options(), **used}

    def prepare(self, references: Sequence[Text]) -> Prepared:
        return self.meteor.prepare(self.used(references))

    def aligned(self, hypothesis: Text, prepared: Prepared) -> list[Tokens]:
        """The hypothesis for each reference, with the words of that reference where they are aligned."""
        tokens, space = self.meteor.tokens(hypothesis), hypothesis.workspace
        prepared.lexicon.cover(tokens)
        modules = self.meteor.parameters.modules
        versions = []
        for reference in prepared.references:
            native = prepared.lexicon.native
            places = meteor_alignment(tokens, reference, native, modules=modules, threads=space.threads)[:, 0]
            versions.append(_interned(_replaced(tokens, reference, places), tokens, space.vocabulary))
        return versions


def _starts(tokens: Tokens) -> NDArray[np.int64]:
    lengths = tokens.lengths()[:, 0]
    return np.cumsum(lengths) - lengths


def _replaced(tokens: Tokens, reference: Tokens, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The ids of a hypothesis, with that of the reference word at `places` in the segment where one is aligned."""
    ids = tokens.ids().astype(np.int64)
    aligned = np.flatnonzero(places >= 0)
    segments = np.repeat(np.arange(len(tokens)), tokens.lengths()[:, 0])[aligned]
    ids[aligned] = reference.ids()[_starts(reference)[segments] + places[aligned]]
    return ids


def _interned(ids: NDArray[np.int64], like: Tokens, vocabulary: Vocabulary) -> Tokens:
    """Ids as tokens, in segments as long as those of another text."""
    words = vocabulary.words()
    written = [words[number] for number in ids.tolist()]
    ends = np.cumsum(like.lengths()[:, 0]).tolist()
    lines = [" ".join(written[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    return tokenize(lines, "blank", vocabulary)


@register
@dataclass(frozen=True, kw_only=True)
class FlexibleBleu(FlexibleMetric):
    """BLEU over METEOR's matches (mBLEU, M-BLEU).

    Definition: every hypothesis word that METEOR 1.5 (exact, stem, synonym) aligns to a reference word is replaced by
    it; then BLEU by the formula of `bleu@mteval` over METEOR's tokens. Of several references, each segment takes the
    words of the one with which it has the best METEOR score (the first of equals), and is scored against all.
    Range, direction and edge cases: as `bleu@mteval`.
    Source: Agarwal and Lavie 2008, column MBLEU of the WMT 2008 evaluation; which tokens and references it took is not
    printed there.

    >>> from bakeoff.text import Workspace
    >>> space, bleu = Workspace(), FlexibleBleu(modules="exact+stem")
    >>> reference = space.text(["the cat sat down"])
    >>> rows = bleu.statistics(space.text(["the cats sitting sat down"]), bleu.prepare([reference]))
    >>> round(float(bleu.score(rows.sum(axis=0))), 4)
    30.2138
    """

    name: ClassVar[str] = "bleu@flexible"
    title: ClassVar[str] = "mBLEU"
    version: ClassVar[str] = "1"
    direction = "higher"
    bounds = (0.0, 100.0)

    order: int = 4
    smoothing: Literal["none", "exp"] = "exp"
    length: Literal["closest", "shortest"] = "closest"

    @property
    def columns(self) -> tuple[str, ...]:
        return self._bleu.columns

    def statistics(self, hypothesis: Text, prepared: Prepared) -> Statistics:
        rows = [self._rows(version, prepared, hypothesis) for version in self.aligned(hypothesis, prepared)]
        if len(rows) == 1:
            return rows[0]
        best = np.argmax([self._scores(hypothesis, prepared, number) for number in range(len(rows))], axis=0)
        chosen: Statistics = np.stack(rows)[best, np.arange(len(best))]
        return chosen

    def score(self, sums: Statistics) -> Statistics:
        return self._bleu.score(sums)

    def details(self, sums: Statistics) -> BleuDetails:
        return self._bleu.details(sums)

    def _rows(self, version: Tokens, prepared: Prepared, hypothesis: Text) -> Statistics:
        shortest, threads = self._bleu.takes_shortest, hypothesis.workspace.threads
        return bleu_statistics(version, prepared.references, order=self.order, shortest=shortest, threads=threads)

    def _scores(self, hypothesis: Text, prepared: Prepared, number: int) -> Statistics:
        alone = Prepared((prepared.references[number],), prepared.lexicon)
        return self.meteor.segment_scores(self.meteor.statistics(hypothesis, alone))

    @property
    def _bleu(self) -> BleuMteval:
        return BleuMteval(order=self.order, smoothing=self.smoothing, length=self.length)


@register
@dataclass(frozen=True, kw_only=True)
class FlexibleTer(FlexibleMetric):
    """TER over METEOR's matches (mTER, M-TER).

    Definition: every hypothesis word that METEOR 1.5 (exact, stem, synonym) aligns to a reference word is replaced by
    it; then TER by tercom's rules over METEOR's tokens. With several references this is done for each of them by
    itself; the one with the fewest edits counts (the first of equals), over the mean length of all.
    Range and direction: from 0, lower is better. WMT 2008 prints it turned round, so that higher is better.
    Edge cases: as `ter@tercom`.
    Source: Agarwal and Lavie 2008, column MTER of the WMT 2008 evaluation; which tokens it took is not printed there.

    >>> from bakeoff.text import Workspace
    >>> space, ter = Workspace(), FlexibleTer(modules="exact+stem")
    >>> rows = ter.statistics(space.text(["the cats sat"]), ter.prepare([space.text(["the cat sat down"])]))
    >>> float(ter.score(rows.sum(axis=0)))
    25.0
    """

    name: ClassVar[str] = "ter@flexible"
    title: ClassVar[str] = "mTER"
    version: ClassVar[str] = "1"
    direction = "lower"
    bounds = (0.0, float("inf"))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_words", "shifts", "insertions", "deletions", "substitutions")

    def statistics(self, hypothesis: Text, prepared: Prepared) -> Statistics:
        threads = hypothesis.workspace.threads
        rows = np.stack(
            [
                ter_statistics(version, [reference], rules="tercom", threads=threads)
                for version, reference in zip(self.aligned(hypothesis, prepared), prepared.references, strict=True)
            ]
        )
        fewest = np.argmin(rows[:, :, 0], axis=0)
        best: Statistics = rows[fewest, np.arange(len(fewest))]
        best[:, 1] = rows[:, :, 1].mean(axis=0)
        return best

    def score(self, sums: Statistics) -> Statistics:
        return error_rate(sums[..., 0], sums[..., 1])
