"""What a screen of a protocol is on the site."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bakeoff.data.judgments import Span
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the answers that somebody can give to an output, or to all of them."""

    value: str
    label: str
    is_chosen: bool
    note: str = ""
    """What the label stands for, where it is short."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the system of an output made of the segments before and after, where documents are judged."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFields:
    """An output under its letter, with what can be said of it."""

    letter: str
    text: str
    name: str
    """Of the form's field."""
    choices: Sequence[Choice] = ()
    value: str = ""
    around: Around = Around()
    marks: Sequence[Span] = ()
    """What is highlighted in the text."""

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()

    @property
    def is_answered(self) -> bool:
        return bool(self.value) or any(choice.is_chosen for choice in self.choices)

    @property
    def answer(self) -> str:
        """What was answered, in words."""
        return self.value or " ".join(f"{each.label} {each.note}".strip() for each in self.choices if each.is_chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswer:
    """What the judge answered on a segment before."""

    answer: Any
    """None where the server knows none yet."""
    screen_key: str = ""
    """Of its screen where that is in the same offline file, which holds what was answered since."""


class ScreenPage(ABC):
    """How the answers of one or more protocols are given on a page."""

    protocols: ClassVar[tuple[str, ...]]
    template: ClassVar[str]
    recalls: ClassVar[bool] = False
    """Whether the page shows what the judge answered on the segments before."""
    is_reviewed: ClassVar[bool] = False
    """Whether judges go over everything again: from an answered screen they get to the one after it."""
    asks_against_reference: ClassVar[bool] = False
    """Whether a small window keeps the reference in view, where there is one, and not the source."""

    @abstractmethod
    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        """What the template shows, with what was answered so far."""

    def recall(self, fields: dict[str, Any], answers: Sequence[EarlierAnswer]) -> dict[str, Any]:  # noqa: ARG002
        """The fields with what the judge answered on the last segments before, for pages that show it."""
        return fields

    def words(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> tuple[str, ...]:
        """A complete answer as people say it: `A: 3 Good English`."""
        outputs: Sequence[OutputFields] = self.fields(protocol, shown, answer)["outputs"]
        return tuple(f"{each.letter}: {each.answer}" for each in outputs)

    @abstractmethod
    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        """The answer that a form holds, complete or not, as the protocol parses it; None where it holds nothing."""


def field_name(number: int) -> str:
    return f"answer-{number}"


def around(shown: ShownScreen, number: int) -> Around:
    """The texts around an output."""
    return Around(
        tuple(each.outputs[number] for each in shown.before if each.outputs),
        tuple(each.outputs[number] for each in shown.after if each.outputs),
    )


def marks_of(shown: ShownScreen, number: int) -> Sequence[Span]:
    """What is highlighted in an output; nothing where complete outputs are judged."""
    return () if shown.highlights is None else shown.highlights.outputs[number]


def given(answer: Any, count: int) -> list[Any]:
    """A complete or partial answer as one value for each output."""
    values = answer if isinstance(answer, list) else [answer]
    return values if len(values) == count else [None] * count


def read_numbers(data: Mapping[str, str], count: int) -> list[float | int | None] | None:
    """The numbers of a form's fields; None for a field without one, and for a form without any."""
    values = [_number(data.get(field_name(number), "")) for number in range(count)]
    return None if all(value is None for value in values) else values


def _number(text: str) -> float | int | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value
