"""Timed words against timed segments: which word belongs where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bakeoff.errors import AlignmentError, FormatError
from bakeoff.speech import ScoringRules, SpeechScores, score_words
from tests.speech.speech_data import ctm, stm

SCLITE = ScoringRules(sclite=True)
STRICT = ScoringRules()
BOTH = pytest.mark.parametrize("rules", [STRICT, SCLITE], ids=["strict", "sclite"])


def heard(scores: SpeechScores) -> list[list[str]]:
    """The hypothesis' words of each segment."""
    return [[step.hypothesis for step in steps if step.hypothesis] for steps in scores.alignments]


def scored(segments: Sequence[str], words: Sequence[str], rules: ScoringRules = STRICT) -> list[list[str]]:
    return heard(score_words(stm(*segments), ctm(*words), rules=rules, alignments=True))


@BOTH
def test_words_between_segments_go_to_the_next_and_the_rest_to_the_last(rules: ScoringRules) -> None:
    segments = ["f 1 s 1 2 a", "f 1 s 5 6 b"]
    words = ["f 1 0.1 0.1 before", "f 1 1.5 0.1 in", "f 1 3 0.1 between", "f 1 5.5 0.1 in2", "f 1 9 1 after"]
    assert scored(segments, words, rules) == [["before", "in"], ["between", "in2", "after"]]


# The double midpoint against the end that sclite keeps in 32 bits: 0.1 is above, 0.7 below.
@pytest.mark.parametrize(
    ("end", "begin", "left"), [("0.1", "0.05", True), ("1.1", "1.05", True), ("0.7", "0.65", False)]
)
def test_a_midpoint_on_the_end_goes_right_but_to_sclite_where_the_end_is_rounded_up(
    end: str, begin: str, left: bool
) -> None:
    segments = [f"f 1 s 0 {end} x", f"f 1 s {end} 9 y"]
    words = [f"f 1 {begin} 0.1 w"]
    assert scored(segments, words) == [[], ["w"]]
    assert scored(segments, words, SCLITE) == ([["w"], []] if left else [[], ["w"]])


def test_words_of_an_ignored_segment_are_left_out_by_sclite_with_those_before_it() -> None:
    segments = ["f 1 s 0 1 a", "f 1 s 2 3 IGNORE_TIME_SEGMENT_IN_SCORING", "f 1 s 3 4 b"]
    words = ["f 1 0.5 0.1 a", "f 1 1.5 0.1 gap", "f 1 2.5 0.1 out", "f 1 3.5 0.1 b"]
    assert scored(segments, words) == [["a"], ["gap", "b"]]
    assert scored(segments, words, SCLITE) == [["a"], ["b"]]


def test_words_of_recordings_without_a_scored_segment_are_counted_in_the_remarks() -> None:
    scores = score_words(stm("f 1 s 1 2 ignore_time_segment_in_scoring"), ctm("f 1 0 1 a", "f 1 1.2 0.1 b"))
    assert scores.total.segments == 0
    assert scores.remarks == ("x.ctm: 1 words of recordings without a segment to be scored are left out.",)


@BOTH
def test_recordings_that_are_missing_count_as_deletions(rules: ScoringRules) -> None:
    segments, words = stm("f 1 s 0 1 a", "g 1 s 0 1 b c"), ctm("f 1 0 1 a")
    scores = score_words(segments, words, rules=rules)
    assert (scores.total.correct, scores.total.deletions) == (1, 2)
    assert scores.remarks == ("x.ctm: no words of 1 recordings, which are scored as deletions: g, channel 1.",)
    assert score_words(segments, ctm(), rules=rules).total.deletions == 3


def test_recordings_that_the_reference_lacks_are_all_named() -> None:
    segments, words = stm("f 1 s 0 1 a", "g 1 s 0 1 a"), ctm("f A 0 1 a", "g 1 0 1 a", "h 1 0 1 a")
    with pytest.raises(AlignmentError, match=r"found 2 that it does not have.*: f, channel A; h, channel 1"):
        score_words(segments, words)
    with pytest.raises(AlignmentError, match=r"found 3 that .*: f, channel A; g, channel 1; h, channel 1"):
        score_words(segments, words, rules=SCLITE)


def test_the_order_of_recordings_matters_to_sclite_only() -> None:
    segments, words = stm("f 1 s 0 1 a", "g 1 s 0 1 b"), ctm("g 1 0 1 b", "F 1 0 1 a")
    assert score_words(segments, words).total.errors == 0
    with pytest.raises(AlignmentError, match="or not in this order: F, channel 1"):
        score_words(segments, words, rules=SCLITE)


def test_rows_out_of_order_are_refused() -> None:
    with pytest.raises(FormatError, match=r"x\.ctm, line 2: expected words in the order of their times"):
        score_words(stm("f 1 s 0 9 a b"), ctm("f 1 5 1 b", "f 1 1 1 a"))
    with pytest.raises(FormatError, match=r"x\.stm, line 2: expected segments in the order of their times"):
        score_words(stm("f 1 s 5 6 a", "f 1 s 1 2 b"), ctm())
    with pytest.raises(FormatError, match=r"x\.stm, line 3: expected all of f, channel 1 together"):
        score_words(stm("f 1 s 0 1 a", "g 1 s 0 1 b", "f 1 s 1 2 c"), ctm())


def test_sclite_never_goes_back() -> None:
    segments = ["f 1 s 5 6 a", "f 1 s 1 2 b", "f 1 s 7 8 c"]
    words = ["f 1 5.2 0.1 a", "f 1 6.5 0.1 x", "f 1 1.2 0.1 b"]
    assert scored(segments, words, SCLITE) == [["a"], [], ["x", "b"]]


def test_segments_that_overlap_are_said() -> None:
    scores = score_words(stm("f 1 s 0 2 a", "f 1 t 1 3 b"), ctm("f 1 0.5 0.1 a", "f 1 1.5 0.1 x", "f 1 2.5 0.1 b"))
    assert scores.remarks == (
        "x.stm, line 2: this segment starts before the previous one has ended; words there are taken to be of the "
        "segment that ends first.",
    )
    assert scores.total.insertions == 1


@BOTH
def test_alternatives_stay_together_by_the_last_of_their_midpoints(rules: ScoringRules) -> None:
    segments = ["f 1 s 0 1 x", "f 1 s 1 2 { a b / c } d"]
    rows = ["f 1 0.6 0.2 c", "f 1 * * <ALT>", "f 1 0.6 0.3 a", "f 1 0.9 0.3 b"]
    words = ["f 1 * * <ALT_BEGIN>", *rows, "f 1 * * <ALT_END>", "f 1 1.6 0.1 d"]
    assert scored(segments, words, rules) == [[], ["a", "b", "d"]]


def test_utterances_are_named_by_speaker_and_number() -> None:
    scores = score_words(stm("F 1 Ann 0 1 a", "F 1 Bob 1 2 b", "F 1 ann 2 3 c"), ctm())
    assert scores.utterances.ids == ["Ann-000", "Bob-000", "ann-001"]
    assert {name: counts.segments for name, counts in scores.by_speaker().items()} == {"Ann": 2, "Bob": 1}


def test_labels_and_files_are_summed() -> None:
    segments = stm("f 1 s 0 1 <o,f0> a", "f 1 s 1 2 <o,f1> b c", "g 1 s 0 1 <o,f0> d")
    scores = score_words(segments, ctm("f 1 0.2 0.1 a", "f 1 1.2 0.1 b"))
    assert {name: counts.words for name, counts in scores.by_label().items()} == {"o": 4, "f0": 2, "f1": 2}
    assert {name: counts.errors for name, counts in scores.by_file().items()} == {"f": 1, "g": 1}


def test_confidences_give_the_normalised_cross_entropy() -> None:
    # n = 2 of N = 3 words correct: H = −(2 log₂ ⅔ + log₂ ⅓) = 2.7549; logs of .9, .5 and 1 − .2 sum to −1.4739.
    words = ctm("f 1 0.1 0.1 a 0.9", "f 1 0.3 0.1 x 0.2", "f 1 0.5 0.1 c 0.5")
    scores = score_words(stm("f 1 s 0 1 a b c"), words)
    assert scores.total.normalised_cross_entropy == pytest.approx((2.754888 - 1.473931) / 2.754888, abs=1e-6)
    without = ctm("f 1 0.1 0.1 a 0.9", "f 1 0.3 0.1 x NA")
    assert score_words(stm("f 1 s 0 1 a b c"), without).total.normalised_cross_entropy is None
    right = score_words(stm("f 1 s 0 1 a"), ctm("f 1 0.1 0.1 a 0.9"))
    assert right.total.normalised_cross_entropy == 0
