"""What is an answer under ranking and pairwise comparison, and which comparisons it gives."""

import pytest

from bakeoff.errors import MistakesError, Place
from bakeoff.human_eval.protocols.contract import AnswerError, Settings
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import ShownOutput
from tests.human_eval.judgments import pairwise, preferences_of, ranking


def rows(found: Preferences) -> list[tuple[str, str, int]]:
    return [
        (found.systems[a], found.systems[b], int(outcome))
        for a, b, outcome in zip(found.first, found.second, found.outcome, strict=True)
    ]


def test_a_ranking_compares_every_two_outputs_in_the_order_shown() -> None:
    found = preferences_of(ranking("ann", "1", {"c": 2, "a": 1, "b": 2}))
    assert rows(found) == [("c", "a", -1), ("c", "b", 0), ("a", "b", 1)]


def test_an_output_without_rank_is_compared_with_none() -> None:
    assert rows(preferences_of(ranking("ann", "1", {"c": 2, "a": None, "b": 3, "d": -1}))) == [("c", "b", 1)]
    assert len(preferences_of(ranking("ann", "1", {}))) == 0


def test_rows_know_their_judgment_judge_item_and_time() -> None:
    found = preferences_of(
        ranking("ann", "1", {"a": 1, "b": 2}, elapsed_seconds=4.0, document="d"),
        ranking("bob", "2", {"a": 1}),
        ranking("bob", "1", {"a": 1, "b": 1, "c": 2}, control="gold", document="d"),
    )
    assert [found.judges[j] for j in found.judge] == ["ann", "bob", "bob", "bob"]
    assert found.judgment.tolist() == [0, 2, 2, 2]
    assert {found.items[i] for i in found.item} == {("", "", "d", "1")}
    assert found.seconds[0] == 4.0
    assert found.ordinary.tolist() == [True, False, False, False]


def test_of_systems_a_shared_output_counts_for_each_and_as_a_tie_between_them() -> None:
    judgment = ranking("ann", "1", {"a,b": 2, "c": 1})
    assert rows(preferences_of(judgment)) == [("a,b", "c", -1)]
    assert rows(preferences_of(judgment, of="systems")) == [("a", "b", 0), ("a", "c", -1), ("b", "c", -1)]
    assert rows(preferences_of(pairwise("ann", "1", ["a,b", "c"], "first"), of="systems")) == [
        ("a", "b", 0),
        ("a", "c", 1),
        ("b", "c", 1),
    ]


@pytest.mark.parametrize(("answer", "outcome"), [("first", 1), ("second", -1), ("tie", 0)])
def test_a_pairwise_answer_is_one_comparison(answer: str, outcome: int) -> None:
    assert rows(preferences_of(pairwise("ann", "1", ["b", "a"], answer))) == [("b", "a", outcome)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([1], "a list of 2 ranks"),
        ("first", "a list of 2 ranks"),
        ([0, 1], "ranks from 1 to 5"),
        ([1, 6], "ranks from 1 to 5"),
        ([1.5, 2], "ranks from 1 to 5"),
        ([True, 2], "ranks from 1 to 5"),
        (["1", "2"], "ranks from 1 to 5"),
    ],
)
def test_what_is_no_ranking_is_refused(answer: str | list[float | str], expected: str) -> None:
    with pytest.raises(AnswerError, match=expected):
        find_protocol("ranking").parse(answer, ["a", "b"])


def test_ranks_run_to_the_number_of_outputs_where_more_than_five_are_shown_or_to_the_scale_of_the_campaign() -> None:
    protocol = find_protocol("ranking")
    assert protocol.parse([7, 1, 1, 1, 1, 1, 1], list("abcdefg"))[0] == 7
    with pytest.raises(AnswerError, match="ranks from 1 to 3"):
        find_protocol("ranking", Settings(scale=(1, 3))).parse([4, 1], ["a", "b"])


def test_ties_are_refused_where_the_campaign_does_not_allow_them() -> None:
    with pytest.raises(AnswerError, match="ties are not allowed"):
        find_protocol("ranking", Settings(ties=False)).parse([1, 1], ["a", "b"])
    with pytest.raises(AnswerError, match="one of first, second, found 'tie'"):
        find_protocol("pairwise", Settings(ties=False)).parse("tie", ["a", "b"])


@pytest.mark.parametrize(("answer", "systems"), [("better", "ab"), ("first", "abc"), (1, "ab"), (None, "ab")])
def test_what_is_no_pairwise_answer_is_refused(answer: int | str | None, systems: str) -> None:
    with pytest.raises(AnswerError):
        find_protocol("pairwise").parse(answer, list(systems))


@pytest.mark.parametrize(("name", "answer"), [("ranking", [2, None, 1]), ("pairwise", "second")])
def test_what_is_written_is_parsed_back(name: str, answer: str | list[int | None]) -> None:
    protocol = find_protocol(name)
    systems = list("abc")[: len(answer) if isinstance(answer, list) else 2]
    assert protocol.write(protocol.parse(answer, systems)) == answer


def test_bad_answers_are_refused_together_with_their_places() -> None:
    bad = [ranking("ann", str(n), {"a": 9, "b": 1}, place=Place("f.csv", n)) for n in (3, 5)]
    with pytest.raises(MistakesError) as caught:
        preferences_of(ranking("ann", "1", {"a": 1, "b": 1}), *bad)
    assert [mistake.place.line for mistake in caught.value.mistakes] == [3, 5]


def test_a_screen_of_the_ranking_shows_source_and_reference() -> None:
    screen = find_protocol("ranking").screen(
        "1", [ShownOutput(system="a", text="x")], source="src", references=["ref", "other"]
    )
    assert (screen.source, screen.references, screen.before, screen.scale) == ("src", ("ref",), (), (1.0, 5.0))
