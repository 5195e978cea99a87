"""Judgments as Pearmut writes its results, for programs that read those files: see `pearmut` for what a line holds.

A line is a screen of ours, with the outputs as the judge saw them and the times of showing and sending. Gold items are
called `welcome_…`; outputs of attention items have a `validation`. Pearmut has no place for repeats, nor for errors in
the source: these are written as something that is missing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import InputError
from bakeoff.formats.judgments.offsets import CountedText, pearmut_text
from bakeoff.formats.judgments.written import Sources, check_protocols, errors_of, latest, text_of

PROTOCOLS = ("direct", "esa", "error_spans")
CONTROLS: tuple[Control, ...] = ("", "gold", "attention")


def lines_of(judgments: Iterable[Judgment], sources: Sources) -> Iterator[str]:
    """The lines of a file; repeats are left out."""
    rows = latest(judgments, controls=CONTROLS)
    check_protocols(rows, PROTOCOLS, "Pearmut")
    ids = item_ids([*sources, *(each.location for each in rows)])
    counts: Counter[tuple[str, bool]] = Counter()
    for (judge, _), screen in groupby(rows, key=lambda each: (each.judge, each.screen or each.id)):
        shown = tuple(screen)
        is_gold = shown[0].control == "gold"
        number = counts[judge, is_gold]
        counts[judge, is_gold] += 1
        line = {
            "user_id": judge,
            "item_i": f"welcome_{number}" if is_gold else number,
            "annotation": [_answers(each) for each in shown],
            "actions": _actions(shown),
            "item": [_item(each, ids[each.location], sources.get(each.location, "")) for each in shown],
        }
        yield json.dumps(line, ensure_ascii=False) + "\n"


def item_ids(locations: Iterable[tuple[str, str, str, str]]) -> dict[tuple[str, str, str, str], str]:
    """What Pearmut calls segments: their ids, with as much before them as it takes to tell them apart."""
    every = tuple(dict.fromkeys(locations))
    taken = Counter(each[3] for each in every)
    in_documents = Counter(each[2:] for each in every)
    return {
        each: each[3] if taken[each[3]] == 1 else ":".join(each[2:] if in_documents[each[2:]] == 1 else each)
        for each in every
    }


def marks_of(errors: Iterable[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """Errors as Pearmut counts them."""
    counted = pearmut_text(text)
    return [
        dict(zip(("start_i", "end_i"), _ends(each, counted), strict=True))
        | {
            "severity": None if each["severity"] == "undecided" else each["severity"],
            "category": each.get("category") or None,
        }
        for each in errors
    ]


def _ends(error: dict[str, Any], text: CountedText) -> tuple[int, int]:
    is_missing = (error.get("side") or "target") != "target" or not text.total
    if is_missing:
        return text.total, text.total
    if error["start"] is None:
        return 0, text.total - 1
    return text.counted(error["start"], error["end"])


def _answers(judgment: Judgment) -> dict[str, Any]:
    """By the name of each output on the screen what was said about it."""
    if judgment.protocol != "direct":
        score = judgment.answer["score"] if judgment.protocol == "esa" else None
        marks = marks_of(errors_of(judgment), text_of(judgment))
        return {judgment.systems[0]: {"score": score, "error_spans": marks, "textfield": None}}
    grades = judgment.answer if isinstance(judgment.answer, list) else [judgment.answer]
    return {
        system: {"score": _checked(grade, judgment), "error_spans": [], "textfield": None}
        for system, grade in zip(judgment.systems, grades, strict=True)
    }


def _checked(grade: Any, judgment: Judgment) -> float | None:
    if grade is None or (not isinstance(grade, dict) and 0 <= grade <= 100):
        score: float | None = grade
        return score
    raise InputError(
        place=judgment.place,
        expected="scores from 0 to 100",
        found=f"{grade} in judgment {judgment.id}",
        remedy="Export as JSON Lines.",
    )


def _actions(shown: Sequence[Judgment]) -> list[dict[str, Any]]:
    starts = [each.shown_at.timestamp() for each in shown if each.shown_at is not None]
    ends = [each.sent_at.timestamp() for each in shown if each.sent_at is not None]
    load = [{"time": min(starts), "action": "load"}] if starts else []
    return [*load, *([{"time": max(ends), "action": "submit"}] if ends else [])]


def _item(judgment: Judgment, name: str, source: str) -> dict[str, Any]:
    outputs = {system: text_of(judgment, number) for number, system in enumerate(judgment.systems)}
    item: dict[str, Any] = {"item_id": name, "src": source, "tgt": outputs}
    checked = judgment.shown_damaged if judgment.control == "attention" else ()
    return item | ({"validation": {system: {} for system in checked}} if checked else {})
