from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.pair_tests import MARKS_I12, MARKS_W08, compare_pairs
from bakeoff.human_eval.analyses.preferences.votes import MatchResult, majority_votes, match_results
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.statistics import holm, sign_test_of_counts
from tests.human_eval.judgments import drawn_rankings, pairwise, preferences_of


def match(outcomes: Sequence[str] | npt.NDArray[np.str_], systems: str = "ab", judge: str = "x") -> list[Judgment]:
    return [pairwise(judge, str(n), systems, outcome) for n, outcome in enumerate(outcomes)]


def test_the_sign_test_leaves_out_ties_and_is_corrected_over_all_pairs() -> None:
    rows = [
        *match(["first"] * 9 + ["second"] + ["tie"] * 5),
        *match(["first"] * 6 + ["second"] * 4, "ac"),
        *match(["second"] * 8, "bc"),
    ]
    found = compare_pairs(preferences_of(*rows))
    p = [sign_test_of_counts(9, 1).p, sign_test_of_counts(6, 4).p, sign_test_of_counts(0, 8).p]
    assert found.p[np.triu_indices(3, 1)].tolist() == p
    assert found.adjusted[np.triu_indices(3, 1)].tolist() == holm(p).tolist()
    assert found.beats(0.05).tolist() == [[False, True, False], [False, False, False], [False, True, False]]
    assert (found.mark(0, 1), found.mark(1, 0), found.mark(0, 2)) == ("★", "★", "")
    assert compare_pairs(preferences_of(*rows), correction="none").mark(1, 2) == "†"


def test_marks_of_the_two_campaigns_differ() -> None:
    found = compare_pairs(preferences_of(*match(["first"] * 8 + ["second"] * 2)), correction="none")
    assert 0.05 < found.p[0, 1] < 0.11
    assert (found.mark(0, 1, MARKS_W08), found.mark(0, 1, MARKS_I12)) == ("", "")
    found = compare_pairs(preferences_of(*match(["first"] * 12 + ["second"] * 4)), correction="none")
    assert found.mark(0, 1, MARKS_I12) == "†"


def test_randomisation_over_segments_agrees_with_the_sign_test_where_each_has_one_judgment() -> None:
    preferences = preferences_of(*match(["first"] * 25 + ["second"] * 12 + ["tie"] * 10))
    sign = compare_pairs(preferences).p[0, 1]
    found = compare_pairs(preferences, test="randomization", rng=np.random.default_rng(1))
    assert found.p[0, 1] == pytest.approx(sign, abs=0.01)


def test_randomisation_turns_the_judgments_of_a_segment_together() -> None:
    rows = [pairwise(f"j{k}", str(n), "ab", "first" if n < 6 else "second") for n in range(8) for k in range(20)]
    preferences = preferences_of(*rows)
    assert compare_pairs(preferences, test="sign-w08").p[0, 1] < 1e-6
    found = compare_pairs(preferences, test="randomization", rng=np.random.default_rng(1))
    assert found.p[0, 1] == pytest.approx(sign_test_of_counts(6, 2).p, abs=0.02)


def test_pairs_that_never_met_have_no_p_and_are_not_counted_in_the_family() -> None:
    found = compare_pairs(preferences_of(*match(["first"] * 7), *match(["first"] * 7, "bc")))
    assert np.isnan(found.p[0, 2])
    assert not found.beats()[0, 2]
    assert found.adjusted[0, 1] == 2 * found.p[0, 1]
    assert found.mark(0, 2) == ""


def test_equal_systems_differ_no_more_often_than_the_level_says() -> None:
    rng = np.random.default_rng(3)
    found = []
    for _ in range(200):
        outcomes = rng.choice(["first", "second", "tie"], 60, p=[0.4, 0.4, 0.2])
        found.append(compare_pairs(preferences_of(*match(outcomes))).p[0, 1] <= 0.05)
    assert np.mean(found) < 0.08


def drawn_match(
    rng: np.random.Generator, *, segments: int = 40, judges: int = 5, agreement: float = 0.6
) -> Preferences:
    """Equal systems; judges of a segment follow what the segment says, or toss a coin."""
    said = rng.integers(0, 2, segments)
    follow = rng.random((segments, judges)) < agreement
    answers = np.where(follow, said[:, None], rng.integers(0, 2, (segments, judges)))
    return preferences_of(
        *(
            pairwise(f"j{k}", str(n), "ab", ("first", "second")[answer])
            for n, row in enumerate(answers.tolist())
            for k, answer in enumerate(row)
        )
    )


def test_the_sign_test_of_segments_keeps_its_level_where_that_of_single_judgments_does_not() -> None:
    rng = np.random.default_rng(5)
    matches = [drawn_match(rng) for _ in range(200)]
    by_segment, single = (
        np.mean([compare_pairs(each, test=test).p[0, 1] <= 0.05 for each in matches]) for test in ("sign", "sign-w08")
    )
    assert by_segment < 0.08
    assert single > 0.15


def test_the_sign_test_of_segments_asks_who_won_more_of_them() -> None:
    rows = [pairwise(f"j{k}", str(n), "ab", "first") for n in range(3) for k in range(9)]
    rows += [pairwise("j0", str(n), "ab", "second") for n in range(3, 13)]
    rows += [pairwise(f"j{k}", "13", "ab", ("first", "second")[k]) for k in range(2)]
    found = compare_pairs(preferences_of(*rows), correction="none")
    assert found.p[0, 1] == sign_test_of_counts(3, 10).p
    assert found.ahead.tolist() == [[False, False], [True, False]]  # b on segments, though a in judgments
    assert found.dependent
    single = compare_pairs(preferences_of(*rows), test="sign-w08", correction="none")
    assert single.p[0, 1] == sign_test_of_counts(28, 11).p
    assert single.beats().tolist() == [[False, True], [False, False]]


def test_randomisation_wants_a_generator() -> None:
    with pytest.raises(InputError, match="a generator of random numbers"):
        compare_pairs(preferences_of(*match(["tie"])), test="randomization")


def votes(segment: str, *answers: str, systems: str = "ab") -> list[Judgment]:
    return [pairwise(f"j{n}", segment, systems, answer) for n, answer in enumerate(answers)]


def test_more_than_half_of_the_votes_decide_and_otherwise_it_is_a_tie() -> None:
    rows = [
        *votes("1", "first", "first", "second"),
        *votes("2", "first", "second", "tie"),
        *votes("3", "tie", "tie", "first"),
        *votes("4", "second", "second"),
        *votes("5", "first", "second"),
        *votes("6", "first", systems="ba"),
    ]
    found = majority_votes(preferences_of(*rows))
    assert found.outcome.tolist() == [1, 0, 0, -1, 0, -1]
    assert found.judges == ("majority",)
    assert match_results(preferences_of(*rows)) == (
        MatchResult(first="a", second="b", first_wins=1, second_wins=2, ties=3, first_judgments=5, second_judgments=6),
    )


def test_votes_count_whichever_output_stood_first() -> None:
    rows = [pairwise("x", "1", "ab", "first"), pairwise("y", "1", "ba", "second"), pairwise("z", "1", "ab", "second")]
    assert majority_votes(preferences_of(*rows)).outcome.tolist() == [1]


def test_a_judge_who_is_asked_again_has_one_vote() -> None:
    """R5.4: three different people. The repeats of j0 would outvote the others, and break the tie of the match."""
    rows = [
        pairwise("j0", "1", "ab", "second", control="repeat"),
        pairwise("j0", "1", "ab", "first"),
        pairwise("j1", "1", "ab", "second"),
        pairwise("j2", "1", "ba", "second"),
        pairwise("j0", "1", "ab", "second", control="repeat"),
        *votes("2", "second"),
        pairwise("j0", "2", "ab", "first", control="repeat"),
    ]
    assert majority_votes(preferences_of(*rows)).outcome.tolist() == [1, -1]
    assert match_results(preferences_of(*rows)) == (
        MatchResult(first="a", second="b", first_wins=1, second_wins=1, ties=0, first_judgments=2, second_judgments=2),
    )


def test_a_match_goes_to_segments_then_to_single_judgments_then_to_nobody() -> None:
    def result(**counts: Any) -> Any:
        return MatchResult(first="a", second="b", ties=0, **counts)

    by_segments = result(first_wins=3, second_wins=2, first_judgments=5, second_judgments=9)
    assert (by_segments.winner, by_segments.decided_by, by_segments.segments) == ("a", "segments", 5)
    by_judgments = result(first_wins=3, second_wins=3, first_judgments=5, second_judgments=9)
    assert (by_judgments.winner, by_judgments.decided_by) == ("b", "judgments")
    tied = result(first_wins=3, second_wins=3, first_judgments=5, second_judgments=5)
    assert (tied.winner, tied.decided_by) == (None, None)


def test_majorities_can_be_tested_over_segments() -> None:
    rows = [vote for n in range(12) for vote in votes(str(n), *["first" if n < 11 else "second"] * 3)]
    found = compare_pairs(majority_votes(preferences_of(*rows)), test="randomization", rng=np.random.default_rng(1))
    assert found.table.wins.tolist() == [[0, 11], [1, 0]]
    assert found.p[0, 1] == pytest.approx(sign_test_of_counts(11, 1).p, abs=0.005)


def test_votes_of_rankings_are_those_of_their_pairs() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(2), segments=6))
    found = majority_votes(preferences)
    questions: dict[Any, Any] = {}
    for a, b, outcome, item, judge in zip(
        preferences.first, preferences.second, preferences.outcome, preferences.item, preferences.judge, strict=True
    ):
        key, value = ((item, a, b), outcome) if a < b else ((item, b, a), -outcome)
        questions.setdefault(key, {}).setdefault(judge, int(value))
    expected = {
        key: next((v for v in (-1, 0, 1) if 2 * list(answers.values()).count(v) > len(answers)), 0)
        for key, answers in questions.items()
    }
    rows = zip(found.item, found.first, found.second, found.outcome, strict=True)
    assert {(item, a, b): outcome for item, a, b, outcome in rows} == expected


def test_randomisation_by_sizes_is_paired_randomisation() -> None:
    """One draw for each size of difference has the p-values of one draw for each segment."""
    from bakeoff.human_eval.analyses.preferences.pair_tests import _randomized
    from bakeoff.statistics import paired_randomization

    rng = np.random.default_rng(3)
    for shift in (0.0, 0.2, 0.4):
        won, lost = rng.poisson(1 + shift, 60), rng.poisson(1, 60)
        ours = _randomized(won - lost, 20_000, rng)
        theirs = paired_randomization(won.astype(float), lost.astype(float), trials=20_000, rng=rng).p
        assert abs(ours - theirs) < 4 * np.sqrt(2 * theirs * (1 - theirs) / 20_000) + 1e-4
    assert _randomized(np.zeros(5, dtype=np.int64), 100, rng) == 1
