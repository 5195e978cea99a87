"""What a protocol of human evaluation is: what a screen holds, what an answer is, which observations it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Grades, Preferences

Answer = TypeVar("Answer")
Shows = Literal["source", "reference", "history", "document"]
"""What judges see besides the outputs: the source, a reference, the dialog so far, the complete document."""
Switched = Literal["source", "reference", "context"]
"""What a campaign can show or hide; the context is the dialog or the document, whichever the protocol is about."""
Compared = Literal["outputs", "systems"]
"""What is compared: outputs as they were shown (several systems may share one), or systems."""
Score = Literal["mean", "median", "better", "better-or-equal", "wins", "penalty"]


class AnswerError(InputError):
    """An answer that is none under its protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a campaign decides about a protocol; None leaves it to the protocol."""

    scale: tuple[float, float] | None = None
    labels: tuple[str, ...] = ()
    shown: int | None = None
    """How many outputs a screen shows; None: all."""
    shows: Mapping[Switched, bool] = field(default_factory=dict)
    """What is shown or hidden whatever the protocol says; what is not named here is left to it."""
    ties: bool = True
    weights: Mapping[str, float] | None = None
    """What an error costs, where errors are marked: by severity, or by severity and category (see `ErrorWeights`)."""
    instructions: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOutput:
    """An output on a screen. `system` never leaves the server."""

    system: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSegment:
    """A segment before or after the one that is judged, with the texts of it that are shown."""

    segment: str
    source: str | None = None
    references: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """Of the systems on the screen, in the same order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What one judge sees at a time."""

    protocol: str
    segment: str
    document: str = ""
    outputs: tuple[ShownOutput, ...]
    source: str | None = None
    references: tuple[str, ...] = ()
    before: tuple[ContextSegment, ...] = ()
    """Earlier segments of the dialog or document."""
    after: tuple[ContextSegment, ...] = ()
    """Later segments of the document."""
    scale: tuple[float, float] | None = None
    labels: tuple[str, ...] = ()
    instructions: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    """What only this protocol knows: categories, highlighted phrases."""


class Protocol(ABC, Generic[Answer]):
    """One way to ask people about outputs. A new one is a folder with such a class; shared code knows no names."""

    name: ClassVar[str]
    title: ClassVar[str]
    shows: ClassVar[frozenset[Shows]] = frozenset({"source"})
    shown: ClassVar[int | None] = 1
    """Outputs on a screen, where the campaign does not say; None: all of a segment."""
    scale: ClassVar[tuple[float, float] | None] = None
    labels: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = True
    scores: ClassVar[tuple[Score, ...]] = ("mean",)
    """How systems are ranked; the first is the usual one."""
    standardised: ClassVar[bool] = False
    """Whether grades are freed of what is the judge's own before systems are ranked, where nobody says otherwise."""
    details: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What only screens of this protocol hold: categories, severities."""
    majority: ClassVar[bool] = False
    """Whether what most judges say of an item counts as one answer, where nobody says otherwise."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()

    @property
    def grades_from_to(self) -> tuple[float, float] | None:
        """The scale in force."""
        return self.settings.scale or self.scale

    @property
    def visible(self) -> frozenset[Shows]:
        """What judges see besides the outputs: what the campaign says, else what the protocol says."""
        context: frozenset[Shows] = frozenset({"history", "document"})
        usual: dict[Switched, frozenset[Shows]] = {
            "source": frozenset({"source"}),
            "reference": frozenset({"reference"}),
            "context": self.shows & context or frozenset({"document"}),
        }
        shown: set[Shows] = set()
        for name, texts in usual.items():
            shown |= texts if self.settings.shows.get(name, bool(texts & self.shows)) else set()
        return frozenset(shown)

    @abstractmethod
    def parse(self, answer: Any, systems: Sequence[str]) -> Answer:
        """The answer to a screen that showed these systems; `AnswerError` where it is none."""

    @abstractmethod
    def write(self, answer: Answer) -> Any:
        """The answer as JSON has it; `parse` reads it back."""

    @abstractmethod
    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Any:
        """What someone answers who finds the outputs shown so good: 0 is ordinary, 1 a standard deviation better.

        Simulations ask this; `parse` takes it.
        """

    def grades(self, judgments: Iterable[Judgment]) -> Grades | None:  # noqa: ARG002 -- of others
        """Answers as grades; None where they are none."""
        return None

    def grades_behind(self, score: str, judgments: Iterable[Judgment]) -> Grades | None:  # noqa: ARG002 -- of others
        """The grades that a score is made of: a protocol that asks for several things at once has several."""
        return self.grades(judgments)

    def is_better_higher(self, score: str) -> bool:  # noqa: ARG002 -- of others
        """Whether a higher score is the better one."""
        return self.higher_is_better

    def preferences(
        self,
        judgments: Iterable[Judgment],  # noqa: ARG002 -- of others
        *,
        of: Compared = "outputs",  # noqa: ARG002
    ) -> Preferences | None:
        """Answers as comparisons of two outputs, or of two systems; None where they are none."""
        return None

    def screen(
        self,
        segment: str,
        outputs: Sequence[ShownOutput],
        *,
        document: str = "",
        source: str | None = None,
        references: Sequence[str] = (),
        before: Sequence[ContextSegment] = (),
        after: Sequence[ContextSegment] = (),
    ) -> Screen:
        """What a judge sees of a segment; texts that are not `visible` are left out, and references after the first."""
        visible = self.visible
        has_document = "document" in visible
        return Screen(
            protocol=self.name,
            segment=segment,
            document=document,
            outputs=tuple(outputs),
            source=source if "source" in visible else None,
            references=tuple(references[:1]) if "reference" in visible else (),
            before=tuple(map(self._shown_context, before)) if has_document or "history" in visible else (),
            after=tuple(map(self._shown_context, after)) if has_document else (),
            scale=self.grades_from_to,
            labels=self.settings.labels or self.labels,
            instructions=self.settings.instructions,
            details=dict(self.details),
        )

    def _shown_context(self, context: ContextSegment) -> ContextSegment:
        """A dialog is source and reference so far; a document is what each of the systems on the screen made of it."""
        visible = self.visible
        return ContextSegment(
            segment=context.segment,
            source=context.source if "source" in visible else None,
            references=context.references[:1] if "reference" in visible else (),
            outputs=context.outputs if "document" in visible else (),
        )
