"""Judgments by what they are about: kinds of items, parts of a segment, evaluations, outputs that systems share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data import Document, Run, Segment
from bakeoff.data.judgments import Highlights, Judgment
from bakeoff.human_eval import HumanAnalysis, agreement_of_judgments, analyse_judgments, judgments_for
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.joined_directions import in_single_pairs
from bakeoff.human_eval.analyses.kind_correlations import kinds_of_judgments
from bakeoff.human_eval.analyses.shared_judgments import for_each_system, reuse_answers
from bakeoff.human_eval.designs.gold_items import gold_as_asked
from bakeoff.human_eval.designs.planned_screens import judged_in
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook import read_rulebook
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from tests.human_eval.judgments import ranking

PLAIN = HumanAnalysis(interval="none", test="sign", correction="none")


def phrase(judge: str, span: tuple[int, int], ranks: dict[str, int | None], **values: Any) -> Judgment:
    marks = Highlights(source=(span,), outputs=tuple(((number, 9),) for number in range(len(ranks))))
    return ranking(judge, "1", ranks, kind="constituent", highlights=marks, **values)


def agreements(judgments: list[Judgment]) -> dict[str, int]:
    ((_, found),) = agreement_of_judgments(judgments, analysis=PLAIN)
    return {each.between: each.count for each in found}


def test_two_parts_of_a_segment_are_two_items() -> None:
    judgments = [phrase("ann", (0, 4), {"a": 1, "b": 2}), phrase("ann", (5, 9), {"a": 1, "b": 2})]
    (found,) = analyse_judgments(judgments, analysis=PLAIN).rankings
    assert (found.segments, found.judgments) == (2, 2)
    assert analyse_judgments(judgments[:1], analysis=PLAIN).rankings[0].segments == 1


def test_agreement_and_repeats_are_those_on_the_same_part_whichever_outputs_were_shown() -> None:
    apart = [phrase("ann", (0, 4), {"a": 1, "b": 2}), phrase("bob", (5, 9), {"a": 1, "b": 2})]
    assert agreements(apart) == {}
    together = [phrase("ann", (0, 4), {"a": 1, "b": 2}), phrase("bob", (0, 4), {"c": 1, "b": 2, "a": 1})]
    assert agreements(together) == {"judges": 1}
    assert agreements([apart[0], phrase("ann", (5, 9), {"a": 1, "b": 2}, control="repeat")]) == {}
    assert agreements([apart[0], phrase("ann", (0, 4), {"a": 2, "b": 1}, control="repeat")]) == {"own": 1}


def test_a_segment_and_a_part_of_it_are_two_items() -> None:
    judgments = [ranking("ann", "1", {"a": 1, "b": 2}), phrase("bob", (0, 4), {"a": 1, "b": 2})]
    assert agreements(judgments) == {}
    assert analyse_judgments(judgments, analysis=PLAIN).rankings[0].segments == 2


def test_an_answer_to_another_part_of_a_screen_is_no_correction() -> None:
    one, other = (phrase("ann", span, {"a": 1, "b": 2}, screen="s") for span in ((0, 4), (5, 9)))
    assert latest_answers([one, other]) == (one, other)
    again = replace(one, id="again", answer=[2, 1])
    assert latest_answers([one, other, again]) == (other, again)
    elsewhere = replace(one, id="elsewhere", evaluation="another")
    assert latest_answers([one, elsewhere]) == (one, elsewhere)


def test_answers_are_reused_for_parts_of_a_segment_too() -> None:
    runs = [
        Run(system=system, documents=(Document("d", (Segment("1", text),)),), test_set="t")
        for system, text in (("a", "x"), ("b", "y"), ("late", "x"))
    ]
    (found,) = reuse_answers([phrase("ann", (0, 4), {"a": 1, "b": 2}, document="d")], runs)
    assert found.systems == ("a,late", "b")


def test_known_answers_are_about_the_kind_that_was_asked() -> None:
    asked = Judgment(
        id="1",
        protocol="dialog",
        judge="ann",
        document="d",
        segment="7",
        systems=("a",),
        answer=3,
        control="gold",
        kind="dialog-turn",
    )
    known = replace(asked, id="k", judge="expert", document="", control="", kind="segment")
    (found,) = gold_as_asked([known], [asked])
    assert (found.item, found.document) == (asked.item, "d")
    assert gold_as_asked([replace(known, kind="document")], [asked]) == ()


def test_the_evaluation_decides_where_a_judgment_counts_and_the_campaign_only_where_there_is_none() -> None:
    book = read_rulebook("wmt2008")
    new = ranking("ann", "1", {"a": 1, "b": 2}, campaign="wmt2008", evaluation="ranking", language_pair="de-en")
    old = replace(new, id="old", campaign="ranking", evaluation="")
    other = replace(new, id="other", campaign="ranking", evaluation="constituents")
    counted, _ = judgments_for(book, "ranking", [new, old, other])
    assert counted == (new, old)
    assert judged_in("ranking", [new, old, other]) == [new, old]
    assert set(kinds_of_judgments([new, old], rulebook=book)) == {"ranking"}


def test_an_analysis_of_old_rows_is_that_of_rows_with_an_evaluation() -> None:
    world, asking = World(systems=3), Asking(segments=30, judgments=2, repeats=0.1)
    for name in ("fluency", "ranking", "direct"):
        new = simulate_evaluation(find_protocol(name), world, asking, rng=np.random.default_rng(3)).judgments
        old = tuple(replace(each, campaign=each.evaluation, evaluation="", kind="segment") for each in new)
        assert {each.asked_in for each in (*old, *new)} == {"simulation"}
        one, two = (analyse_judgments(each) for each in (old, new))
        assert one.rankings[0].systems == two.rankings[0].systems
        assert one.rankings[0].agreement == two.rankings[0].agreement
        assert one.judges == two.judges


def graded(judge: str, segment: str, grades: dict[str, int], **values: Any) -> Judgment:
    found = ranking(judge, segment, dict(grades), **values)
    answer = list(grades.values())
    return replace(found, protocol="fluency", answer=answer if len(answer) > 1 else answer[0])


def test_answers_to_a_shared_output_count_for_each_system_and_once_for_time_agreement_and_consistency() -> None:
    judgments = [
        graded("ann", "1", {"a,b": 4}, elapsed_seconds=10.0),
        graded("ann", "1", {"a,b": 2}, elapsed_seconds=30.0, control="repeat"),
        graded("bob", "1", {"a,b": 4}, elapsed_seconds=20.0),
        graded("ann", "2", {"a": 3, "b": 1}, elapsed_seconds=40.0),
        graded("ann", "2", {"a": 3, "b": 1}, elapsed_seconds=40.0, control="repeat"),
    ]
    result = analyse_judgments(judgments, analysis=replace(PLAIN, test=None))
    (found,) = result.rankings
    assert {each.system: each.score for each in found.systems} == {"a": 3.5, "b": 2.5}
    assert (found.judgments, found.repeats) == (5, 2)
    assert sorted(result.seconds.tolist()) == [10, 20, 30, 40, 40]
    assert result.inconsistency == pytest.approx(2 / 3)
    assert {each.between: each.count for each in found.agreement}["judges"] == 1


def test_texts_and_highlights_go_with_the_systems_that_share_an_output() -> None:
    marks = Highlights(source=((0, 1),), outputs=(((0, 2),), ((3, 4),)))
    judgment = graded("ann", "1", {"a,b": 4, "c": 1}, texts=("same", "other"), highlights=marks)
    (found,) = for_each_system([judgment])
    assert (found.systems, found.answer, found.texts) == (("a", "b", "c"), [4, 4, 1], ("same", "same", "other"))
    assert found.highlights == replace(marks, outputs=(((0, 2),), ((0, 2),), ((3, 4),)))
    single = for_each_system([graded("ann", "1", {"a,b": 4}, texts=("same",))])
    assert [(each.systems, each.texts) for each in single] == [(("a",), ("same",)), (("b",), ("same",))]


def test_texts_go_with_their_direction() -> None:
    judgment = ranking(
        "ann",
        "1",
        {"de-en/a": 1, "fr-en/b,de-en/c": 2, "fr-en/d": 3},
        language_pair="en",
        texts=("one", "two", "three"),
    )
    parts = {each.language_pair: each for each in in_single_pairs([judgment])}
    assert (parts["de-en"].systems, parts["de-en"].texts) == (("a", "c"), ("one", "two"))
    assert (parts["fr-en"].systems, parts["fr-en"].texts) == (("b", "d"), ("two", "three"))
