"""Evaluations of constituents, planned: screens with highlights, the same phrase once."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import analyse_judgments
from bakeoff.human_eval.designs.constituents.reused_answers import phrases_of, reuse_phrase_answers
from bakeoff.human_eval.designs.evaluation_designs import design_evaluation, imagined_texts
from bakeoff.human_eval.designs.evaluation_plans import EvaluationPlan, PlanOptions, plan_evaluations
from bakeoff.human_eval.designs.offline_packages import write_plan
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations, unpack_evaluations
from bakeoff.human_eval.protocols.screens import screen_json
from tests.human_eval.designs.constituents.small_constituents import judged, rules, without_constituents

KINDS = ("constituent_ranking", "constituent_acceptability")


def planned(*protocols: str, segments: int = 4) -> EvaluationPlan:
    evaluations = {name: rules(name, batch=2) for name in protocols}
    texts = {key: [judged(segments)] for key in evaluations}
    return plan_evaluations(evaluations, texts, options=PlanOptions(judges=["ann"], seed=3))


@pytest.mark.parametrize("protocol", KINDS)
def test_a_screen_marks_the_phrase_in_every_text_and_shows_the_same_phrase_once(protocol: str) -> None:
    plan = planned(protocol)
    assert len(plan.screens) == 4
    for screen, asked in zip(plan.shown_screens(), plan.judgments, strict=True):
        marks = screen.highlights
        assert marks is not None
        assert screen.kind == asked.kind == "constituent"
        assert (screen.source or "")[slice(*marks.source[0])] == "der alte Mann aus Rom"
        assert screen.references[0][slice(*marks.reference[0])] == "the old man from Rome"
        phrases = {
            output.system: output.text[slice(*spans[0])]
            for output, spans in zip(screen.outputs, marks.outputs, strict=True)
        }
        assert phrases == {"a,b": "The old man from Rome", "c": "old men of Rome"}
        assert asked.systems == screen.systems
        assert asked.highlights == marks


def test_the_browser_gets_the_marks_and_no_name_of_a_system() -> None:
    [screen, *_] = planned(KINDS[0]).shown_screens()
    sent = screen_json("s1", screen)
    assert sent["highlights"]["source"] == [[14, 35]]
    assert len(sent["highlights"]["outputs"]) == len(sent["outputs"]) == 2
    assert "approximate guide" in sent["instructions"]
    assert '"a,b"' not in json.dumps(sent)


def test_batches_of_kinds_are_mixed_as_w08_dealt_them() -> None:
    evaluations = {
        "sentences": rules("ranking", id="sentences", batch=5),
        "parts": rules("constituent_ranking", id="parts", batch=10),
        "yes-no": rules("constituent_acceptability", id="yes-no", batch=10),
    }
    texts = {key: [judged(20)] for key in evaluations}
    plan = plan_evaluations(evaluations, texts, options=PlanOptions(judges=["ann"], seed=1))
    kinds = [each.evaluation for each in plan.screens]
    runs = [(name, len(list(run))) for name, run in groupby(kinds)]
    assert len(runs) > 3
    for name, length in runs:
        assert length % (evaluations[name].batch or 1) == 0
    assert {name: kinds.count(name) for name in evaluations} == {"sentences": 20, "parts": 20, "yes-no": 20}


def test_a_plan_with_constituents_is_stored_and_judgments_of_it_are_read_again(tmp_path: Path) -> None:
    plan = planned(KINDS[1])
    stored = PlannedEvaluation(
        rules=plan.rules[KINDS[1]], design=plan.designs[KINDS[1]], texts=tuple(plan.texts[KINDS[1]])
    )
    again = unpack_evaluations(pack_evaluations({"x": stored}))["x"]
    assert again.texts[0].constituents == stored.texts[0].constituents
    assert again.design == stored.design
    write_plan(plan.judgments, tmp_path / "plan.jsonl")
    read = read_judgments(tmp_path / "plan.jsonl")
    assert [each.item for each in read] == [each.item for each in plan.judgments]
    pools = plan.designs[KINDS[1]].pools
    assert {each.item for each in read} == {pools[0].item(number) for number in range(4)}


def test_evaluations_without_constituents_are_refused_with_a_remedy() -> None:
    with pytest.raises(BakeoffError, match=r"expected constituents of the segments .* found none\. Choose them first"):
        design_evaluation(rules(KINDS[0]), [without_constituents()])


@pytest.mark.parametrize("values", [{"attention": 0.1}, {"mixed_sources": True}, {"reference_among": True}])
def test_what_would_change_the_texts_under_the_marks_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(BakeoffError, match="leave out"):
        design_evaluation(rules(KINDS[0], reference_shown=False, **values), [judged(), judged()])


def test_constituents_can_be_planned_before_there_are_texts() -> None:
    design = design_evaluation(rules(KINDS[0]), [imagined_texts(7, 30)])
    assert len(design.pools[0].segments) == 30


def test_earlier_answers_hold_for_later_systems_with_the_same_phrase() -> None:
    plan = planned(KINDS[1])
    answers = [["yes", "no"], ["no", "not sure"], ["yes", "yes"], ["not sure", "no"]]
    earlier = [
        replace(
            each,
            systems=("a", "c"),
            answer=answer,
            highlights=None,
        )
        for each, answer in zip(plan.judgments, answers, strict=True)
    ]
    reused = reuse_phrase_answers(earlier, phrases_of(judged()))
    assert {each.systems for each in reused.judgments} == {("a,b", "c")}
    # Of twelve phrases judges answered six (two were not sure); b has the phrase of a in three of them.
    assert (reused.phrases, reused.asked, reused.saved) == (12, 6, 3)
    assert reused.share_saved == pytest.approx(1 / 3)
    ranking = analyse_judgments(reused.judgments).rankings[0]
    assert {each.system: each.score for each in ranking.systems} == pytest.approx({"a": 2 / 3, "b": 2 / 3, "c": 1 / 3})
