"""Answers of post-editors: the edited text, what it took, and always the output that it was made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError
from bakeoff.human_eval import HumanAnalysis, analyse_judgments, design_evaluation, imagined_texts
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.edit_rates import edit_metric, edit_statistics
from bakeoff.human_eval.protocols.post_editing import PostEdit, PostEditing
from bakeoff.human_eval.protocols.screens import ShownOutput
from bakeoff.rulebook.schema.human import HumanEvaluation

PROTOCOL = PostEditing()
FULL: dict[str, Any] = {
    "text": "Der Tee ist fertig.",
    "original": "Tee ist Haus.",
    "seconds": 12.5,
    "idle_seconds": 60.0,
    "keystrokes": 21,
    "visits": 2,
    "keys": {"letters": 15, "erasing": 6},
    "pauses": {"300": {"count": 3, "seconds": 2.5}, "1000": {"count": 1, "seconds": 1.5}},
    "comment": "Haus?",
    "signed_off": True,
}


def edit(segment: str, system: str, original: str, text: str, judge: str = "ann") -> Judgment:
    return Judgment(
        id=f"{segment}{system}{judge}",
        protocol="post_editing",
        judge=judge,
        segment=segment,
        systems=(system,),
        answer={"text": text, "original": original},
    )


def test_an_answer_keeps_everything_that_was_measured() -> None:
    answer = PROTOCOL.parse(FULL, ["a"], texts=["Tee ist Haus."])
    assert PROTOCOL.write(answer) == FULL
    assert (answer.pauses[1000].count, answer.keys["erasing"], answer.signed_off) == (1, 6, True)


def test_the_least_answer_is_the_text_of_a_screen_whose_output_is_known() -> None:
    found = PROTOCOL.parse({"text": "Tee."}, ["a"], texts=["Der Tee."])
    assert found == PostEdit(text="Tee.", original="Der Tee.")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("Tee", "an object with the edited text"),
        ({"text": 3, "original": "x"}, "the edited text as a text"),
        ({"text": "x"}, r"the output that was edited \(original\) as a text"),
        ({"text": " ", "original": "x"}, "an edited text"),
        ({**FULL, "seconds": -1}, "seconds as a number from 0 on"),
        ({**FULL, "seconds": float("inf")}, "seconds as a number"),
        ({**FULL, "keystrokes": 1.5}, "keystrokes as a whole number"),
        ({**FULL, "keystrokes": True}, "keystrokes as a whole number"),
        ({**FULL, "keys": {"vowels": 3}}, "keys by kind"),
        ({**FULL, "pauses": {"long": {"count": 1, "seconds": 1}}}, "pauses by their shortest length"),
        ({**FULL, "pauses": {"300": 4}}, "pauses by their shortest length"),
        ({**FULL, "signed_off": "yes"}, "signed_off as true or false"),
        ({**FULL, "mood": "good"}, "an object with the edited text"),
    ],
)
def test_what_is_no_answer_is_refused(answer: Any, message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        PROTOCOL.parse(answer, ["a"])


def test_an_edit_of_another_output_is_refused() -> None:
    with pytest.raises(AnswerError, match="an edit of the output that was shown"):
        PROTOCOL.parse(FULL, ["a"], texts=["Something else."])
    screen = PROTOCOL.screen("1", [ShownOutput(system="a", text="Something else.")])
    with pytest.raises(AnswerError, match="an edit of the output that was shown"):
        PROTOCOL.settle(FULL, screen)


def test_the_original_output_is_stored_with_every_answer_and_draft() -> None:
    screen = PROTOCOL.screen("1", [ShownOutput(system="a", text="Tee ist Haus.")])
    assert PROTOCOL.settle({"text": "Tee."}, screen) == {"text": "Tee.", "original": "Tee ist Haus."}
    assert PROTOCOL.settle(None, screen) is None


def test_a_text_that_was_deleted_is_a_draft_and_not_an_answer() -> None:
    draft = PROTOCOL.draft({"text": "", "seconds": 3.0}, ["a"], texts=["Tee."])
    assert draft == {"text": "", "original": "Tee.", "seconds": 3.0, "comment": "", "signed_off": False}
    assert [each.sentence for each in PROTOCOL.missing(draft, ["a"])] == ["Give an edited text."]
    assert PROTOCOL.missing(FULL, ["a"]) == ()
    assert PROTOCOL.missing({"text": "", "original": ""}, ["a"]) == ()  # an empty output may stay empty


def test_grades_are_the_edits_to_the_own_post_edit_in_percent_of_its_words() -> None:
    rows = [
        edit("1", "a", "one two three four", "one two three five", "ann"),
        edit("1", "b", "one two six five", "one two three four", "bob"),
    ]
    assert PROTOCOL.grades(rows).value.tolist() == PROTOCOL.grades_behind("hter", rows).value.tolist() == [25.0, 50.0]


def test_outputs_may_have_different_numbers_of_references() -> None:
    found = edit_statistics(["a b", "a b", "c"], [["a b"], ["a c", "a b c d"], []], edit_metric())
    assert found[:2, :2].tolist() == [[0, 2], [1, 3]]
    assert np.isnan(found[2]).all()
    with pytest.raises(ExpressionError, match="bleu is no edit rate"):
        edit_metric("bleu")


def test_the_usual_analysis_ranks_by_the_mean_of_segments() -> None:
    rows = [
        edit(str(number), system, "one two three four", text, judge)
        for number in range(8)
        for system, text, judge in (("good", "one two three four", "ann"), ("bad", "two three five", "bob"))
    ]
    result = analyse_judgments(rows, analysis=HumanAnalysis(score="hter", trials=200))
    assert [each.system for each in result.rankings[0].systems] == ["good", "bad"]
    assert not result.higher_is_better


def test_single_judgments_are_graded_by_hter_where_a_rulebook_ranks_by_mter() -> None:
    """mTER depends on what others edit later; `analyse_post_edits` has it."""
    assert HumanAnalysis(score="mter").score_of(PROTOCOL) == HumanAnalysis().score_of(PROTOCOL) == "hter"
    with pytest.raises(ExpressionError, match="no score 'mean'"):
        HumanAnalysis(score="mean").score_of(PROTOCOL)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"shown": 2}, "one output a screen"),
        ({"repeats": 0.1, "gold": 0.1}, "leave out repeats, gold"),
        ({"mixed_sources": True}, "leave out mixed_sources"),
        ({"qualification": {"items": 3}}, "leave out qualification"),
    ],
)
def test_rules_that_post_editing_cannot_follow_are_refused(said: dict[str, Any], message: str) -> None:
    values = {"id": "edits", "protocol": "post_editing", **said}
    pairs = ["de-en", "fr-en"] if "mixed_sources" in said else ["de-en"]
    with pytest.raises(ExpressionError, match=message):
        design_evaluation(
            HumanEvaluation.model_validate(values), [imagined_texts(2, 10, language_pair=pair) for pair in pairs]
        )
