"""The batches that were put into Appraise (JSON): which segment of the test set each item of an account is.

Each batch has `items` with `itemID`, `documentID` (none where segments are judged without documents) and perhaps
`_item`. In WMT 2023 that is system, line of the test set (from 0) and document, separated by ` | `, and `itemID` counts
the items of the batch. In WMT 2024 it is empty, because `itemID` is the line itself (from 0) and the export says the
rest; other campaigns have a number there that means nothing to others. Such items keep their number, which must then
stand for the same source text wherever it comes again in a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.judgments.appraise.results import is_tutorial, without_marks
from bakeoff.formats.judgments.appraise.spans import with_placed_errors
from bakeoff.formats.judgments.json_file import ElementPath, JsonFile, json_file

_Item = tuple[int, str]
_Segment = tuple[str, str, str]
"""System, line and document."""
_EXPECTED = "batches of Appraise as JSON: a list of objects with items, each with itemID"
_WHICH = "Give the file of batches that the campaign was made of."
_REMEDY = (
    "A batch fits where it has the items of the account, by itemID and documentID. Exports of WMT 2024 as published "
    "count one line more than its batches; their items are lines already, so leave the batches out."
)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What an item of a batch is, and the output that it showed; None: not said."""

    segment: _Segment | None
    output: str | None


@dataclass(frozen=True, slots=True)
class _Where:
    """An item of a file; its line is looked for where it is needed."""

    file: JsonFile
    path: ElementPath

    @property
    def place(self) -> Place:
        return self.file.place(*self.path)


@dataclass(slots=True)
class _Numbers:
    """Source texts by the numbers of items that do not say which segment they are."""

    texts: dict[tuple[str, str, int], str] = field(default_factory=dict)

    def see(self, language: str, item: _Item, text: str, where: _Where) -> None:
        number, document = item
        if self.texts.setdefault((language, without_marks(document), number), text) != text:
            raise FormatError(
                place=where.place,
                expected="items that name their segment (_item), or whose number means one segment",
                found=f"two source texts under item {number}" + (f" of document {document}" if document else ""),
                remedy="Number the items of batches and export by the line of the test set.",
            )


def with_batches(judgments: Iterable[Judgment], *paths: str | Path) -> tuple[Judgment, ...]:
    """Judgments from an export of Appraise with the segments that their items are, lines counted from 0.

    An account belongs to the batch that has all of its items; an account that fits none, or several that disagree, is a
    mistake. Places of errors are counted in the outputs that the batch shows. Items of tutorials, which have no
    segment, and items numbered by segment stay as they are.
    """
    rows = tuple(judgments)
    numbers = _Numbers()
    batches = [batch for path in paths for batch in _batches(path, numbers)]
    shown: dict[str, set[_Item]] = {}
    mistakes: list[InputError] = []
    for judgment in rows:
        if not judgment.segment.isdecimal() or _document_of(judgment) is None:
            mistakes.append(
                FormatError(
                    place=judgment.place,
                    expected="an answer from Appraise",
                    found=f"{judgment.protocol}",
                    remedy="Give batches with results of Appraise alone.",
                )
            )
            continue
        shown.setdefault(judgment.judge, set()).add(_item_of(judgment))
    batch_of = {}
    for judge, items in shown.items():
        fitting = [batch for batch in batches if items <= batch.keys()]
        if len({tuple(batch[item].segment for item in sorted(items)) for batch in fitting}) != 1:
            what = f"{len(fitting)} that differ" if fitting else "none"
            mistakes.append(
                FormatError(
                    place=Place(", ".join(map(str, paths))),
                    expected=f"the batch of account {judge}",
                    found=what,
                    remedy=_REMEDY,
                )
            )
        else:
            batch_of[judge] = {item: _agreed([batch[item] for batch in fitting]) for item in items}
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(_placed(judgment, batch_of[judgment.judge][_item_of(judgment)]) for judgment in rows)


def _agreed(shown: Sequence[_Shown]) -> _Shown:
    """What batches say about an item; items that name no segment may show another output in another batch."""
    return shown[0] if len({each.output for each in shown}) == 1 else replace(shown[0], output=None)


def _document_of(judgment: Judgment) -> str | None:
    """The document as Appraise calls it, with its marks; None where the answer is none from Appraise."""
    if judgment.protocol in ("direct", "pairwise") and not judgment.screen and not judgment.document:
        return ""
    account = f"{judgment.judge} "
    return judgment.screen.removeprefix(account) if judgment.screen.startswith(account) else None


def _item_of(judgment: Judgment) -> _Item:
    return int(judgment.segment), _document_of(judgment) or ""


def _placed(judgment: Judgment, shown: _Shown) -> Judgment:
    if shown.segment is not None:
        system, line, document = shown.segment
        # Comparisons are of the systems that their rows name.
        systems = (system,) if system else judgment.systems
        judgment = replace(judgment, systems=systems, segment=line, document=document)
    if shown.output is None or judgment.protocol == "pairwise":
        return judgment
    return replace(with_placed_errors(judgment, shown.output), texts=(shown.output,))


def _batches(path: str | Path, numbers: _Numbers) -> list[dict[_Item, _Shown]]:
    file = json_file(path, _EXPECTED, remedy=_WHICH)
    try:
        return [_batch(file, number, numbers) for number in range(len(file.value))]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise FormatError(place=Place(file.name), expected=_EXPECTED, found="something else", remedy=_WHICH) from None


def _batch(file: JsonFile, number: int, numbers: _Numbers) -> dict[_Item, _Shown]:
    batch = file.value[number]
    language = str(batch.get("task", {}).get("sourceLanguage", ""))
    items: dict[_Item, _Shown] = {}
    for at, item in enumerate(batch["items"]):
        key = int(item["itemID"]), str(item.get("documentID") or "")
        where = _Where(file, (number, "items", at))
        segment = _segment(item, where)
        if segment is None and "sourceText" in item and not is_tutorial(key[1], str(item.get("targetID", ""))):
            numbers.see(language, key, str(item["sourceText"]), where)
        output = item.get("targetText")
        shown = _Shown(segment, output if isinstance(output, str) else None)
        if items.setdefault(key, shown).segment != segment:
            said = f"item {key[0]} of document {key[1]} with two of them"
            raise FormatError(
                place=where.place,
                expected="one segment for each item of a batch",
                found=said,
                remedy="Give each of them an item of its own.",
            )
    return items


def _segment(item: dict[str, Any], where: _Where) -> _Segment | None:
    written = item.get("_item")
    if written is None or written == "" or isinstance(written, int):
        return None
    parts = [part.strip() for part in f" {written} ".split(" | ")]
    if len(parts) != 3 or not parts[1]:
        raise FormatError(
            place=where.place,
            expected="_item as system | line | document, or empty",
            found=repr(written)[:60],
            remedy="Correct it, or leave it empty.",
        )
    return parts[0], parts[1], parts[2]
