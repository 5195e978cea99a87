"""Documents that are graded as one after their segments: dealt last, shown complete, and counted apart."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, InputError, Place
from bakeoff.formats.judgments.appraise.export import lines_of
from bakeoff.formats.judgments.interchange import judgment_of, record_of
from bakeoff.human_eval import (
    HumanAnalysis,
    ShownTexts,
    analyse_judgments,
    deal_out,
    design_evaluation,
    planned_judgments,
    protocol_by_rules,
)
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.power_curves import planned_power
from bakeoff.human_eval.designs.screens.judged_screens import assignments_of
from bakeoff.human_eval.protocols.screens import screen_json
from bakeoff.rulebook.schema.human import HumanEvaluation
from tests.human_eval.designs.test_shown_texts import DOCUMENTS, LENGTH, SYSTEMS, judged_texts

RULES = HumanEvaluation(id="scores", protocol="direct", shown=1, history_shown=True, complete_documents=True)
TEXTS = [judged_texts()]


def designed(rules: HumanEvaluation = RULES) -> Design:
    return design_evaluation(rules, TEXTS)


def answered(design: Design) -> tuple[Judgment, ...]:
    """A plan with answers: every complete document gets 90 and every segment 10 and a little more."""
    screens = deal_out({"scores": design}, {"scores": RULES}, ["ann"])
    plan = planned_judgments(screens, {"scores": design})
    start = datetime(2026, 3, 1, tzinfo=UTC)
    return tuple(
        replace(
            each,
            answer=90.0 if each.kind == "document" else 10.0 + SYSTEMS.index(each.systems[0]) + number / 100,
            shown_at=start + timedelta(seconds=100 * number),
            sent_at=start + timedelta(seconds=100 * number + (60 if each.kind == "document" else 20)),
        )
        for number, each in enumerate(plan)
    )


def test_a_document_is_asked_after_its_segments_and_shown_complete() -> None:
    design = designed()
    screens = [each.assignment for each in deal_out({"scores": design}, {"scores": RULES}, ["ann"])]
    assert len(screens) == len(SYSTEMS) * DOCUMENTS * (LENGTH + 1)
    shown = ShownTexts(design, TEXTS, protocol_by_rules(RULES), rules=RULES)
    for begin in range(0, len(screens), LENGTH + 1):
        part = [shown.screen(each) for each in screens[begin : begin + LENGTH + 1]]
        assert [each.kind for each in part] == ["segment"] * LENGTH + ["document"]
        assert len({(each.document, each.systems) for each in part}) == 1
        *segments, document = part
        assert document.source == "\n".join(each.source or "" for each in segments)
        assert document.texts == ("\n".join(each.texts[0] for each in segments),)
        assert (document.before, document.after, document.segment) == ((), (), "")
        assert "complete translation" in document.question
        assert screen_json("s", document)["kind"] == "document"


def test_a_plan_can_be_taken_up_again_and_its_power_is_that_of_segments() -> None:
    design = designed()
    answers = answered(design)
    assert [each.segment for each in assignments_of(design, answers[: LENGTH + 1])] == [
        *range(answers_begin := assignments_of(design, answers[:1])[0].segment, answers_begin + LENGTH),
        len(design.pools[0].segments) - DOCUMENTS + answers_begin // LENGTH,
    ]
    with_documents, without = planned_power(design), planned_power(designed(replace_rules(complete_documents=False)))
    assert with_documents == without


def replace_rules(**changes: object) -> HumanEvaluation:
    return RULES.model_copy(update=changes)


def test_segments_rank_systems_and_documents_do_so_on_demand() -> None:
    judgments = answered(designed())
    segments = tuple(each for each in judgments if each.kind == "segment")
    analysis = HumanAnalysis(standardised=False, interval="none", trials=1)
    both, alone = (analyse_judgments(rows, analysis=analysis) for rows in (judgments, segments))
    counted = [[(each.systems, each.judgments, repr(each.pairs)) for each in found.rankings] for found in (both, alone)]
    assert counted[0] == counted[1]
    assert both.seconds is not None
    assert both.seconds.max() == 60  # judges are paid for both
    documents = analyse_judgments(judgments, analysis=replace(analysis, score="documents"))
    assert {each.score for each in documents.rankings[0].systems} == {90.0}
    assert documents.rankings[0].segments == DOCUMENTS
    only = analyse_judgments([each for each in judgments if each.kind == "document"], analysis=analysis)
    assert {each.score for each in only.rankings[0].systems} == {90.0}
    with pytest.raises(InputError, match="grades of complete documents"):
        analyse_judgments(segments, analysis=replace(analysis, score="documents"))


def test_judgments_of_documents_are_exchanged_as_such() -> None:
    judgments = answered(designed())
    read = [judgment_of(json.loads(json.dumps(record_of(each))), Place()) for each in judgments]
    assert [(each.kind, each.item) for each in read] == [(each.kind, each.item) for each in judgments]
    lines = list(lines_of(judgments))
    complete = [line.split(",")[8] for line in lines]
    assert complete == [str(each.kind == "document") for each in judgments]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"history_shown": None}, "say history_shown = true"),
        ({"protocol": "ranking"}, "ranking has no question about complete documents"),
    ],
)
def test_complete_documents_that_nobody_can_judge_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        designed(replace_rules(**changes))
