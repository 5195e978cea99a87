"""What the metrics over word n-grams share: options, tokens, and statistics in columns by order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Metric, Statistics
from bakeoff.native import LONGEST_ORDER, Tokens
from bakeoff.text import Text

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class WordNgramMetric(Metric):
    """Statistics: what matches in order 1, 2, …, the hypothesis's n-grams of order 1, 2, …, the reference length."""

    matched: ClassVar[str]
    """What the first columns count."""

    order: int
    """The longest n-grams that count."""
    case: bool = True
    """Whether case makes a difference."""
    tokenizer: str = "13a"

    def __post_init__(self) -> None:
        if not 1 <= self.order <= LONGEST_ORDER:
            raise ExpressionError(f"{self.name}: expected an order from 1 to {LONGEST_ORDER}, found {self.order}.")

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return (*(f"{self.matched}_{n}" for n in orders), *(f"ngrams_{n}" for n in orders), "reference_length")

    def tokens(self, text: Text) -> Tokens:
        """The tokens that are compared; without case those of the text in lower case (all of Unicode)."""
        return (text if self.case else text.lowercased()).tokens(self.tokenizer)

    def split(self, sums: Statistics) -> tuple[Floats, Floats, Floats]:
        """Matched and n-grams with the orders as last axis, and the reference length."""
        return sums[..., : self.order], sums[..., self.order : -1], sums[..., -1]


@dataclass(frozen=True, kw_only=True)
class MtevalMetric(WordNgramMetric):
    """A metric of mteval-v13a: its tokenisers `13a` and `intl` handle case by themselves, `13a` for ASCII only."""

    def tokens(self, text: Text) -> Tokens:
        if self.tokenizer in ("13a", "intl"):
            return text.tokens(f"mteval-{self.tokenizer}" + ("" if self.case else "-nocase"))
        return super().tokens(text)
