"""Analyses of judgments as they are stored, and as pages and the API show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bakeoff.human_eval import HumanEvaluationResult
from bakeoff.human_eval.analyses.answer_shares import AnswerShares
from bakeoff.human_eval.analyses.stored_results import read_result, write_result
from bakeoff.human_eval.designs.sample_sizes import PairNeed
from bakeoff.reports import human_json


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSoFar:
    """A system of a ranking."""

    system: str
    score: float
    low: float | None
    high: float | None
    cluster: int
    best_rank: int
    """1 where no system is significantly better."""
    beats: int
    """How many systems it is significantly better than."""
    judgments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementSoFar:
    """Agreement between judges, or of judges with themselves."""

    between: str
    measure: str
    value: float | None
    low: float | None
    high: float | None
    word: str
    count: int
    counted: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedSoFar:
    """Two neighbours that are not distinguished, and how many judgments more would do it."""

    first: str
    second: str
    difference: float
    judgments: int
    more: int | None
    """None: hardly any number would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSoFar:
    """The ranking of a language pair and test set."""

    group: Mapping[str, str]
    systems: tuple[SystemSoFar, ...]
    agreement: tuple[AgreementSoFar, ...]
    agreement_with_identical: tuple[AgreementSoFar, ...]
    """Of constituents, with a phrase that systems share counted for each of them."""
    needs: tuple[NeedSoFar, ...]
    judgments: int
    judges: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSoFar:
    """What an analysis says about a judge."""

    reasons: tuple[str, ...]
    """The quality rules that they fail."""
    gold: int
    gold_right: float | None
    inconsistency: float | None
    agreement: float | None
    """With all others who answered the same; None where nobody did."""
    agreement_low: float | None
    agreement_high: float | None
    shared: int
    """Answers that others gave, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What an evaluation says so far."""

    score: str
    higher_is_better: bool
    confidence: float
    rankings: tuple[GroupSoFar, ...]
    judges: Mapping[str, JudgeSoFar]
    """By the names that analyses call them."""
    answers: tuple[AnswerShares, ...] = ()
    """How often each answer was given, where judges choose among some."""


def analysis_content(
    result: HumanEvaluationResult, needs: Sequence[Sequence[PairNeed]], answers: Sequence[AnswerShares] = ()
) -> str:
    """A complete analysis as it is stored, and what would settle it."""
    written = [
        [
            {
                "first": each.first,
                "second": each.second,
                "difference": each.difference,
                "judgments": each.judgments,
                "needed": each.needed,
            }
            for each in own
        ]
        for own in needs
    ]
    return json.dumps({"result": write_result(result), "needs": written, "answers": [asdict(each) for each in answers]})


def read_content(content: str) -> tuple[HumanEvaluationResult, Analysis]:
    """A stored analysis: all of it, and what is shown of it while judges are at work."""
    found = json.loads(content)
    complete = read_result(found["result"])
    return complete, _shown(human_json(complete), found)


def _shown(result: Mapping[str, Any], found: Mapping[str, Any]) -> Analysis:
    return Analysis(
        score=result["score"],
        higher_is_better=result["higher_is_better"],
        confidence=result["confidence"],
        rankings=tuple(map(_group, result["rankings"], found["needs"])),
        judges={
            each["judge"]: JudgeSoFar(
                reasons=tuple(reason["sentence"] for reason in each["reasons"]),
                gold=each["gold"],
                gold_right=each["gold_right"],
                inconsistency=each["inconsistency"],
                agreement=each["agreement"],
                **{f"agreement_{end}": value for end, value in _ends(each["agreement_interval"]).items()},
                shared=each["shared"],
            )
            for each in result["judges"]
        },
        answers=tuple(AnswerShares(**each) for each in found.get("answers", ())),
    )


def _group(ranking: Mapping[str, Any], needs: Sequence[Mapping[str, Any]]) -> GroupSoFar:
    return GroupSoFar(
        group=ranking["group"],
        systems=tuple(
            SystemSoFar(
                system=each["name"],
                score=each["score"],
                **_ends(each["interval"]),
                cluster=each["cluster"],
                best_rank=each["rank"][0],
                beats=each["beats"],
                judgments=each["judgments"],
            )
            for each in ranking["systems"]
        ),
        agreement=_agreement(ranking["agreement"]),
        agreement_with_identical=_agreement(ranking["agreement_with_identical"]),
        needs=tuple(
            NeedSoFar(
                first=each["first"],
                second=each["second"],
                difference=each["difference"],
                judgments=each["judgments"],
                more=None if each["needed"] is None else max(0, each["needed"] - each["judgments"]),
            )
            for each in needs
        ),
        judgments=ranking["judgments"],
        judges=ranking["judges"],
    )


def _agreement(rows: Sequence[Mapping[str, Any]]) -> tuple[AgreementSoFar, ...]:
    return tuple(
        AgreementSoFar(
            between=each["between"],
            measure=each["measure"],
            value=each["value"],
            **_ends(each["interval"]),
            word=each["word"] or "",
            count=each["n"],
            counted=each["of"],
        )
        for each in rows
    )


def _ends(interval: Sequence[float] | None) -> dict[str, float | None]:
    low, high = (None, None) if interval is None else interval
    return {"low": low, "high": high}
