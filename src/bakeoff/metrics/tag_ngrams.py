"""What the metrics over part-of-speech tags share: where the tags come from, and n-grams of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Direction, Metric
from bakeoff.native import LONGEST_ORDER, Tokens
from bakeoff.text import TagSource, Text


@dataclass(frozen=True, kw_only=True)
class TagNgramMetric(Metric):
    """A metric that compares tags where others compare words."""

    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)

    tags: str = "inline"
    """`inline`, `only` or a tagger; see `TagSource`."""
    language: str | None = None
    """Code, for a tagger; without it the target language of the texts, where that is known."""
    model: str | None = None
    """For a tagger that takes one."""
    order: int = 4
    """The longest n-grams that count."""

    def __post_init__(self) -> None:
        if not 1 <= self.order <= LONGEST_ORDER:
            raise ExpressionError(f"{self.name}: expected an order from 1 to {LONGEST_ORDER}, found {self.order}.")
        self.tag_source()

    def for_language(self, language: str) -> Metric:
        return self if self.language or self.tag_source().is_in_text else replace(self, language=language)

    def tag_source(self) -> TagSource:
        """Where the tags come from; raises an error if the options do not go together."""
        return TagSource(self.tags, self.language, self.model)

    @property
    def tool_version(self) -> str:
        tagger = self.tag_source().version
        return f"{self.version}+{tagger}" if tagger else self.version

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(text.tags(self.tag_source()) for text in self.used(references))
