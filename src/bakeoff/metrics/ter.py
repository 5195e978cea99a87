"""Translation edit rate, as tercom and as sacreBLEU compute it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.metrics.contract import Metric, Statistics
from bakeoff.metrics.error_rates import error_rate
from bakeoff.metrics.registry import register
from bakeoff.metrics.sacrebleu_signature import sacrebleu_line
from bakeoff.native import Tokens, ter_statistics, tokenize_lines
from bakeoff.text import Text


@dataclass(frozen=True, kw_only=True)
class _Ter(Metric):
    """What the two have in common: options, statistics and the score of a sum."""

    direction = "lower"
    bounds = (0.0, float("inf"))
    takes_uneven_references = True

    rules: ClassVar[Literal["tercom", "sacrebleu"]]

    case: bool = False
    """Upper and lower case are different (tercom `-s`)."""
    normalize: bool = False
    """Tokenise punctuation first (tercom `-N`)."""
    asian: bool = False
    """Tokenise Chinese and Japanese by character, and know their punctuation (tercom `-A`)."""
    punctuation: bool = True
    """Keep punctuation (tercom without `-P`)."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("edits", "reference_words", "shifts", "insertions", "deletions", "substitutions")

    @property
    @abstractmethod
    def tokenizer(self) -> str:
        """The tokeniser that the options ask for."""

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(self._reference_tokens(self._cased(text)) for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        tokens = self._cased(hypothesis).tokens(self.tokenizer)
        return ter_statistics(tokens, prepared, rules=self.rules, threads=hypothesis.workspace.threads)

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        return error_rate(sums[..., 0], sums[..., 1])

    def _cased(self, text: Text) -> Text:
        return text if self.case else text.lowercased()

    def _reference_tokens(self, text: Text) -> Tokens:
        return text.tokens(self.tokenizer)

    def _tokenizer_named(self, name: str) -> str:
        # Without normalisation, `asian` adds the removal of Asian punctuation and nothing else.
        asian = self.asian and (self.normalize or not self.punctuation)
        steps = {"normalized": self.normalize, "asian": asian, "nopunct": not self.punctuation}
        return "-".join([name, *(step for step, wanted in steps.items() if wanted)])


@register
@dataclass(frozen=True, kw_only=True)
class TercomTer(_Ter):
    """Translation edit rate with tercom's numbers.

    100 × edits / reference words, where edits are the insertions, deletions, substitutions of single words and
    shifts of spans of up to 10 words by up to 50 words, each counted once, that turn the hypothesis into the
    reference. Shifts are found greedily; the edit distance keeps to a beam of 20. From 0 (equal) upwards, lower is
    better, may exceed 100.

    With several references a segment counts the fewest edits and the mean of the references' lengths. Words are
    separated by ASCII white space. An empty hypothesis costs all reference words; an empty reference costs all
    hypothesis words and has no length: alone, it scores 100 if there is any edit and 0 if there is none.

    Source: Snover et al., A Study of Translation Edit Rate with Targeted Human Annotation, AMTA 2006; tercom
    0.7.25, 0.8.0 and 0.10.0 agree.

    >>> from bakeoff.text import Workspace
    >>> space, metric = Workspace(), TercomTer()
    >>> references = metric.prepare([space.text(["a black cat sat on the mat"])])
    >>> metric.statistics(space.text(["on the mat a cat sat"]), references)
    array([[2., 7., 1., 0., 1., 0.]])
    """

    name = "ter@tercom"
    title = "tercom's TER"
    tool = "tercom"
    version = "0.7.25"
    rules = "tercom"

    @property
    def tool_version(self) -> str:
        return "0.10.0" if self.asian else self.version

    @property
    def tokenizer(self) -> str:
        return self._tokenizer_named("tercom")


@register
@dataclass(frozen=True, kw_only=True)
class SacrebleuTer(_Ter):
    """Translation edit rate with sacreBLEU's numbers.

    As `ter@tercom`, except that the edit distance keeps to a band of 25 words round the diagonal; that fewer than
    1000 shifts are tried for each reference (at 1000 the search stops without the shift it has found); that a span
    and its equal in the reference may be 50 words apart by their own positions; that any Unicode white space
    separates words; and that references are tokenised twice. From 0 (equal) upwards, lower is better, may exceed
    100.

    Source: sacreBLEU 2.6.0, `TER`.

    >>> from bakeoff.text import Workspace
    >>> space, metric = Workspace(), SacrebleuTer()
    >>> references = metric.prepare([space.text(["a black cat sat on the mat"])])
    >>> metric.statistics(space.text(["On the mat a cat sat"]), references)
    array([[2., 7., 1., 0., 1., 0.]])
    """

    name = "ter@sacrebleu"
    title = "sacreBLEU TER"
    tool = "sacreBLEU"
    version = "2.6.0"
    rules = "sacrebleu"

    @property
    def tokenizer(self) -> str:
        return self._tokenizer_named("sacrebleu-tercom")

    def sacrebleu_signature(self, references: str) -> str:
        choices = {"norm": self.normalize, "punct": self.punctuation, "asian": self.asian}
        return sacrebleu_line(
            "TER",
            references,
            self.version,
            case="mixed" if self.case else "lc",
            tok="tercom",
            **{name: "yes" if chosen else "no" for name, chosen in choices.items()},
        )

    def _reference_tokens(self, text: Text) -> Tokens:
        if not self.normalize:
            return text.tokens(self.tokenizer)
        # The tool tokenises references twice: `it's,` becomes `it 's ,` there, but `it's ,` in a hypothesis.
        once = tokenize_lines(text.segments, self.tokenizer, threads=text.workspace.threads)
        return text.workspace.text(once).tokens(self.tokenizer)
