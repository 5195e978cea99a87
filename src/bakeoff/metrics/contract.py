"""What every metric is: prepare the references, reduce each segment to summable statistics, score a sum of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError

if TYPE_CHECKING:
    from bakeoff.metrics.bleu import BleuDetails
    from bakeoff.text import Text

Statistics = NDArray[np.float64]
Direction = Literal["higher", "lower"]


class Scoring(Protocol):
    """What a metric needs once it has statistics: how sums become scores, and which scores are better.

    Scores that come from outside bring no more than this; every `Metric` has it.
    """

    @property
    def direction(self) -> Direction: ...

    @property
    def digits(self) -> int:
        """Decimals that people get to see."""

    @property
    def columns(self) -> tuple[str, ...]: ...

    def score(self, sums: Statistics) -> NDArray[np.float64]: ...

    def segment_scores(self, statistics: Statistics) -> NDArray[np.float64]: ...


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """A metric with its options as fields; equal options make equal metrics.

    `score` takes statistics summed over any set of segments, with any leading axes (systems, resamples), and gives one
    score for each: corpus, document, subset and bootstrap scores all come from it. In percent, NIST aside.
    """

    name: ClassVar[str]
    """The part of an expression before the colon, with the scorer: `bleu@mteval`."""
    title: ClassVar[str] = ""
    """The name that the field uses, for tables and pages: `BLEU`; without one, people see the expression."""
    tool: ClassVar[str] = ""
    """The program whose numbers these are, as it is called: `sacreBLEU`; empty for a definition of our own."""
    version: ClassVar[str]
    """Version of the tool whose numbers these are, or of our own definition."""
    direction: ClassVar[Direction]
    digits: ClassVar[int] = 2
    """Decimals that people get to see."""
    bounds: ClassVar[tuple[float, float]]
    """Lowest and highest possible score (`inf` where there is none)."""

    takes_uneven_references: ClassVar[bool] = False
    """Whether segments may have different numbers of references, because the tool takes them so."""

    references: int | None = None
    """How many references to use, from the first on; None for all."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics, one for each column."""

    @abstractmethod
    def prepare(self, references: Sequence[Text]) -> Any:
        """What the statistics need of the references, worked out once for all runs."""

    @abstractmethod
    def statistics(self, hypothesis: Text, prepared: Any) -> Statistics:
        """A row for each segment, a column for each name in `columns`."""

    @abstractmethod
    def score(self, sums: Statistics) -> NDArray[np.float64]:
        """Scores of summed statistics: shape (…, columns) in, shape (…) out."""

    def used(self, references: Sequence[Text]) -> Sequence[Text]:
        """The references that the option `references` leaves; `prepare` of every metric starts with it."""
        if self.references is None:
            return references
        if not 1 <= self.references <= len(references):
            raise ExpressionError(
                f"{self.name}: references={self.references} is asked for; there are {len(references)} in all."
            )
        return references[: self.references]

    def segment_scores(self, statistics: Statistics) -> NDArray[np.float64]:
        """Score of each row by itself; a metric whose tool treats single segments otherwise overrides this."""
        return self.score(statistics)

    def for_language(self, language: str) -> Metric:
        """This metric for texts in a language (a code such as `en`); most do the same for all."""
        del language
        return self

    def details(self, sums: Statistics) -> BleuDetails | None:
        """Precisions, brevity penalty and lengths of the score of a sum, where the metric is a kind of BLEU."""
        del sums
        return None

    def sacrebleu_signature(self, references: str) -> str | None:
        """The signature that sacreBLEU prints, where the number is sacreBLEU's.

        `references` is how many there are, or `var` where segments differ.
        """
        del references
        return None

    def resources(self) -> Mapping[str, str]:
        """Versions of the language resources that a number depends on, for the signature."""
        return {}

    def options(self) -> Mapping[str, str]:
        """The options as they are written in an expression, defaults included; `references` aside."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "references"}
        return {name: _written(value) for name, value in values.items() if value is not None}

    @property
    def tool_version(self) -> str:
        """The version that is in the signature, where it depends on the options."""
        return self.version

    def signature(self, *, references: int, specification: str, fewest_references: int | None = None) -> str:
        """Everything that a number depends on besides the texts, in one line.

        `references` is how many the test set has; with the option `references` fewer are used. `fewest_references` is
        how many the segment has that has the fewest of those used, where segments differ.
        """
        used = min(references, self.references or references)
        fewest = used if fewest_references is None else fewest_references
        parts = {
            "version": self.tool_version,
            **self.options(),
            **self.resources(),
            "references": str(used) if fewest == used else f"{fewest}-{used}",
            "specification": specification,
        }
        return "|".join([self.name, *(f"{key}:{value}" for key, value in parts.items())])


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
