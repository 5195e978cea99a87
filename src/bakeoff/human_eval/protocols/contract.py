"""What a protocol of human evaluation is: what a screen holds, what an answer is, which observations it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np

from bakeoff.data.judgments import ItemKind, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.screens import ContextSegment, Screen, ShownOutput, letter_of

Answer = TypeVar("Answer")
Shows = Literal["source", "reference", "history", "document"]
"""What judges see besides the outputs: the source, a reference, the dialog so far, the complete document."""
Switched = Literal["source", "reference", "context"]
"""What a campaign can show or hide; the context is the dialog or the document, whichever the protocol is about."""
Compared = Literal["outputs", "systems"]
"""What is compared: outputs as they were shown (several systems may share one), or systems."""
Score = Literal["mean", "median", "yes", "better", "better-or-equal", "wins", "penalty", "documents", "mter", "hter"]
"""`yes` is the share of yes among yes and no; `documents` is the mean of the grades of complete documents, which no
other score counts."""


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
    all_references: bool = False
    """Whether screens that show a reference show all of them."""
    ties: bool = True
    weights: Mapping[str, float] | None = None
    """What an error costs, where errors are marked: by severity, or by severity and category (see `ErrorWeights`)."""
    severities: tuple[str, ...] = ()
    """How severe errors can be called, where they are marked; none: as the protocol has them."""
    categories: tuple[str, ...] = ()
    """Which kinds of errors there are; none: as the protocol has them."""
    notes_for: tuple[str, ...] | None = None
    """Categories whose errors need a note; None: as the protocol has them."""
    complete: tuple[str, ...] | None = None
    """Categories that an output has as a text, with no error besides; None: as the protocol has them."""
    idle_seconds: float = 60
    """After how many seconds without any input time no longer counts, where texts are edited."""
    time_shown: bool = False
    """Whether people see how long they have worked on a text that they edit."""
    instructions: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that a judge has not answered yet."""

    what: str
    """With its article: a grade, a rank, an answer."""
    output: int | None = None
    """The number of the output that lacks it, from 0; None where it is about the complete screen."""
    is_only: bool = False
    """Whether the screen shows no other output."""

    @property
    def sentence(self) -> str:
        """The sentence that the judge reads."""
        if self.output is None or self.is_only:
            return f"Give {self.what}."
        return f"Give translation {letter_of(self.output)} {self.what}."


class Protocol(ABC, Generic[Answer]):
    """One way to ask people about outputs. A new one is a folder with such a class; shared code knows no names."""

    name: ClassVar[str]
    title: ClassVar[str]
    shows: ClassVar[frozenset[Shows]] = frozenset({"source"})
    shown: ClassVar[int | None] = 1
    """Outputs on a screen, where the campaign does not say; None: all of a segment."""
    scale: ClassVar[tuple[float, float] | None] = None
    labels: ClassVar[tuple[str, ...]] = ()
    definitions: ClassVar[tuple[str, ...]] = ()
    """What each of these labels means, in a sentence."""
    anchors: ClassVar[Mapping[float, str]] = MappingProxyType({})
    """What some values of a fine scale mean."""
    kind: ClassVar[ItemKind] = "segment"
    question: ClassVar[str] = ""
    """What is asked, in a sentence."""
    document_question: ClassVar[str] = ""
    """What is asked about a complete document after its segments; empty where nothing can be."""
    instructions: ClassVar[str] = ""
    """The instructions where the campaign has none of its own."""
    on_ties: ClassVar[str] = ""
    """What these add where outputs may be called equal."""
    higher_is_better: ClassVar[bool] = True
    scores: ClassVar[tuple[Score, ...]] = ("mean",)
    """How systems are ranked; the first is the usual one."""
    scored_together: ClassVar[frozenset[Score]] = frozenset()
    """Scores that depend on all judgments of a segment: an analysis of their own has these, and wherever single
    judgments are graded, the first of `scores` takes their place."""
    standardised: ClassVar[bool] = False
    """Whether grades are freed of what is the judge's own before systems are ranked, where nobody says otherwise."""
    seconds_source: ClassVar[str] = "as published"
    """Where `seconds_an_output` comes from."""
    seconds_an_output: ClassVar[float | None] = None
    """What judging one output on a screen takes, for plans; None where nobody published a time."""
    details: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """What only screens of this protocol hold: categories, severities."""
    alternates: ClassVar[bool] = False
    """Whether systems change from segment to segment, so that a judge gets every segment once."""
    majority: ClassVar[bool] = False
    """Whether what most judges say of an item counts as one answer, where nobody says otherwise."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()

    @property
    def grades_from_to(self) -> tuple[float, float] | None:
        """The scale in force."""
        return self.settings.scale or self.scale

    @property
    def instructions_in_force(self) -> str:
        """The campaign's instructions, else those of the protocol."""
        own = filter(None, [self.instructions, self.on_ties if self.settings.ties else ""])
        return self.settings.instructions or " ".join(own)

    @property
    def grade_labels(self) -> tuple[str, ...]:
        """The labels in force."""
        return self.settings.labels or self.labels

    def labels_in(self, target_language: str) -> tuple[str, ...]:  # noqa: ARG002 -- of others
        """The labels on screens whose outputs are in this language."""
        return self.grade_labels

    @property
    def grade_definitions(self) -> tuple[str, ...]:
        """What the labels in force mean; none where the campaign has labels of its own."""
        own = [label.casefold() for label in self.labels]
        return self.definitions if [label.casefold() for label in self.grade_labels] == own else ()

    @property
    def keys(self) -> Mapping[str, Any]:
        """What a key on the keyboard stands for: a grade, a rank, a choice."""
        return {}

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
    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Answer:
        """The answer to a screen that showed these systems; `AnswerError` where it is none.

        `texts` are the outputs as they were shown, one for each system, where they are known.
        """

    @abstractmethod
    def write(self, answer: Answer) -> Any:
        """The answer as JSON has it; `parse` reads it back."""

    @abstractmethod
    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Any:
        """What someone answers who finds the outputs shown so good: 0 is ordinary, 1 a standard deviation better.

        Simulations ask this; `parse` takes it.
        """

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        """An unfinished answer as JSON has it, with null for what is missing; `AnswerError` where a part is wrong."""
        return None if answer is None else self.write(self.parse(answer, systems, texts=texts))

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        """What a judge still has to answer before the screen is done; the answer may be a draft."""
        return (Missing("an answer"),) if self.draft(answer, systems) is None else ()

    def start_from(self, answer: Any, *, text: str, original: str) -> Any:  # noqa: ARG002 -- of others
        """The unfinished answer that a judge starts from, by one that was given for an output; None: from nothing.

        `text` is the output on the screen, `original` as it was when the answer was given: outputs may be damaged. An
        `answer` of None is none that was given for this output.
        """
        return None

    def settle(self, answer: Any, screen: Screen) -> Any:  # noqa: ARG002 -- of others
        """An answer, complete or not, as it is stored for a screen; `AnswerError` where it does not fit its texts."""
        return answer

    def imagine_on(self, screen: Screen, perceived: Sequence[float], rng: np.random.Generator) -> Any:  # noqa: ARG002
        """What someone answers to a screen whose texts are known; see `imagine`."""
        return self.imagine(perceived, rng)

    @property
    def screen_details(self) -> Mapping[str, Any]:
        """The `details` under the campaign's settings."""
        return self.details

    @property
    def answer_to_identical(self) -> Any:
        """The only possible answer where all outputs are the same text; None where it has to be asked."""
        return None

    def grades(self, judgments: Iterable[Judgment]) -> Grades | None:  # noqa: ARG002 -- of others
        """Answers as grades; None where they are none. Judgments may hold the texts that were shown."""
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
        speaker: str = "",
        source_language: str = "",
        target_language: str = "",
        given: Any = None,
    ) -> Screen:
        """What a judge sees of a segment, or without one of a complete document; texts that are not `visible` are left
        out. `given` is the unfinished answer that the judge starts from.
        """
        visible = self.visible
        has_document = "document" in visible
        has_context = has_document or "history" in visible
        return Screen(
            protocol=self.name,
            kind=self.kind if segment else "document",
            segment=segment,
            document=document,
            outputs=tuple(outputs),
            source=source if "source" in visible else None,
            references=self._shown_references(references),
            speaker=speaker if has_context else "",
            before=tuple(map(self._shown_context, before)) if has_context else (),
            after=tuple(map(self._shown_context, after)) if has_document else (),
            source_language=source_language,
            target_language=target_language,
            question=self.question if segment else self.document_question,
            scale=self.grades_from_to,
            labels=self.labels_in(target_language),
            grade_definitions=self.grade_definitions,
            anchors=self.anchors if self.settings.scale in (None, self.scale) else {},
            ties=self.settings.ties,
            instructions=self.instructions_in_force,
            details=dict(self.screen_details),
            given=given,
        )

    def _shown_references(self, references: Sequence[str]) -> tuple[str, ...]:
        """One reference, or all of them where the campaign says so."""
        if "reference" not in self.visible:
            return ()
        return tuple(references) if self.settings.all_references else tuple(references[:1])

    def _shown_context(self, context: ContextSegment) -> ContextSegment:
        """A dialog is source and reference so far; a document is what each of the systems on the screen made of it."""
        visible = self.visible
        return ContextSegment(
            segment=context.segment,
            source=context.source if "source" in visible else None,
            references=self._shown_references(context.references),
            outputs=context.outputs if "document" in visible else (),
            speaker=context.speaker,
        )
