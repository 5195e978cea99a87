"""How often outputs got each of the answers that a protocol offers: yes, no and not sure (W08, 3.3 and table 52)."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.options import GroupName, HumanAnalysis
from bakeoff.human_eval.analyses.results import HumanEvaluationResult
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.answer_columns import parse_answers
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.statistics import Interval
from bakeoff.statistics.intervals import wilson_interval

_OF_ITEM: Mapping[GroupName, int] = {"language_pair": 0, "test_set": 1, "document": 2}


@typing.runtime_checkable
class OffersChoices(typing.Protocol):
    """A protocol whose answers are choices, one for each output."""

    choices: ClassVar[tuple[str, ...]]

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Sequence[str | None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerShares:
    """The answers for the outputs of a system in one group of judgments."""

    group: Mapping[str, str]
    system: str
    """Empty: of all systems together, each answer counted once however many systems share the output."""
    counts: Mapping[str, int]
    """By answer."""
    level: float

    @property
    def answers(self) -> int:
        return sum(self.counts.values())

    def share(self, answer: str, *, among: Collection[str] = ()) -> float | None:
        """The share of an answer among these answers (all, where none are named); None without any."""
        base = sum(self.counts[each] for each in among or self.counts)
        return self.counts[answer] / base if base else None

    def interval(self, answer: str, *, among: Collection[str] = ()) -> Interval | None:
        """Of the share, by Wilson's formula, which takes answers for independent of each other."""
        base = sum(self.counts[each] for each in among or self.counts)
        return wilson_interval(self.counts[answer], base, level=self.level) if base else None


def answer_shares(
    judgments: Sequence[Judgment],
    protocol: OffersChoices,
    *,
    by: Sequence[GroupName] = ("language_pair", "test_set"),
    excluded: Collection[str] = (),
    level: float = 0.95,
) -> tuple[AnswerShares, ...]:
    """The shares of each group, and in it first of all systems together, then of each by name.

    Of answers given again the latest counts; gold and attention items, and judges in `excluded`, do not. Systems whose
    outputs are the same share its answer.
    """
    counted = [
        each
        for each in latest_answers(judgment for judgment in judgments if judgment.systems)
        if each.control == "" and each.judge not in excluded
    ]
    counts: dict[tuple[tuple[str, ...], str], Counter[str]] = {}
    for rows, alone in ((counted, False), (for_each_system(counted), True)):
        for judgment, answers in zip(rows, parse_answers(rows, protocol.parse), strict=True):
            group = tuple(judgment.item[_OF_ITEM[name]] for name in by)
            for system, answer in zip(judgment.systems, answers, strict=True):
                if answer is not None:
                    counts.setdefault((group, system if alone else ""), Counter())[answer] += 1
    return tuple(
        AnswerShares(
            group=dict(zip(by, group, strict=True)),
            system=system,
            counts={choice: own[choice] for choice in protocol.choices},
            level=level,
        )
        for (group, system), own in sorted(counts.items())
    )


def shares_in(
    judgments: Sequence[Judgment], protocol: Protocol[Any], analysis: HumanAnalysis, result: HumanEvaluationResult
) -> tuple[AnswerShares, ...]:
    """The shares behind a result, without the judges whom it leaves out; none where answers are no choices."""
    if not isinstance(protocol, OffersChoices):
        return ()
    left_out = [each.judge for each in result.judges if each.is_excluded]
    return answer_shares(judgments, protocol, by=analysis.by, excluded=left_out, level=analysis.confidence)
