from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.text import word_spans


def words(segment: str) -> list[str]:
    return [segment[start:end] for start, end in word_spans(segment)]


@pytest.mark.parametrize(
    ("segment", "expected"),
    [
        ("", []),
        (" \t\u3000", []),
        ("The cat  sat.", ["The", "cat", "sat", "."]),
        ("l'été, c’est-à-dire", ["l'été", ",", "c’est-à-dire"]),
        ("63.5 km at 10:30, 3.", ["63.5", "km", "at", "10:30", ",", "3", "."]),
        ("'so' -- a-", ["'", "so", "'", "-", "-", "a", "-"]),
        ("e\u0301te\u0301 et", ["e\u0301te\u0301", "et"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("שלום, עולם", ["שלום", ",", "עולם"]),
        ("我们在2024年走。", ["我", "们", "在", "2024", "年", "走", "。"]),
        ("カメラx2", ["カ", "メ", "ラ", "x2"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("안녕 세상", ["안녕", "세상"]),
    ],
)
def test_words_of_many_scripts(segment: str, expected: list[str]) -> None:
    assert words(segment) == expected


@given(st.text())
def test_between_words_there_is_only_white_space_and_inside_them_none(segment: str) -> None:
    rest, end = "", 0
    for start, after in word_spans(segment):
        rest, end = rest + segment[end:start], after
    assert (rest + segment[end:]).strip() == ""
    assert not regex.search(r"\s", "".join(words(segment)))


@given(st.text())
def test_spans_stand_in_order_and_are_never_empty(segment: str) -> None:
    ends = [0, *(place for span in word_spans(segment) for place in span)]
    assert ends == sorted(ends)
    assert all(start < end for start, end in word_spans(segment))
