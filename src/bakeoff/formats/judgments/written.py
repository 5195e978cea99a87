"""What writers of judgments have in common: which judgments a file takes, and what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from bakeoff.data.judgments import SHARED, Control, Judgment
from bakeoff.errors import InputError

Sources = Mapping[tuple[str, str, str, str], str]
"""Source texts by language pair, test set, document and segment, in the order of the test set."""


def lines_in(sources: Sources) -> dict[tuple[str, str, str, str], str]:
    """The line of each segment in its test set, counted from 1: what files of WMT call a segment by."""
    counters: dict[tuple[str, str], count[int]] = {}
    return {each: str(next(counters.setdefault(each[:2], count(1)))) for each in sources}


def check_protocols(judgments: Sequence[Judgment], known: Iterable[str], tool: str) -> None:
    """Refuses judgments of a protocol that the tool has no file for, and of several protocols."""
    asked = sorted({each.protocol for each in judgments})
    names = tuple(known)
    if unknown := [name for name in asked if name not in names]:
        raise InputError(
            expected=f"judgments of a protocol that {tool} has: {', '.join(names)}",
            found=", ".join(unknown),
            remedy="Export them as JSON Lines or CSV.",
        )
    if len(asked) > 1:
        raise InputError(
            expected="judgments of one protocol", found=", ".join(asked), remedy="Write a file for each protocol."
        )


def latest(judgments: Iterable[Judgment], *, controls: Iterable[Control] = ("",)) -> tuple[Judgment, ...]:
    """The last answer of each judge to each screen, of items that are of these kinds."""
    kept: dict[tuple[object, ...], Judgment] = {}
    allowed = tuple(controls)
    for each in judgments:
        if each.control in allowed:
            kept[each.judge, each.screen or each.id, each.item, each.systems, each.control] = each
    return tuple(kept.values())


def errors_of(judgment: Judgment) -> list[dict[str, Any]]:
    """The errors of an answer, whether it holds a score and more or not."""
    answer = judgment.answer
    spans: list[dict[str, Any]] = answer["spans"] if isinstance(answer, dict) else answer
    return spans


def each_system(judgment: Judgment) -> Iterator[str]:
    """The systems of a judgment of one output, one by one where they share it."""
    for systems in judgment.systems:
        yield from systems.split(SHARED)


def text_of(judgment: Judgment, number: int = 0) -> str:
    """The output as the judge saw it."""
    if not judgment.texts:
        raise InputError(
            place=judgment.place,
            expected="the outputs as judges saw them, because places of errors are written into them",
            found=f"none in judgment {judgment.id}",
            remedy="Export from the site, or give judgments that have texts.",
        )
    return judgment.texts[number]


def single_language_pair(judgments: Sequence[Judgment]) -> str:
    """The language pair of all judgments, where a file holds one."""
    pairs = sorted({each.language_pair for each in judgments})
    if len(pairs) > 1:
        raise InputError(
            expected="judgments of one language pair",
            found=", ".join(pairs),
            remedy="Write a file for each language pair.",
        )
    return pairs[0] if pairs else ""
