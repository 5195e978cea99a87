"""What is an answer about constituents, and what it counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Highlights, Judgment
from bakeoff.human_eval.analyses.answer_shares import answer_shares
from bakeoff.human_eval.protocols.constituent_acceptability import ConstituentAcceptability
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.registry import find_protocol

YES_NO = ConstituentAcceptability()


def judgment(judge: str, segment: str, systems: tuple[str, ...], answer: Any, **values: Any) -> Judgment:
    return Judgment(
        id=f"{judge}-{segment}",
        protocol=YES_NO.name,
        judge=judge,
        segment=segment,
        systems=systems,
        answer=answer,
        kind="constituent",
        highlights=Highlights(source=((3, 9),)),
        language_pair="de-en",
        **values,
    )


def test_yes_is_one_no_is_zero_and_not_sure_is_no_grade() -> None:
    grades = YES_NO.grades([judgment("ann", "1", ("a", "b", "c", "d"), ["yes", "no", "not sure", None])])
    assert grades is not None
    assert [(grades.systems[s], v) for s, v in zip(grades.system, grades.value, strict=True)] == [("a", 1), ("b", 0)]
    assert grades.items == (("de-en", "", "", "1 [constituent 3-9]"),)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("maybe", "yes, no or not sure, found 'maybe'"), (["yes"], "2 answers, one for each output"), (1, "2 answers")],
)
def test_what_is_no_answer_is_refused(answer: Any, expected: str) -> None:
    systems = ["a"] if answer == "maybe" else ["a", "b"]
    with pytest.raises(AnswerError, match=expected):
        YES_NO.parse(answer, systems)


def test_a_screen_is_done_when_every_output_has_an_answer_and_not_sure_is_one() -> None:
    assert [each.sentence for each in YES_NO.missing(["not sure", None], ["a", "b"])] == [
        "Give translation B an answer."
    ]
    assert YES_NO.draft(None, ["a", "b"]) == [None, None]
    assert YES_NO.write(YES_NO.parse("yes", ["a"])) == "yes"


def test_simulated_judges_say_yes_to_good_phrases() -> None:
    assert YES_NO.imagine([1.0, -1.0, 0.0], np.random.default_rng(1)) == ["yes", "no", "not sure"]


def test_constituents_are_ranked_as_sentences_are_with_a_word_of_caution() -> None:
    ranking = find_protocol("constituent_ranking")
    assert ranking.kind == "constituent"
    assert ranking.parse([1, 2, 2], ["a", "b", "c"]) == [1, 2, 2]
    for protocol in (ranking, YES_NO):
        assert "they may contain extra words, or miss words at either end" in protocol.instructions_in_force


def test_shares_count_every_answer_once_for_all_systems_and_for_each_system_that_has_the_phrase() -> None:
    judgments = [
        judgment("ann", "1", ("a,b", "c"), ["yes", "not sure"], test_set="news"),
        judgment("bob", "1", ("a,b", "c"), ["no", "no"], test_set="news"),
        judgment("bob", "2", ("c",), "yes", test_set="news", control="gold"),
        judgment("bob", "3", ("c",), "yes", test_set="talks"),
    ]
    shares = answer_shares(judgments, YES_NO)
    assert [(each.group["test_set"], each.system, tuple(each.counts.values())) for each in shares] == [
        ("news", "", (1, 2, 1)),
        ("news", "a", (1, 1, 0)),
        ("news", "b", (1, 1, 0)),
        ("news", "c", (0, 1, 1)),
        ("talks", "", (1, 0, 0)),
        ("talks", "c", (1, 0, 0)),
    ]
    news, _, _, worst = shares[:4]
    assert news.share("not sure") == 0.25
    assert news.share("yes", among=("yes", "no")) == pytest.approx(1 / 3)
    interval = worst.interval("yes", among=("yes", "no"))
    assert interval is not None
    assert interval.low == pytest.approx(0)
    assert worst.answers == 2
    assert answer_shares(judgments, YES_NO, by=(), excluded=["bob"])[0].counts == {"yes": 1, "no": 0, "not sure": 1}
