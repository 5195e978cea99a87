"""Answers carried over by phrases, whatever systems were called when they were judged."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.designs.constituents.reused_answers import (
    EarlierAnswers,
    answered_phrases,
    carry_answers,
    phrases_of,
)
from bakeoff.human_eval.designs.evaluation_designs import design_evaluation
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from tests.human_eval.designs.constituents.small_constituents import judged, rules

PROTOCOL = "constituent_acceptability"
TEXTS = judged(2)
ITEMS = sorted({item for _, item in phrases_of(TEXTS)})


def answered(number: int, *systems: str, answer: list[str], id: str = "", **more: str) -> Judgment:
    language_pair, test_set, document, segment = ITEMS[number]
    return Judgment(
        id=id or f"{number}",
        protocol=PROTOCOL,
        judge="ann",
        language_pair=language_pair,
        test_set=test_set,
        document=document,
        segment=segment,
        systems=systems,
        answer=answer,
        **more,  # type: ignore[arg-type]
    )


def called(names: tuple[str, ...]) -> JudgedTexts:
    """The same texts under other names of systems."""
    old = TEXTS.texts.systems
    parts = tuple(
        replace(each, outputs={new: each.outputs[name] for name, new in zip(old, names, strict=True)})
        for each in TEXTS.constituents
    )
    return replace(TEXTS, texts=replace(TEXTS.texts, systems=names), constituents=parts)


def test_answers_follow_phrases_and_not_names() -> None:
    judgments = [answered(0, "a", "c", answer=["yes", "no"]), answered(1, "c", answer=["not sure"])]
    found = carry_answers([EarlierAnswers(judgments=judgments, texts=[TEXTS])], [called(("c", "x", "y"))])
    # a is called c here, b is x and c is y
    assert [(each.systems, each.answer) for each in found.judgments] == [
        (("c,x", "y"), ["yes", "no"]),
        (("y",), "not sure"),
    ]
    assert (found.phrases, found.asked + found.saved) == (6, 3)
    assert answered_phrases(found.judgments, least=1) == {(name, ITEMS[0]) for name in ("c", "x", "y")}
    assert answered_phrases(found.judgments, least=2) == frozenset()


def test_where_earlier_answers_count_themselves_only_further_systems_are_added() -> None:
    judgments = [answered(0, "a", "c", answer=["yes", "no"])]
    earlier = EarlierAnswers(judgments=judgments, texts=[TEXTS], count_themselves=True)
    found = carry_answers([earlier], [TEXTS])
    assert (found.asked, found.saved) == (2, 1)
    assert [(each.systems, each.answer) for each in found.added] == [(("b",), "yes")]


def test_controls_and_answers_that_were_corrected_do_not_count() -> None:
    judgments = [
        answered(0, "a", answer=["yes"], id="1", screen="s"),
        answered(0, "a", answer=["no"], id="2", screen="s"),
        answered(1, "a", answer=["yes"], id="3", control="gold"),
    ]
    found = carry_answers([EarlierAnswers(judgments=judgments, texts=[TEXTS])], [TEXTS])
    assert [(each.systems, each.answer) for each in found.judgments] == [(("a,b",), "no")]


def test_a_design_asks_only_what_has_no_answer() -> None:
    known = {("a", ITEMS[0]), ("b", ITEMS[0])}
    design = design_evaluation(rules(PROTOCOL), [TEXTS], answered=known)
    found = {(pool.systems, pool.item(number)) for pool in design.pools for number in range(len(pool.segments))}
    assert found == {(("c",), ITEMS[0]), (("a", "b", "c"), ITEMS[1])}
