"""POS-BLEU: BLEU over part-of-speech tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bakeoff.metrics.bleu import BleuDetails, BleuMteval
from bakeoff.metrics.contract import Statistics
from bakeoff.metrics.registry import register
from bakeoff.metrics.tag_ngrams import TagNgramMetric
from bakeoff.metrics.word_ngrams import Floats
from bakeoff.native import Tokens, bleu_statistics
from bakeoff.text import Text


@register
@dataclass(frozen=True, kw_only=True)
class PosBleu(TagNgramMetric):
    """BLEU of part-of-speech tags in place of words (POSBLEU).

    Definition: the formula of `bleu@mteval`, smoothing and reference lengths included, over the tags of the words in
    their order. With `tags=inline` the text has words as `word|TAG`, with `tags=only` it has tags in place of words;
    any other value names a tagger. Tags are compared as they are, with case.
    Range, direction and edge cases: as `bleu@mteval`.
    Source: Popović and Ney 2007, 2009; column POSBLEU of the WMT 2008 evaluation (Callison-Burch et al. 2008).

    >>> from bakeoff.text import Workspace
    >>> space, bleu = Workspace(), PosBleu()
    >>> reference = space.text(["a|DT dog|NN sat|VBD down|RP"])
    >>> rows = bleu.statistics(space.text(["the|DT cat|NN sat|VBD"]), bleu.prepare([reference]))
    >>> round(float(bleu.score(rows.sum(axis=0))), 4)
    71.6531
    """

    name: ClassVar[str] = "bleu@pos"
    title: ClassVar[str] = "POSBLEU"
    version: ClassVar[str] = "1"

    smoothing: Literal["none", "exp"] = "exp"
    length: Literal["closest", "shortest"] = "closest"

    @property
    def columns(self) -> tuple[str, ...]:
        return self._bleu.columns

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        tokens, threads = hypothesis.tags(self.tag_source()), hypothesis.workspace.threads
        shortest = self._bleu.takes_shortest
        return bleu_statistics(tokens, prepared, order=self.order, shortest=shortest, threads=threads)

    def score(self, sums: Statistics) -> Floats:
        return self._bleu.score(sums)

    def details(self, sums: Statistics) -> BleuDetails:
        return self._bleu.details(sums)

    @property
    def _bleu(self) -> BleuMteval:
        return BleuMteval(order=self.order, smoothing=self.smoothing, length=self.length)
