"""Files of constituents: JSON Lines, a constituent each, with the phrases that it has in every text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from bakeoff.data.judgments import Span
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.sources import open_source
from bakeoff.formats.targets import write_target
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.constituents.texts import places_of
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.human_eval.protocols.observations import Item


class _Part(BaseModel):
    """A part of a text: from its first code point to the one before its last, and what is there."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    span: Span
    phrase: str


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    language_pair: str
    test_set: str
    document: str
    segment: str
    label: str = ""
    source: _Part
    reference: _Part | None = None
    outputs: dict[str, _Part]


_Places = Mapping[tuple[str, str], int]


def write_constituents(judged: Sequence[JudgedTexts], path: str | Path) -> None:
    """Writes the constituents of texts (`-`: to standard output)."""
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for each in judged for row in _rows(each)]
    write_target("".join(lines).encode(), path)


def _rows(judged: JudgedTexts) -> list[dict[str, Any]]:
    places = places_of(judged)
    rows = []
    for item in judged.constituents:
        shown = _texts(judged, places[item.document, item.segment])
        spans = {"source": item.source, **({} if item.reference is None else {"reference": item.reference})}
        rows.append(
            {
                "language_pair": judged.language_pair,
                "test_set": judged.test_set,
                "document": item.document,
                "segment": item.segment,
                "label": item.label,
                **{name: _part(shown[name], span) for name, span in spans.items()},
                "outputs": {system: _part(shown["output", system], span) for system, span in item.outputs.items()},
            }
        )
    return rows


def _part(text: str, span: Span) -> dict[str, Any]:
    return {"span": list(span), "phrase": text[slice(*span)]}


def read_constituents(path: str | Path, judged: Sequence[JudgedTexts]) -> list[JudgedTexts]:
    """The same texts with their constituents from a file that `write_constituents` wrote.

    Every phrase must be in its text where the file says: a file of other texts is refused, with all lines named.
    """
    found: dict[tuple[str, str], list[ConstituentItem]] = {}
    known = {(each.language_pair, each.test_set): (each, places_of(each)) for each in judged}
    mistakes: list[InputError] = []
    for place, row in _read(path):
        try:
            item = _item(row, known.get((row.language_pair, row.test_set)), place)
        except InputError as mistake:
            mistakes.append(mistake)
            continue
        found.setdefault((row.language_pair, row.test_set), []).append(item)
    if mistakes:
        raise MistakesError(mistakes)
    return [replace(each, constituents=tuple(found.get((each.language_pair, each.test_set), ()))) for each in judged]


def read_phrases(path: str | Path) -> dict[tuple[str, Item], str]:
    """The phrase of each system for each constituent of a file, without the texts."""
    phrases: dict[tuple[str, Item], str] = {}
    for _, row in _read(path):
        start, end = row.source.span
        item = (row.language_pair, row.test_set, row.document, f"{row.segment} [constituent {start}-{end}]")
        phrases |= {(system, item): part.phrase for system, part in row.outputs.items()}
    return phrases


def _read(path: str | Path) -> list[tuple[Place, _Row]]:
    """All rows; an error that names every line that is none."""
    rows: list[tuple[Place, _Row]] = []
    mistakes: list[InputError] = []
    with open_source(path) as source:
        for number, line in enumerate(source.lines(), start=1):
            place = Place(source.name, number)
            try:
                if line.strip():
                    rows.append((place, _Row.model_validate_json(line)))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the line"
                mistakes.append(
                    FormatError(
                        place=place,
                        expected="a constituent as bakeoff human constituents writes it",
                        found=f"{where}: {first['msg'].lower()}",
                        remedy="Write the file again by bakeoff human constituents.",
                    )
                )
    if mistakes:
        raise MistakesError(mistakes)
    return rows


def _item(row: _Row, known: tuple[JudgedTexts, _Places] | None, place: Place) -> ConstituentItem:
    number = None if known is None else known[1].get((row.document, row.segment))
    if known is None or number is None:
        raise FormatError(
            place=place,
            expected="a segment of the texts",
            found=" ".join(filter(None, [row.language_pair, row.test_set, row.document, row.segment])),
            remedy="Choose the constituents of these texts.",
        )
    judged = known[0]
    shown = _texts(judged, number)
    parts: dict[Any, _Part] = {"source": row.source}
    parts |= {} if row.reference is None else {"reference": row.reference}
    parts |= {("output", system): part for system, part in row.outputs.items()}
    for name, part in parts.items():
        if name not in shown or not part.phrase or shown[name][slice(*part.span)] != part.phrase:
            which = f"output of {name[1]}" if isinstance(name, tuple) else str(name)
            raise FormatError(
                place=place,
                expected=f"a phrase of the {which} at {part.span[0]}-{part.span[1]}",
                found=repr(part.phrase),
                remedy="The texts have changed: choose constituents again.",
            )
    if lacking := [system for system in judged.texts.systems if system not in row.outputs]:
        raise FormatError(
            place=place,
            expected="a phrase of every system",
            found=f"none of {', '.join(lacking)}",
            remedy="Choose constituents again, with all systems.",
        )
    return ConstituentItem(
        document=row.document,
        segment=row.segment,
        source=row.source.span,
        label=row.label,
        reference=None if row.reference is None else row.reference.span,
        outputs={system: row.outputs[system].span for system in judged.texts.systems},
    )


def _texts(judged: JudgedTexts, number: int) -> dict[Any, str]:
    """All texts of a segment."""
    texts = judged.texts
    shown: dict[Any, str] = {("output", name): run[number] for name, run in zip(texts.systems, texts.runs, strict=True)}
    shown |= {} if texts.source is None else {"source": texts.source[number]}
    shown |= {"reference": texts.references[0][number]} if texts.references else {}
    return shown
