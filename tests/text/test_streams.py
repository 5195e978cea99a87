from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.text import word_stream
from bakeoff.text.streams import WordUnit

lines = st.lists(st.text(st.sampled_from("ab. \t\u00a0\u3000我们、ー。กำ"), max_size=12), max_size=5)


@given(lines)
def test_white_space_parts_words_as_python_does(given: list[str]) -> None:
    stream = word_stream(given)
    assert stream.words == tuple(" ".join(given).split())
    assert stream.text(0, len(stream)) == " ".join(stream.words)


@given(lines)
def test_characters_change_no_letter_and_no_blank(given: list[str]) -> None:
    stream = word_stream(given, unit="character")
    assert "".join(stream.words) == "".join("".join(given).split())
    for line in given:
        alone = word_stream([line], unit="character")
        assert alone.text(0, len(alone)) == " ".join(line.split())


@given(lines, st.integers(0, 30), st.integers(0, 30))
def test_two_cuts_hold_what_the_whole_holds(given: list[str], begin: int, middle: int) -> None:
    stream = word_stream(given, unit="character")
    cut = stream.text(0, begin) + stream.text(begin, len(stream))
    assert "".join(cut.split()) == "".join(stream.words)
    assert stream.text(middle, middle) == ""


def test_a_blank_stands_between_lines_unless_both_sides_need_none() -> None:
    stream = word_stream(["好。", "「走」", "now", "", "吧"], unit="character")
    assert stream.text(0, len(stream)) == "好。「走」 now 吧"


def test_marks_stay_with_their_letter() -> None:
    assert word_stream(["ลัง ドーナツ"], unit="character").words == ("ลั", "ง", "ド", "ー", "ナ", "ツ")


@pytest.mark.parametrize(
    ("unit", "words"), [("white-space", ("un", "mot", "!")), ("ascii-white-space", ("un", "mot\u00a0!"))]
)
def test_no_break_spaces_part_words_unless_only_ascii_does(unit: WordUnit, words: tuple[str, ...]) -> None:
    assert word_stream(["un\tmot\u00a0!"], unit=unit).words == words
