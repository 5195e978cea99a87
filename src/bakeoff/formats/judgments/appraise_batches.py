"""The batches that were put into Appraise (JSON): which segment of the test set each item of an account is.

Each batch has `items` with `itemID`, `documentID` and, from WMT 2023 on, `_item`: system, line of the test set (from 0)
and document, parted by ` | `.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.sources import open_source

_Item = tuple[int, str]
_Segment = tuple[str, str, str]


def with_batches(judgments: Iterable[Judgment], *paths: str | Path) -> tuple[Judgment, ...]:
    """Judgments from an export of Appraise with the segments that their items are, lines counted from 0.

    An account belongs to the batch that has all of its items; an account that fits none, or several that disagree, is a
    mistake. Items of tutorials have no segment and stay as they are.
    """
    rows = tuple(judgments)
    batches = [batch for path in paths for batch in _batches(path)]
    shown: dict[str, set[_Item]] = {}
    mistakes: list[InputError] = []
    for judgment in rows:
        if not judgment.segment.isdecimal() or not judgment.screen.startswith(f"{judgment.judge} "):
            mistakes.append(
                FormatError(place=judgment.place, expected="an answer from Appraise", found=f"{judgment.protocol}")
            )
            continue
        shown.setdefault(judgment.judge, set()).add(_item_of(judgment))
    found = {}
    for judge, items in shown.items():
        fitting = [batch for batch in batches if items <= batch.keys()]
        if len({tuple(batch[item] for item in sorted(items)) for batch in fitting}) != 1:
            what = f"{len(fitting)} that differ" if fitting else "none"
            mistakes.append(
                FormatError(
                    place=Place(", ".join(map(str, paths))), expected=f"the batch of account {judge}", found=what
                )
            )
        else:
            found[judge] = fitting[0]
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(_placed(judgment, found[judgment.judge][_item_of(judgment)]) for judgment in rows)


def _item_of(judgment: Judgment) -> _Item:
    return int(judgment.segment), judgment.screen.removeprefix(f"{judgment.judge} ")


def _placed(judgment: Judgment, segment: _Segment | None) -> Judgment:
    if segment is None:
        return judgment
    system, line, document = segment
    return replace(judgment, systems=(system,), segment=line, document=document)


def _batches(path: str | Path) -> list[dict[_Item, _Segment | None]]:
    with open_source(path) as source:
        place = Place(source.name)
        try:
            value = json.loads(source.text())
            return [
                {(int(item["itemID"]), str(item["documentID"])): _segment(item, place) for item in batch["items"]}
                for batch in value
            ]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise FormatError(
                place=place,
                expected="batches of Appraise as JSON: a list of objects with items, each with itemID and documentID",
                found="something else",
            ) from None


def _segment(item: dict[str, Any], place: Place) -> _Segment | None:
    written = item.get("_item")
    if written is None:
        return None
    parts = [part.strip() for part in str(written).split("|")]
    if len(parts) != 3 or not parts[1].isdecimal():
        raise FormatError(place=place, expected="_item as system | line | document", found=repr(written)[:60])
    return parts[0], parts[1], parts[2]
