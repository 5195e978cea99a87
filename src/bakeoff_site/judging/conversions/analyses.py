"""Analyses of judgments as they are stored, and as pages and the API show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.human_eval import HumanEvaluationResult
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What an evaluation says so far."""

    score: str
    confidence: float
    rankings: tuple[GroupSoFar, ...]
    judges: Mapping[str, JudgeSoFar]
    """By the names that analyses call them."""


def analysis_content(result: HumanEvaluationResult, needs: Sequence[Sequence[PairNeed]]) -> str:
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
    return json.dumps({"result": write_result(result), "needs": written})


def read_content(content: str) -> tuple[HumanEvaluationResult, Analysis]:
    """A stored analysis: all of it, and what is shown of it while judges are at work."""
    found = json.loads(content)
    complete = read_result(found["result"])
    return complete, _shown(human_json(complete), found)


def _shown(result: Mapping[str, Any], found: Mapping[str, Any]) -> Analysis:
    return Analysis(
        score=result["score"],
        confidence=result["confidence"],
        rankings=tuple(map(_group, result["rankings"], found["needs"])),
        judges={
            each["judge"]: JudgeSoFar(
                reasons=tuple(reason["sentence"] for reason in each["reasons"]),
                gold=each["gold"],
                gold_right=each["gold_right"],
                inconsistency=each["inconsistency"],
            )
            for each in result["judges"]
        },
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
                judgments=each["judgments"],
            )
            for each in ranking["systems"]
        ),
        agreement=tuple(
            AgreementSoFar(
                between=each["between"],
                measure=each["measure"],
                value=each["value"],
                **_ends(each["interval"]),
                word=each["word"] or "",
                count=each["n"],
                counted=each["of"],
            )
            for each in ranking["agreement"]
        ),
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


def _ends(interval: Sequence[float] | None) -> dict[str, float | None]:
    low, high = (None, None) if interval is None else interval
    return {"low": low, "high": high}
