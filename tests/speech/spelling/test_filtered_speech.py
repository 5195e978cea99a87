from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.recognition.transcripts import RuleText, TimedWords, Token
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech
from bakeoff.formats.speech import ctm, stm
from bakeoff.speech.spelling.csrfilt import csrfilt
from bakeoff.speech.spelling.filtered_speech import filter_segments, filter_transcript, filter_words
from bakeoff.speech.spelling.glm import parse_rules
from bakeoff.speech.spelling.steps import Filtering, filter_texts
from tests.formats.speech_texts import timed_words


def filtering(*rules: str, **options: Any) -> Filtering:
    return Filtering(rules=parse_rules(RuleText((";;", *rules))), **options)


def ctm_of(*rows: str) -> TimedWords:
    return parse_speech([f"f 1 {row}" for row in rows], format="ctm", file="h.ctm")


def rows(words: TimedWords) -> list[str]:
    return [line.rstrip("\n").removeprefix("f 1 ") for line in ctm.write(words)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" a-b -c d- - ", " A B -C D- - "),
        (" (a-b) ", " (A) (B) "),
        (" ( a b  c ) d ", " (A) (B) (C) D "),
        (" (a-) (-b) ", " (A-) (-B) "),
        (" a--b ", " A -B "),
        (" é ß ", " é ß "),
    ],
)
def test_steps_on_texts(text: str, expected: str) -> None:
    (found,) = filter_texts([text], filtering(split_hyphens=True))
    assert " ".join(found.split()) == " ".join(expected.split())


def test_capitals_can_be_left_or_go_beyond_ascii() -> None:
    assert filter_texts(["aé÷ÿ"], filtering(upper_case=False)) == ["aé÷ÿ"]
    assert filter_texts(["aé÷ÿ", ";;a"], filtering(latin_1=True)) == ["AÉ×ß", ";;a"]
    assert filter_texts([], filtering()) == []
    with pytest.raises(FormatError, match="texts of one line"):
        filter_texts(["a\nb"], filtering())


def test_a_word_that_is_split_shares_its_time() -> None:
    found = filter_words(ctm_of("1 1 a-b-c 0.5", "2 0.1234 d 0.5"), filtering(split_hyphens=True))
    assert rows(found) == [
        "1.00 0.333333333 A 0.5",
        "1.333333333 0.333333333 B 0.5",
        "1.666666666 0.333333334 C 0.5",
        "2.00 0.1234 D 0.5",
    ]
    assert found.lines.tolist() == [1, 1, 1, 2]


def test_an_alternation_becomes_rows() -> None:
    found = filter_words(ctm_of("1 1 he's 0.5", "2 1 x"), filtering("[HE'S] => [{HE IS / HE / @}]/ [ ] __ [ ]"))
    assert rows(found) == [
        "* * <ALT_BEGIN>",
        "1.00 0.50 HE 0.5",
        "1.50 0.50 IS 0.5",
        "* * <ALT>",
        "1.00 1.00 HE 0.5",
        "* * <ALT>",
        "1.00 1.00 @ 0.5",
        "* * <ALT_END>",
        "2.00 1.00 X",
    ]
    assert np.isnan(found.confidences[found.kinds != Token.WORD]).all()


def test_words_beside_an_alternation_keep_their_share() -> None:
    found = filter_words(ctm_of("0 4 x"), filtering("X => A {B C / D} E / [ ] __ [ ]"))
    assert rows(found) == [
        "0.00 1.00 A",
        "* * <ALT_BEGIN>",
        "1.00 1.00 B",
        "2.00 1.00 C",
        "* * <ALT>",
        "1.00 2.00 D",
        "* * <ALT_END>",
        "3.00 1.00 E",
    ]


def test_what_csrfilt_mistakes_is_done_rightly() -> None:
    hyphens = {"split_hyphens": True}
    assert rows(filter_words(ctm_of("1 0.5 a NA", "2 1 and/or 0.9"), filtering())) == [
        "1.00 0.50 A",
        "2.00 1.00 AND/OR 0.9",
    ]
    assert rows(filter_words(ctm_of("1 0.5 twenty-5"), filtering(**hyphens))) == ["1.00 0.25 TWENTY", "1.25 0.25 5"]
    assert rows(filter_words(ctm_of("1 0.5 uh 0.25", "2 1 a"), filtering("UH => "))) == ["2.00 1.00 A"]


def test_alternations_of_the_file_stay() -> None:
    words = ctm_of("* * <ALT_BEGIN>", "1 1 a-b", "* * <ALT>", "1 1 (c)", "* * <ALT_END>")
    assert rows(filter_words(words, filtering(split_hyphens=True))) == [
        "* * <ALT_BEGIN>", "1.00 0.50 A", "1.50 0.50 B", "* * <ALT>", "1.00 1.00 (C)", "* * <ALT_END>",
    ]  # fmt: skip


def test_rules_that_cannot_be_carried_out_are_refused() -> None:
    words = ctm_of("* * <ALT_BEGIN>", "1 1 a", "* * <ALT>", "* * <ALT_END>")
    with pytest.raises(FormatError, match=r"h\.ctm, line 2: expected rules that make of 'a' no alternation"):
        filter_words(words, filtering("A => [{B / C}] / [ ] __ [ ]"))
    with pytest.raises(FormatError, match=r"line 1: expected rules that make of 'a' braces in pairs"):
        filter_words(ctm_of("1 1 a"), filtering("A => {B"))
    with pytest.raises(FormatError, match=r"line 2: expected parentheses in pairs .*, found '\(b'\."):
        filter_words(ctm_of("1 1 a", "2 1 (b"), filtering())


def test_texts_of_transcripts_and_segments() -> None:
    trn = parse_speech(["a  colour (b-c) (S-1)", "(s-2)"], format="trn")
    assert filter_transcript(trn, filtering("COLOUR => COLOR", split_hyphens=True)).texts == ["A COLOR (B) (C)", ""]
    with pytest.raises(FormatError, match=r"r\.stm, line 2: expected parentheses in pairs"):
        filter_segments(parse_speech([";;", "f 1 s 0 1 a (b"], format="stm", file="r.stm"), filtering())


TEXTS = ["a", "b-c", "(d e)", "{ a / b-c }", "uh", "x-y-z", "(-f)", "g-"]


@pytest.mark.parametrize("seed", range(5))
def test_segments_as_csrfilt_has_them(seed: int) -> None:
    rng = Random(seed)
    lines = [f"f 1 s {number} {number + 1} <o> " + " ".join(rng.choices(TEXTS, k=6)) for number in range(50)]
    rules = RuleText((";;", "UH => (%HES) / [ ] __ [ ]", "[X-] => [W ]", "[ A B] => [ AB]"))
    parsed = Filtering(rules=parse_rules(rules, input_type="stm", purpose="ref"), split_hyphens=True)
    found = filter_segments(parse_speech(lines, format="stm"), parsed)
    expected = csrfilt(lines, rules, input_type="stm", purpose="ref", split_hyphens=True)
    assert list(stm.write(found)) == list(stm.write(parse_speech(expected, format="stm")))


@given(timed_words().filter(lambda words: not any(set("(){}") & set(word) for word in words.words)), st.booleans())
def test_times_are_neither_lost_nor_made(words: TimedWords, hyphens: bool) -> None:
    found = filter_words(words, filtering("[A] => [B C] / [ ] __", split_hyphens=hyphens))
    assert found.duration_ns.sum() == words.duration_ns.sum()
    first = np.flatnonzero(np.diff(found.lines, prepend=0))
    assert found.begin_ns[first].tolist() == words.begin_ns.tolist()
    for row in range(1, len(found)):
        if found.lines[row] == found.lines[row - 1]:
            assert found.begin_ns[row] == found.begin_ns[row - 1] + found.duration_ns[row - 1]
            same = found.confidences[row] == found.confidences[row - 1]
            assert same or math.isnan(found.confidences[row])
