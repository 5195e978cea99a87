"""Designs with their texts as bytes that are kept, so that an evaluation goes on as it was planned."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from bakeoff.data import AlignedTexts, Document
from bakeoff.data.judgments import Judgment
from bakeoff.errors import Place
from bakeoff.formats.judgments.interchange import judgment_of, record_of
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.planned_tournaments import PlannedTournament, tournament_of, tournament_record
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.human_eval.designs.shown_texts import ShownTexts
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation

_LEVEL = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlannedEvaluation:
    """Everything that the screens of one human evaluation are made of."""

    rules: HumanEvaluation
    design: Design
    texts: tuple[JudgedTexts, ...]
    specification: str | None = None
    """By which texts are shown, where the rules say so."""
    gold: tuple[Judgment, ...] = field(default=())
    """The answers to its gold items."""
    given: tuple[Judgment, ...] = field(default=())
    """Answers that judges start from, where the rules say so."""
    tournaments: tuple[PlannedTournament, ...] = ()
    """One of each language pair and test set, where systems meet in matches."""

    @property
    def protocol(self) -> Protocol[Any]:
        return protocol_by_rules(self.rules)

    def shown_texts(self) -> ShownTexts:
        """What puts its texts on screens."""
        return ShownTexts(
            self.design,
            self.texts,
            self.protocol,
            rules=self.rules,
            specification=self.specification,
            given=self.given,
        )


def pack_evaluations(evaluations: Mapping[str, PlannedEvaluation]) -> bytes:
    """Planned evaluations as compressed JSON; `unpack_evaluations` reads them back."""
    content = {name: _content(each) for name, each in evaluations.items()}
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), _LEVEL)


def unpack_evaluations(packed: bytes) -> dict[str, PlannedEvaluation]:
    """The evaluations that `pack_evaluations` packed."""
    return {name: _evaluation(content) for name, content in json.loads(zlib.decompress(packed)).items()}


def _content(evaluation: PlannedEvaluation) -> dict[str, Any]:
    return {
        "rules": evaluation.rules.model_dump(mode="json", exclude_unset=True),
        "design": _design_content(evaluation.design),
        "texts": [_texts_content(each) for each in evaluation.texts],
        "specification": evaluation.specification,
        "gold": [record_of(each) for each in evaluation.gold],
        "given": [record_of(each) for each in evaluation.given],
        "tournaments": [tournament_record(each) for each in evaluation.tournaments],
    }


def _evaluation(content: Mapping[str, Any]) -> PlannedEvaluation:
    return PlannedEvaluation(
        rules=HumanEvaluation.model_validate(content["rules"]),
        design=_design(content["design"]),
        texts=tuple(map(_texts, content["texts"])),
        specification=content["specification"],
        gold=tuple(judgment_of(each, Place()) for each in content["gold"]),
        given=tuple(judgment_of(each, Place()) for each in content.get("given", ())),
        tournaments=tuple(map(tournament_of, content.get("tournaments", ()))),
    )


def _design_content(design: Design) -> dict[str, Any]:
    """A design as JSON, which has no pairs of numbers as keys."""
    content: dict[str, Any] = _designs().dump_python(design, mode="json", exclude={"identical"})
    return {**content, "identical": [[*place, groups] for place, groups in design.identical.items()]}


def _design(content: Mapping[str, Any]) -> Design:
    identical = {(pool, segment): groups for pool, segment, groups in content["identical"]}
    return _designs().validate_python({**content, "identical": identical})


@cache
def _designs() -> TypeAdapter[Design]:
    return TypeAdapter(Design)


@cache
def _items() -> TypeAdapter[tuple[ConstituentItem, ...]]:
    return TypeAdapter(tuple[ConstituentItem, ...])


def _texts_content(judged: JudgedTexts) -> dict[str, Any]:
    """Documents without their content, each once: the texts are in columns."""
    texts = judged.texts
    numbers: dict[Document, int] = {}
    places = [numbers.setdefault(replace(document, content=()), len(numbers)) for document in texts.documents]
    return {
        "language_pair": judged.language_pair,
        "test_set": judged.test_set,
        "languages": [judged.source_language, judged.target_language],
        "documents": [[each.id, dict(each.attributes), each.numbered] for each in numbers],
        "places": places,
        "segments": texts.segment_ids,
        "source": texts.source,
        "references": texts.references,
        "runs": texts.runs,
        "systems": texts.systems,
        "constituents": _items().dump_python(judged.constituents, mode="json"),
    }


def _texts(content: Mapping[str, Any]) -> JudgedTexts:
    documents = [Document(id_, (), attributes, numbered) for id_, attributes, numbered in content["documents"]]
    return JudgedTexts(
        language_pair=content["language_pair"],
        test_set=content["test_set"],
        source_language=content["languages"][0],
        target_language=content["languages"][1],
        constituents=_items().validate_python(content.get("constituents", ())),
        texts=AlignedTexts(
            documents=tuple(documents[place] for place in content["places"]),
            segment_ids=tuple(content["segments"]),
            references=_columns(content["references"]),
            runs=_columns(content["runs"]),
            systems=tuple(content["systems"]),
            source=None if content["source"] is None else tuple(content["source"]),
        ),
    )


def _columns(content: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, content))
