"""Screens: what a judge sees at a time, and the part of it that leaves the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bakeoff.data.judgments import SHARED, Highlights, ItemKind, digest_of

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOutput:
    """An output on a screen. `system` never leaves the server; `a,b` is one output of both."""

    system: str
    text: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but white space to see: pages say so."""
        return not self.text.strip()

    @property
    def systems(self) -> tuple[str, ...]:
        """All systems whose output it is."""
        return tuple(self.system.split(SHARED))


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSegment:
    """A segment before or after the one that is judged, with the texts of it that are shown."""

    segment: str
    source: str | None = None
    references: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """Of the systems on the screen, in the same order."""
    speaker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeOption:
    """A grade that a judge can choose."""

    value: int
    label: str = ""
    definition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What one judge sees at a time."""

    protocol: str
    segment: str
    document: str = ""
    kind: ItemKind = "segment"
    outputs: tuple[ShownOutput, ...]
    """Each text once: systems with the same output share one."""
    source: str | None = None
    references: tuple[str, ...] = ()
    highlights: Highlights | None = None
    speaker: str = ""
    """Who says the segment, where a dialog or document is shown and the test set names speakers."""
    before: tuple[ContextSegment, ...] = ()
    """Earlier segments of the dialog or document."""
    after: tuple[ContextSegment, ...] = ()
    """Later segments of the document."""
    source_language: str = ""
    """The code of the language, for pages: `lang` and `dir` follow from it."""
    target_language: str = ""
    question: str = ""
    """What is asked, in a sentence."""
    scale: tuple[float, float] | None = None
    labels: tuple[str, ...] = ()
    grade_definitions: tuple[str, ...] = ()
    """What each label means, in a sentence; none where the label says it."""
    anchors: Mapping[float, str] = field(default_factory=dict)
    """What some values of a fine scale mean."""
    ties: bool = True
    """Whether outputs may be called equal, where they are compared."""
    instructions: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    """What only this protocol knows: categories, severities."""
    given: Any = None
    """The unfinished answer that the judge starts from, such as errors that a program marked; None: an empty one."""

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems as a judgment of this screen names them: an entry for each output."""
        return tuple(output.system for output in self.outputs)

    @property
    def texts(self) -> tuple[str, ...]:
        """The outputs as a judgment of this screen keeps them."""
        return tuple(output.text for output in self.outputs)

    @property
    def letters(self) -> tuple[str, ...]:
        """What the outputs are called on the page."""
        return tuple(letter_of(number) for number in range(len(self.outputs)))

    @property
    def all_identical(self) -> bool:
        """Whether several systems are compared and all have the same output, so that there is nothing to ask."""
        return len(self.outputs) == 1 and SHARED in self.outputs[0].system

    @property
    def digest(self) -> str:
        """Changes whenever a text of the judged segment, or the order of outputs, does."""
        return digest_of([self.source, *self.references, None, *self.texts])

    @property
    def grades(self) -> tuple[GradeOption, ...]:
        """The grades to choose from, from the lowest on; none where they have no labels."""
        if self.scale is None or not self.labels:
            return ()
        definitions = self.grade_definitions or ("",) * len(self.labels)
        return tuple(
            GradeOption(value=int(self.scale[0]) + number, label=label, definition=definition)
            for number, (label, definition) in enumerate(zip(self.labels, definitions, strict=True))
        )


def letter_of(number: int) -> str:
    """What the output with this number, from 0, is called on a page.

    >>> letter_of(0), letter_of(25), letter_of(26)
    ('A', 'Z', '27')
    """
    return _LETTERS[number] if number < len(_LETTERS) else str(number + 1)


def screen_json(name: str, screen: Screen, *, with_ids: bool = False) -> dict[str, Any]:
    """A screen as the judge's browser gets it: outputs under letters, and no name of a system.

    Nothing says whether the screen is a control. Ids of document and segment are left out unless `with_ids` asks for
    them, because some test sets write the system into them.
    """
    shown: dict[str, Any] = {
        "screen_id": name,
        "protocol": screen.protocol,
        "kind": screen.kind,
        "question": screen.question,
        "source": screen.source,
        "source_language": screen.source_language,
        "target_language": screen.target_language,
        "references": list(screen.references),
        "speaker": screen.speaker,
        "before": [_context_json(each, with_ids=with_ids) for each in screen.before],
        "after": [_context_json(each, with_ids=with_ids) for each in screen.after],
        "outputs": [
            {"label": letter, "text": output.text, "is_empty": output.is_empty}
            for letter, output in zip(screen.letters, screen.outputs, strict=True)
        ],
        "highlights": None if screen.highlights is None else _lists(asdict(screen.highlights)),
        "scale": None if screen.scale is None else list(screen.scale),
        "labels": list(screen.labels),
        "grade_definitions": list(screen.grade_definitions),
        "anchors": [{"value": value, "label": label} for value, label in screen.anchors.items()],
        "ties": screen.ties,
        "instructions": screen.instructions,
        "details": _lists(screen.details),
        "given": _lists(screen.given),
        "digest": screen.digest,
    }
    return shown | ({"document_id": screen.document, "segment_id": screen.segment} if with_ids else {})


def _context_json(context: ContextSegment, *, with_ids: bool) -> dict[str, Any]:
    shown = {
        "source": context.source,
        "references": list(context.references),
        "outputs": list(context.outputs),
        "speaker": context.speaker,
    }
    return shown | ({"segment_id": context.segment} if with_ids else {})


def _lists(value: Any) -> Any:
    """The value as JSON reads it back: lists in place of tuples."""
    if isinstance(value, Mapping):
        return {key: _lists(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_lists(each) for each in value]
    return value
