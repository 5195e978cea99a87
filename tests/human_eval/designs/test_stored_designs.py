"""Designs with their texts are read back as they were stored."""

from __future__ import annotations

from bakeoff.data import Document, Run, Segment, TestSet, align
from bakeoff.human_eval import JudgedTexts, design_evaluation
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations, unpack_evaluations
from bakeoff.rulebook.schema.human import HumanEvaluation


def documents(*texts: str) -> tuple[Document, ...]:
    segments = tuple(Segment(str(number), text) for number, text in enumerate(texts, start=1))
    return (Document("d", segments, {"genre": "news"}),)


def planned(**rules: object) -> PlannedEvaluation:
    own = HumanEvaluation.model_validate({"id": "x", "protocol": "ranking", **rules})
    texts = align(
        [
            Run(system="a", documents=documents("one", "two")),
            Run(system="b", documents=documents("one", "deux")),
            Run(system="c", documents=documents("eins", "zwei")),
        ],
        [],
        source=TestSet(documents=documents("uno", "dos")),
    )
    judged = JudgedTexts(language_pair="es-en", test_set="t", texts=texts, source_language="es", target_language="en")
    return PlannedEvaluation(rules=own, design=design_evaluation(own, [judged], seed=3), texts=(judged,))


def test_what_is_packed_is_unpacked() -> None:
    before = planned(shown=2, judgments=2)
    after = unpack_evaluations(pack_evaluations({"x": before}))["x"]
    assert after.design == before.design
    assert after.rules == before.rules
    (texts,) = after.texts
    assert (texts.language_pair, texts.source_language, texts.target_language) == ("es-en", "es", "en")
    assert (texts.texts.source, texts.texts.runs) == (before.texts[0].texts.source, before.texts[0].texts.runs)


def test_screens_are_the_same_before_and_after() -> None:
    before = planned(shown="all")
    after = unpack_evaluations(pack_evaluations({"x": before}))["x"]
    assignment = Assignment(judge="j", position=0, pool=0, segment=0, systems=("c", "a", "b"))
    shown = before.shown_texts().screen(assignment)
    assert after.shown_texts().screen(assignment) == shown
    assert shown.systems == ("c", "a,b")
