"""Worked examples of a rulebook as screens, and how an answer to one compares with the right one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.human_eval.protocols.screens import Screen, ShownOutput, letter_of
from bakeoff.human_eval.quality import gold_answers
from bakeoff.rulebook.schema.conduct import Example
from bakeoff.rulebook.schema.human import HumanEvaluation


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedExample:
    """An example as it is shown, with its right answer."""

    rules: HumanEvaluation
    example: Example
    screen: Screen
    answer: Any
    """As the protocol writes it."""

    @property
    def protocol(self) -> Protocol[Any]:
        return protocol_by_rules(self.rules)

    def is_right(self, answer: Any) -> bool:
        """Whether an answer is the right one: every grade within the tolerance, every two outputs in the same order."""
        protocol = self.protocol
        given, key = _observed(protocol, self.screen, answer), _observed(protocol, self.screen, self.answer)
        found = gold_answers(given, key, tolerance=self.example.tolerance).get(_JUDGE)
        return found is not None and found.right == found.answers == len(key)


_JUDGE = "judge"


def worked_examples(
    rules: HumanEvaluation, *, target_of: Callable[[Example], str] = lambda _: ""
) -> tuple[WorkedExample, ...]:
    """The examples of an evaluation; `AnswerError` where the answer of one is none under its protocol.

    `target_of` says the code of the language that the translations of an example are in, by which grades are called.
    """
    protocol = protocol_by_rules(rules)
    return tuple(
        _worked(rules, protocol, number, each, target_of(each)) for number, each in enumerate(rules.examples, start=1)
    )


def _worked(
    rules: HumanEvaluation, protocol: Protocol[Any], number: int, example: Example, target: str
) -> WorkedExample:
    screen = protocol.screen(
        f"example {number}",
        [ShownOutput(system=letter_of(place), text=text) for place, text in enumerate(example.outputs)],
        source=example.source or None,
        references=(example.reference,) if example.reference else (),
        target_language=target,
    )
    answer = list(example.answer) if isinstance(example.answer, tuple) else example.answer
    return WorkedExample(
        rules=rules,
        example=example,
        screen=screen,
        answer=protocol.write(protocol.parse(answer, screen.systems, texts=screen.texts)),
    )


def _observed(protocol: Protocol[Any], screen: Screen, answer: Any) -> Grades | Preferences:
    judgment = Judgment(
        id="1",
        protocol=protocol.name,
        judge=_JUDGE,
        segment=screen.segment,
        systems=screen.systems,
        answer=answer,
        control="gold",
        kind=protocol.kind,
    )
    compared = protocol.preferences([judgment])
    answers = protocol.grades([judgment]) if compared is None else compared
    assert answers is not None  # every protocol with a screen grades or compares
    return answers
