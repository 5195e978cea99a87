"""How often systems got each answer, as tables of pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bakeoff.human_eval.analyses.answer_shares import AnswerShares
from bakeoff.reports import answers_json
from bakeoff.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """A system, or all together under no name."""

    name: str
    yes: str
    yes_interval: str
    no: str
    unsure: str
    unsure_interval: str
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTable:
    """The answers of a language pair and test set."""

    title: str
    rows: tuple[AnswerRow, ...]


def answer_tables(
    shares: Sequence[AnswerShares], rules: Rulebook, *, names: Mapping[str, str]
) -> Iterator[AnswerTable]:
    """A table for each group; a system without a name is called as the analysis does."""
    for group, own in groupby(shares, key=lambda each: dict(each.group)):
        yield AnswerTable(title=_title(group, rules), rows=answer_rows(tuple(own), names=names))


def answer_rows(shares: Sequence[AnswerShares], *, names: Mapping[str, str]) -> tuple[AnswerRow, ...]:
    """Best first, after all together."""
    found = [
        (bool(own["system"]), -(own["yes"] or 0), _row(each, own, names))
        for each, own in zip(shares, answers_json(shares), strict=True)
    ]
    return tuple(row for *_, row in sorted(found, key=lambda each: each[:2]))


def _row(shares: AnswerShares, own: Mapping[str, Any], names: Mapping[str, str]) -> AnswerRow:
    return AnswerRow(
        name=names.get(shares.system, shares.system),
        yes=_percent(own["yes"]),
        yes_interval=_interval(own["yes_interval"]),
        no=_percent(None if own["yes"] is None else 1 - own["yes"]),
        unsure=_percent(own["not_sure"]),
        unsure_interval=_interval(own["not_sure_interval"]),
        answers=shares.answers,
    )


def _title(group: Mapping[str, str], rules: Rulebook) -> str:
    pair, test_set = rules.language_pairs.get(group.get("language_pair", "")), group.get("test_set", "")
    known = rules.test_sets.get(test_set)
    parts = ["" if pair is None else pair.label, test_set if known is None else known.label]
    return ", ".join(filter(None, parts)) or "All"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _interval(ends: Sequence[float] | None) -> str:
    return "" if ends is None else f"[{100 * ends[0]:.1f}, {100 * ends[1]:.1f}]"
