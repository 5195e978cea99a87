"""Batches of Appraise (JSON) as a plan, and plans as batches: direct assessment, ESA, MQM and pairwise comparison.

A batch is `task` and `items`; each becomes the screens of a judge, `batch1` and so on, since batches do not say which
account gets them. Items say by `itemType` and the marks of `documentID` why they are asked, as in `results`; `_item`
names system, segment and document, which `itemID` and `documentID` do where it is missing. Items with `targets` are
comparisons, items with `mqm` are ESA unless it is said that they are MQM. `mqm` holds marks that judges start from,
alone or as the `payload` of a tutorial.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Literal

from bakeoff.data.judgments import SHARED, Control, Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.judgments.appraise.export import mark_of
from bakeoff.formats.judgments.appraise.results import control_of, without_marks
from bakeoff.formats.judgments.appraise.spans import placed_in, spans_of
from bakeoff.formats.judgments.asked_screens import ITEM_REMEDY, AskedScreen
from bakeoff.formats.judgments.json_file import JsonFile, json_file
from bakeoff.formats.judgments.offsets import appraise_text
from bakeoff.formats.judgments.written import check_protocols
from bakeoff.text.languages import language_code, three_letter_code

MarkedProtocol = Literal["esa", "error_spans"]
PROTOCOLS = ("direct", "esa", "error_spans", "pairwise")
_EXPECTED = "batches of Appraise: a list of objects with task and items"
_TYPES: dict[Control, str] = {"": "TGT", "repeat": "TGT", "gold": "REF", "attention": "BAD"}
_MARKS: dict[Control, str] = {"": "", "repeat": "#duplicate", "gold": "", "attention": "#bad"}


def recognises(head: str) -> bool:
    """Whether a file starts like batches."""
    start = head.lstrip("\ufeff \t\r\n")
    return start.startswith("[") and '"itemType"' in start


def read_batches(path: str | Path, *, marked: MarkedProtocol = "esa") -> tuple[AskedScreen, ...]:
    """The screens of a plan; a `MistakesError` names every item that is none."""
    file = json_file(path, _EXPECTED)
    batches = file.value
    if not isinstance(batches, list) or not batches:
        found = "none" if batches == [] else f"{type(batches).__name__} in place of a list"
        raise FormatError(place=Place(file.name), expected=_EXPECTED, found=found, remedy="Copy the file again.")
    reader = _Reader(file, marked, _names(batches))
    for number, batch in enumerate(batches, start=1):
        reader.read(batch, number)
    if reader.mistakes:
        raise MistakesError(reader.mistakes)
    return tuple(reader.screens)


def _names(batches: Iterable[Any]) -> frozenset[str]:
    """The systems that have outputs of their own, by which `A+B` is known as an output of both."""
    items = (item for batch in batches if isinstance(batch, dict) for item in batch.get("items") or ())
    known = [item for item in items if isinstance(item, dict)]
    targets = [each for item in known for each in item.get("targets") or () if isinstance(each, dict)]
    return frozenset(str(each.get("targetID")) for each in (*known, *targets))


class _Reader:
    def __init__(self, file: JsonFile, marked: MarkedProtocol, names: frozenset[str]) -> None:
        self.screens: list[AskedScreen] = []
        self.mistakes: list[InputError] = []
        self._file = file
        self._path: tuple[str | int, ...] = ()
        self._place = Place(file.name)
        self._marked = marked
        self._systems = names
        self._where = ""

    def read(self, batch: Any, number: int) -> None:
        self._where, self._path = f"batch {number}", (number - 1, "items")
        try:
            items = batch.get("items") if isinstance(batch, dict) else None
            if not isinstance(items, list) or not items:
                raise self._mistake("a list of items", _said(items))
            task = batch.get("task") or {}
            pair = "-".join(language_code(str(task.get(f"{side}Language") or "")) for side in ("source", "target"))
            name = f"batch{task.get('batchNo', number)}"
        except InputError as mistake:
            self.mistakes.append(mistake)
            return
        for position, item in enumerate(items):
            self._where, self._path = f"batch {number}, item {position + 1}", (number - 1, "items", position)
            try:
                self.screens.append(self._screen(item, name, pair if pair != "-" else "", position))
            except InputError as mistake:
                self.mistakes.append(mistake)

    def _screen(self, item: Any, judge: str, pair: str, position: int) -> AskedScreen:
        if not isinstance(item, dict):
            raise self._mistake("an object", _said(item))
        outputs = self._outputs(item)
        document, kind = str(item.get("documentID") or ""), item.get("itemType")
        protocol = "pairwise" if "targets" in item else self._marked if "mqm" in item else "direct"
        source = item.get("sourceText", item.get("segmentText", ""))
        if not isinstance(source, str):
            raise self._mistake("a text under sourceText", _said(source))
        system, segment, name = self._named(item, document, outputs)
        try:
            control = control_of(str(kind), document, outputs[0][0], self._place)
        except InputError as error:
            raise self._mistake(error.expected, error.found) from None
        whole = item.get("isCompleteDocument", False)
        if not isinstance(whole, bool):
            raise self._mistake("true or false under isCompleteDocument", _said(whole))
        asked = Judgment(
            id=f"{judge}:{position}",
            protocol=protocol,
            judge=judge,
            language_pair=pair,
            test_set=str(item.get("sourceID") or "") if not whole else "",
            document=name,
            segment="" if whole else segment,
            kind="document" if whole else "segment",
            systems=(system,) if system else tuple(self._shared(name) for name, _ in outputs),
            answer=None,
            screen=f"{judge}:{position}",
            position=position,
            control=control,
            texts=tuple(text for _, text in outputs),
            place=self._place,
        )
        return AskedScreen(judgment=asked, source=source, given=self._given(item, outputs[0][1]))

    def _outputs(self, item: dict[str, Any]) -> list[tuple[str, str]]:
        targets = item.get("targets", [item])
        if not isinstance(targets, list) or not targets or ("targets" in item and len(targets) != 2):
            raise self._mistake("two outputs under targets", _said(targets))
        found = [
            (each.get("targetID"), each.get("targetText")) if isinstance(each, dict) else (None, None)
            for each in targets
        ]
        if wrong := [each for each in found if not all(isinstance(value, str) for value in each) or not each[0]]:
            raise self._mistake("targetID and targetText as texts", _said(wrong[0]))
        return found  # type: ignore[return-value]  # all are texts

    def _named(self, item: dict[str, Any], document: str, outputs: Sequence[tuple[str, str]]) -> tuple[str, str, str]:
        """System (none: those of the outputs), segment and document."""
        written = item.get("_item")
        if isinstance(written, str) and written:
            parts = [part.strip() for part in f" {written} ".split(" | ")]
            if len(parts) != 3 or not parts[1]:
                raise self._mistake("_item as system | segment | document, or empty", repr(written)[:60])
            return self._shared(parts[0]), parts[1], parts[2]
        number = item.get("itemID")
        if type(number) is not int or number < 0:
            raise self._mistake("a number under itemID", _said(number))
        plain = without_marks(document)
        base, _, last = plain.rpartition("#")
        system = outputs[0][0] if len(outputs) == 1 else ""
        is_named = bool(base) and bool(system) and system.endswith(last)
        return (last if is_named else self._shared(system)), str(number), base if is_named else plain

    def _shared(self, name: str) -> str:
        parts = name.split("+")
        is_shared = len(parts) > 1 and all(any(own.endswith(part) for own in self._systems) for part in parts)
        return SHARED.join(sorted(parts)) if is_shared else name

    def _given(self, item: dict[str, Any], text: str) -> tuple[dict[str, Any], ...]:
        marks = item.get("mqm") or []
        payload = marks.get("payload") or [] if isinstance(marks, dict) else marks
        if not payload:
            return ()
        if not isinstance(payload, list) or not all(isinstance(each, dict) for each in payload):
            raise self._mistake("a list of marks under mqm", _said(payload))
        try:
            return tuple(placed_in(text, spans_of(payload, self._place).errors, self._place))
        except InputError as error:
            raise self._mistake(error.expected, error.found) from None

    def _mistake(self, expected: str, found: str) -> FormatError:
        place = self._file.place(*self._path)
        return FormatError(place=place, expected=f"{expected} in {self._where}", found=found, remedy=ITEM_REMEDY)


def _said(value: Any) -> str:
    return "none" if value is None else repr(value)[:60]


def batches_of(screens: Sequence[AskedScreen], *, seed: int = 0) -> Iterator[dict[str, Any]]:
    """The batches of a plan, one for each judge and language pair."""
    check_protocols([each.judgment for each in screens], PROTOCOLS, "Appraise")
    batches: dict[tuple[str, str], list[AskedScreen]] = {}
    for screen in screens:
        batches.setdefault((screen.judgment.judge, screen.judgment.language_pair), []).append(screen)
    numbers = count(1)
    for number, ((_, pair), own) in enumerate(batches.items(), start=1):
        # Numbered through, so that results say which batch they are of.
        items = [_item(each, next(numbers)) for each in own]
        source, _, target = pair.partition("-")
        yield {
            "task": {
                "batchNo": number,
                "batchSize": len(items),
                "randomSeed": seed,
                "requiredAnnotations": 1,
                "sourceLanguage": three_letter_code(source),
                "targetLanguage": three_letter_code(target),
            },
            "items": items,
        }


def write_batches(screens: Sequence[AskedScreen], *, seed: int = 0) -> str:
    """The same as the text of a file."""
    return json.dumps(list(batches_of(screens, seed=seed)), ensure_ascii=False, indent=1) + "\n"


def _item(screen: AskedScreen, number: int) -> dict[str, Any]:
    asked = screen.judgment
    names = [name.replace(SHARED, "+") for name in asked.systems]
    if any(" | " in name for name in (*names, asked.segment, asked.document)):
        raise InputError(
            expected="names without ' | ', by which Appraise's _item separates them",
            found=f"{', '.join(names)}, segment {asked.segment}, document {asked.document}",
            remedy="Rename them.",
        )
    is_pair = asked.protocol == "pairwise"
    outputs = [{"targetID": name, "targetText": text} for name, text in zip(names, asked.texts, strict=True)]
    item: dict[str, Any] = {
        "itemID": number,
        "itemType": _TYPES[asked.control],
        "sourceID": asked.test_set,
        "sourceText": screen.source,
        # Systems that share an output are named here as we name them, whether or not each has outputs of its own.
        "_item": f"{'' if is_pair else asked.systems[0]} | {asked.segment} | {asked.document}",
    }
    item |= {"targets": outputs, "targetsSize": len(outputs)} if is_pair else outputs[0]
    if asked.document and not is_pair:
        item["documentID"] = f"{asked.document}#{names[0]}{_MARKS[asked.control]}"
        item["isCompleteDocument"] = asked.kind == "document"
    elif asked.control == "repeat":
        item["itemType"] = "CHK"
    if asked.protocol in ("esa", "error_spans"):
        item.setdefault("documentID", f"all#{names[0]}{_MARKS[asked.control]}")
        item.setdefault("isCompleteDocument", False)
        counted = appraise_text(asked.texts[0])
        item["mqm"] = [mark_of(each, counted, categorised=asked.protocol == "error_spans") for each in screen.given]
    return item
