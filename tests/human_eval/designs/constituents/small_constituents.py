"""Texts of three systems with constituents, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.rulebook.schema.human import HumanEvaluation

SYSTEMS = ("a", "b", "c")


def span(text: str, phrase: str) -> tuple[int, int]:
    return (text.index(phrase), text.index(phrase) + len(phrase))


def judged(segments: int = 4) -> JudgedTexts:
    """Systems a and b have the same phrase in different sentences; c has another one."""
    ids = tuple(str(number) for number in range(1, segments + 1))
    source = tuple(f"Gestern {n} kam der alte Mann aus Rom nach Haus." for n in ids)
    reference = tuple(f"Yesterday {n} the old man from Rome came home." for n in ids)
    outputs = {
        "a": tuple(f"The old man from Rome came home yesterday {n}." for n in ids),
        "b": tuple(f"Yesterday {n} came The old man from Rome home." for n in ids),
        "c": tuple(f"Yesterday {n}, old men of Rome came home." for n in ids),
    }
    phrases = {"a": "The old man from Rome", "b": "The old man from Rome", "c": "old men of Rome"}
    document = Document("d", tuple(Segment(each, "") for each in ids))
    texts = AlignedTexts(
        documents=(document,) * segments,
        segment_ids=ids,
        references=(reference,),
        runs=tuple(outputs[system] for system in SYSTEMS),
        systems=SYSTEMS,
        source=source,
    )
    items = tuple(
        ConstituentItem(
            document="d",
            segment=each,
            source=span(source[number], "der alte Mann aus Rom"),
            label="NP",
            reference=span(reference[number], "the old man from Rome"),
            outputs={system: span(outputs[system][number], phrases[system]) for system in SYSTEMS},
        )
        for number, each in enumerate(ids)
    )
    return JudgedTexts(language_pair="de-en", test_set="news", texts=texts, constituents=items)


def without_constituents() -> JudgedTexts:
    return replace(judged(), constituents=())


def rules(protocol: str, **values: Any) -> HumanEvaluation:
    return HumanEvaluation.model_validate({"id": protocol, "protocol": protocol, **values})
