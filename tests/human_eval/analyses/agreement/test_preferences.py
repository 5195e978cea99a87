from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.agreement.identical_outputs import all_identical
from bakeoff.human_eval.analyses.agreement.preferences import Between, Chance, Counting, preference_agreement
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.statistics import cohen_kappa, fleiss_kappa
from tests.human_eval.judgments import drawn_rankings, pairwise, preferences_of, ranking


def naive_pairs(
    preferences: Preferences, *, between: str, counting: str
) -> tuple[list[tuple[int, int, np.int32, np.int32]], list[tuple[tuple[np.int32, np.int32, np.int32], np.int32, int]]]:
    """All pairs of answers that count, by the words of the definition."""
    rows = []
    for a, b, outcome, judge, item in zip(
        preferences.first, preferences.second, preferences.outcome, preferences.judge, preferences.item, strict=True
    ):
        turned = counting == "textbook" and preferences.systems[a] > preferences.systems[b]
        question = (item, b, a) if turned else (item, a, b)
        rows.append((question, judge, int(-outcome if turned else outcome)))
    found = []
    for one, other in combinations(rows, 2):
        same_judge = one[1] == other[1]
        if one[0] == other[0] and (same_judge if between == "own" else not same_judge or counting == "wmt"):
            found.append((one[2], other[2], one[1], other[1]))
    return found, rows


@pytest.mark.parametrize("between", ["judges", "own"])
@pytest.mark.parametrize("counting", ["textbook", "wmt"])
@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_the_naive_twin(between: Between, counting: Counting, seed: int) -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(seed), screens=60, segments=4))
    pairs, rows = naive_pairs(preferences, between=between, counting=counting)
    found = preference_agreement(preferences, between=between, counting=counting)
    assert found.comparable == len(pairs)
    assert found.agreeing == sum(a == b for a, b, _, _ in pairs)
    assert found.value == pytest.approx((found.agreeing / len(pairs) - 1 / 3) / (2 / 3))
    if between == "judges":
        assert (found.answers, found.ties) == (len(rows), sum(outcome == 0 for _, _, outcome in rows))


@pytest.mark.parametrize("counting", ["textbook", "wmt"])
def test_chance_of_judges_is_the_mean_over_pairs_of_what_their_own_shares_give(counting: Counting) -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(5), screens=60, segments=4))
    pairs, rows = naive_pairs(preferences, between="judges", counting=counting)
    questions: dict[Any, Any] = {}
    for question, judge, outcome in rows:
        questions.setdefault(question, []).append((judge, outcome))
    need = (lambda answers: len({j for j, _ in answers}) > 1) if counting == "textbook" else (lambda a: len(a) > 1)
    compared = [answer for answers in questions.values() if need(answers) for answer in answers]
    shares = {
        judge: [np.mean([o == label for j, o in compared if j == judge]) for label in (-1, 0, 1)]
        for judge, _ in compared
    }
    expected = np.mean([np.dot(shares[a], shares[b]) for _, _, a, b in pairs])
    assert preference_agreement(preferences, counting=counting, chance="cohen").expected == pytest.approx(expected)


def two_judges(rng: np.random.Generator, segments: int = 40) -> tuple[Preferences, npt.NDArray[np.str_]]:
    outcomes = rng.choice(["first", "second", "tie"], size=(segments, 2), p=[0.5, 0.3, 0.2])
    rows = [pairwise(judge, str(n), "ab", outcomes[n, k]) for n in range(segments) for k, judge in enumerate("xy")]
    return preferences_of(*rows), outcomes


def test_two_judges_who_answer_everything_have_the_kappas_of_cohen_and_fleiss() -> None:
    preferences, outcomes = two_judges(np.random.default_rng(2))
    cohen = cohen_kappa(outcomes[:, 0].tolist(), outcomes[:, 1].tolist())
    assert preference_agreement(preferences, chance="cohen").value == pytest.approx(cohen.value)
    assert preference_agreement(preferences, chance="fleiss").value == pytest.approx(
        fleiss_kappa(outcomes.tolist()).value
    )


def test_by_the_textbook_the_order_of_outputs_does_not_matter_and_to_wmt_it_does() -> None:
    preferences = preferences_of(pairwise("x", "1", "ab", "first"), pairwise("y", "1", "ba", "second"))
    assert preference_agreement(preferences).agreeing == 1
    with pytest.raises(InputError, match="two answers to the same question by different judges, found none among 2"):
        preference_agreement(preferences, counting="wmt")


@pytest.mark.parametrize("chance", ["fleiss", "cohen"])
def test_the_order_of_rows_does_not_decide_which_output_is_the_first(chance: Chance) -> None:
    """Where s0 wins mostly, its opponents' losses and its wins are one kind of answer or two."""
    judgments = drawn_rankings(np.random.default_rng(3), screens=60, segments=6, noise=0.5)
    one, other = (
        preference_agreement(preferences_of(*rows), chance=chance, samples=20, rng=np.random.default_rng(1))
        for rows in (judgments, judgments[::-1])
    )
    assert one.expected == pytest.approx(other.expected)
    assert one.value == pytest.approx(other.value)


def test_wmt_pairs_two_answers_of_one_judge_and_the_textbook_does_not() -> None:
    preferences = preferences_of(*(pairwise("x", "1", "ab", answer) for answer in ("first", "tie")))
    assert preference_agreement(preferences, counting="wmt").comparable == 1
    assert preference_agreement(preferences, between="own").comparable == 1
    with pytest.raises(InputError):
        preference_agreement(preferences)


def test_gold_items_do_not_count() -> None:
    rows = [pairwise(judge, "1", "ab", "tie", control="gold") for judge in "xy"]
    with pytest.raises(InputError, match="found none among 0 answers"):
        preference_agreement(preferences_of(*rows))


def test_where_all_answers_are_ties_chance_explains_them() -> None:
    rows = [pairwise(judge, "1", "ab", "tie") for judge in "xy"]
    found = preference_agreement(preferences_of(*rows), chance="ties")
    assert (found.value, found.word, found.observed) == (None, None, 1.0)


def test_the_interval_holds_the_value_and_narrows_with_more_segments() -> None:
    widths = []
    for segments in (30, 300):
        preferences, _ = two_judges(np.random.default_rng(3), segments=segments)
        found = preference_agreement(preferences, chance="ties", samples=500, rng=np.random.default_rng(1))
        assert found.interval.low < found.value < found.interval.high
        widths.append(found.interval.high - found.interval.low)
    assert widths[1] < widths[0] / 2


def test_unknown_words_are_refused() -> None:
    preferences, _ = two_judges(np.random.default_rng(1), segments=2)
    with pytest.raises(InputError, match="counting to be one of textbook, wmt"):
        preference_agreement(preferences, counting="folklore")  # type: ignore[arg-type]


def test_screens_whose_outputs_are_all_identical_can_be_left_out() -> None:
    preferences = preferences_of(
        ranking("x", "1", {"a": 1, "b": 1, "c": 1}),
        ranking("y", "1", {"a": 1, "b": 1}),
        ranking("y", "2", {"a": 1, "b": 2}),
    )
    one, two = ("", "", "", "1"), ("", "", "", "2")
    texts = {("a", one): "t", ("b", one): "t", ("c", one): "u", ("a", two): "t"}
    assert all_identical(preferences, texts).tolist() == [False, False, False, True, False]
    assert all_identical(preferences, texts | {("c", one): "t"}).tolist() == [True, True, True, True, False]
    with pytest.raises(InputError, match="by different judges"):
        preference_agreement(preferences.take(~all_identical(preferences, texts)))
