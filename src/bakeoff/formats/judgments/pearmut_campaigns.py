"""Campaigns of Pearmut (JSON) as a plan, and plans as campaigns.

`info` has `assignment` (task-based, single-stream, dynamic), `protocol` (DA, ESA, cESA, MQM) and `users`; `data` has
documents, lists of items with `item_id`, `src` and `tgt` (outputs by model), in a task-based campaign a list of
documents for each person. Where people draw from one stream, the judge is called `anyone`. Each output is a screen of
the plan. `error_spans` are marks that judges start from. Outputs with a `validation` and items of `data_random` are
attention items, those of `data_welcome` gold.

Campaigns are written task-based. Pearmut has no place for gold items within the work of a person, nor for repeats:
these are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.judgments.asked_screens import ITEM_REMEDY, AskedScreen
from bakeoff.formats.judgments.json_file import JsonFile, json_file
from bakeoff.formats.judgments.offsets import pearmut_text
from bakeoff.formats.judgments.pearmut import error_of
from bakeoff.formats.judgments.pearmut_export import item_ids, marks_of
from bakeoff.formats.judgments.written import check_protocols

_EXPECTED = "a campaign of Pearmut: an object with info and data"
_PROTOCOLS = {"DA": "direct", "ESA": "esa", "cESA": "esa", "MQM": "error_spans"}
_WRITTEN = {"direct": "DA", "esa": "ESA", "error_spans": "MQM"}
_ASSIGNMENTS = ("task-based", "single-stream", "dynamic")
_ANYONE = "anyone"
_Path = tuple[str | int, ...]
"""Where in the file something is: a key, and numbers counted from 0."""
PLANNED_CONTROLS = ("", "attention")
"""Of items that a campaign has a place for."""


def recognises(head: str) -> bool:
    """Whether a file starts like a campaign."""
    start = head.lstrip("\ufeff \t\r\n")
    return start.startswith("{") and '"info"' in start and ('"assignment"' in start or '"data"' in start)


def read_campaign(path: str | Path) -> tuple[AskedScreen, ...]:
    """The screens of a campaign; a `MistakesError` names every item that is none."""
    file = json_file(path, _EXPECTED)
    campaign, place = file.value, Place(file.name)
    info = campaign.get("info") if isinstance(campaign, dict) else None
    if not isinstance(info, dict) or not isinstance(campaign.get("data"), list):
        found = ", ".join(map(repr, campaign))[:80] or "none"
        raise FormatError(place=place, expected=_EXPECTED, found=found, remedy="Copy the file again.")
    reader = _Reader(
        file,
        _PROTOCOLS[_known(info, "protocol", _PROTOCOLS, file)],
        is_task_based=_known(info, "assignment", _ASSIGNMENTS, file) == "task-based",
    )
    reader.read_people(campaign["data"], info.get("users"))
    reader.read_documents(campaign.get("data_welcome") or [], _ANYONE, ("data_welcome",), "gold")
    reader.read_documents(campaign.get("data_random") or [], _ANYONE, ("data_random",), "attention")
    if reader.mistakes:
        raise MistakesError(reader.mistakes)
    if not reader.screens:
        raise FormatError(place=place, expected="at least one item", found="none", remedy="Copy the file again.")
    return tuple(reader.screens)


def _known(info: dict[str, Any], key: str, names: Any, file: JsonFile) -> str:
    value = info.get(key)
    if value not in names:
        raise FormatError(
            place=file.place("info", key),
            expected=f"as {key} of info one of {', '.join(names)}",
            found=_said(value),
            remedy="Correct it in the campaign.",
        )
    return str(value)


class _Reader:
    def __init__(self, file: JsonFile, protocol: str, *, is_task_based: bool) -> None:
        self.screens: list[AskedScreen] = []
        self.mistakes: list[InputError] = []
        self._file = file
        self._place = Place(file.name)
        self._protocol = protocol
        self._is_task_based = is_task_based
        self._positions: dict[str, int] = {}

    def read_people(self, data: list[Any], users: Any) -> None:
        if not self._is_task_based:
            self.read_documents(data, _ANYONE, ("data",), "")
            return
        names = users if isinstance(users, list) else []
        if names and len(names) != len(data):
            self._note("as many users as lists of documents under data", f"{len(names)} and {len(data)}", ("info",))
        for number, documents in enumerate(data):
            judge = str(names[number]) if number < len(names) else f"user{number + 1}"
            self.read_documents(documents, judge, ("data", number), "")

    def read_documents(self, documents: Any, judge: str, path: _Path, control: Control) -> None:
        if not isinstance(documents, list):
            self._note("a list of documents", _said(documents), path)
            return
        for number, items in enumerate(documents):
            inside = (*path, number)
            if not isinstance(items, list):
                self._note("a list of items", _said(items), inside)
                continue
            for count, item in enumerate(items):
                try:
                    self.screens += self._screens(item, judge, (*inside, count), control)
                except InputError as mistake:
                    self.mistakes.append(mistake)

    def _screens(self, item: Any, judge: str, where: _Path, control: Control) -> Iterator[AskedScreen]:
        outputs = item.get("tgt") if isinstance(item, dict) else None
        if not isinstance(outputs, dict) or not all(isinstance(text, str) for text in outputs.values()) or not outputs:
            raise self._mistake("outputs by model under tgt", _said(outputs), where)
        segment, source = item.get("item_id"), item.get("src", "")
        if not isinstance(segment, str | int) or segment == "":
            raise self._mistake("an item_id", _said(segment), where)
        if not isinstance(source, str):
            raise self._mistake("a text under src", _said(source), where)
        checked, given = item.get("validation") or {}, item.get("error_spans") or {}
        if not isinstance(checked, dict) or not isinstance(given, dict):
            raise self._mistake("validation and error_spans by model", _said(checked or given), where)
        if unknown := [name for name in (*checked, *given) if name not in outputs]:
            raise self._mistake(f"models that have an output: {', '.join(outputs)}", ", ".join(unknown), where)
        for model, text in outputs.items():
            position = self._positions.setdefault(judge, 0)
            self._positions[judge] += 1
            asked = Judgment(
                id=f"{judge}:{position}",
                protocol=self._protocol,
                judge=judge,
                segment=str(segment),
                systems=(model,),
                answer=None,
                screen=f"{judge}:{position}",
                position=position,
                control="attention" if not control and model in checked else control,
                texts=(text,),
                place=self._place,
            )
            yield AskedScreen(judgment=asked, source=source, given=self._given(given.get(model) or [], text, where))

    def _given(self, marks: Any, text: str, where: _Path) -> tuple[dict[str, Any], ...]:
        if not isinstance(marks, list) or not all(isinstance(each, dict) for each in marks):
            raise self._mistake("a list of marks under error_spans", _said(marks), where)
        try:
            return tuple(error_of(each, pearmut_text(text), self._place) for each in marks)
        except InputError as error:
            raise self._mistake(error.expected, error.found, where) from None

    def _note(self, expected: str, found: str, where: _Path) -> None:
        self.mistakes.append(self._mistake(expected, found, where))

    def _mistake(self, expected: str, found: str, where: _Path) -> FormatError:
        place = self._file.place(*where)
        expected = f"{expected} in {self._in_words(where)}"
        return FormatError(place=place, expected=expected, found=found, remedy=ITEM_REMEDY)

    def _in_words(self, where: _Path) -> str:
        first, *numbers = where
        names = ["document", "item"]
        user = ""
        if self._is_task_based and first == "data":
            user, numbers = f" of user {int(numbers[0]) + 1}", numbers[1:]
        inside = [f"{name} {int(number) + 1}" for name, number in zip(names, numbers, strict=False)]
        return ", ".join([f"{first}{user}", *inside])


def _said(value: Any) -> str:
    return "none" if value is None else repr(value)[:60]


def campaign_of(screens: Sequence[AskedScreen], *, name: str) -> dict[str, Any]:
    """A plan as a task-based campaign. A document is what a judge is asked of the same outputs of a document."""
    kept = [each for each in screens if each.judgment.control in PLANNED_CONTROLS]
    check_protocols([each.judgment for each in kept], _WRITTEN, "Pearmut")
    ids = item_ids(each.judgment.location for each in kept)
    judges = list(dict.fromkeys(each.judgment.judge for each in kept))
    data = [
        [
            [_item(each, ids[each.judgment.location]) for each in document]
            for _, document in groupby((each for each in kept if each.judgment.judge == judge), key=_document)
        ]
        for judge in judges
    ]
    info = {
        "assignment": "task-based",
        "protocol": _WRITTEN[kept[0].judgment.protocol] if kept else "DA",
        "shuffle": True,
        "users": judges,
    }
    return {"campaign_id": name, "info": info, "data": data}


def write_campaign(screens: Sequence[AskedScreen], *, name: str) -> str:
    """The same as the text of a file."""
    return json.dumps(campaign_of(screens, name=name), ensure_ascii=False, indent=1) + "\n"


def _document(screen: AskedScreen) -> tuple[object, ...]:
    asked = screen.judgment
    alone = asked.screen if not asked.document else ""
    return asked.location[:3], asked.systems, asked.control, alone


def _item(screen: AskedScreen, name: str) -> dict[str, Any]:
    asked = screen.judgment
    outputs = dict(zip(asked.systems, asked.texts, strict=True))
    item: dict[str, Any] = {"item_id": name, "src": screen.source, "tgt": outputs}
    if screen.given:
        item["error_spans"] = {asked.systems[0]: marks_of(screen.given, asked.texts[0])}
    if asked.control == "attention":
        # Nothing that the browser gets gives the answer away: judgments are compared when they come back.
        item["validation"] = {system: {"score": [0, 100]} for system in asked.shown_damaged}
    return item
