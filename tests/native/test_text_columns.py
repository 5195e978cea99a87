"""Columns of text, against plain lists."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.native import TextColumn

TEXTS = st.lists(st.text(st.sampled_from("aAbÄä{}"), max_size=10), max_size=8)


def folded(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


@given(TEXTS, TEXTS)
def test_a_column_is_like_a_list(texts: list[str], others: list[str]) -> None:
    column = TextColumn(texts)
    assert isinstance(column, Sequence)
    assert list(column) == texts
    assert (column == texts, texts == column, column == TextColumn(texts)) == (True, True, True)
    assert (column == others) is (texts == others)
    assert column[1:] == texts[1:]
    assert column[::-2] == texts[::-2]
    assert list(reversed(column)) == texts[::-1]
    assert column.count("a") == texts.count("a")
    assert column.is_ascii() is "".join(texts).isascii()
    assert column.sizes().tolist() == [len(text.encode()) for text in texts]


@given(TEXTS, TEXTS, st.booleans())
def test_equal_texts_are_found(texts: list[str], others: list[str], fold: bool) -> None:
    key = folded if fold else str
    keys, other_keys = list(map(key, texts)), list(map(key, others))
    distinct = list(dict.fromkeys(keys))
    assert TextColumn(texts).groups(fold=fold).tolist() == [distinct.index(each) for each in keys]
    found = TextColumn(texts).rows_among(TextColumn(others), fold=fold).tolist()
    assert found == [other_keys.index(each) if each in other_keys else -1 for each in keys]


@given(TEXTS, st.booleans())
def test_texts_that_hold_a_part_are_found(texts: list[str], fold: bool) -> None:
    key = folded if fold else str
    expected = [row for row, text in enumerate(texts) if key("aB") in key(text) or "{" in text]
    assert TextColumn(texts).rows_with(["aB", "{"], fold=fold).tolist() == expected


@given(TEXTS)
def test_prefixes_end_before_a_separator(texts: list[str]) -> None:
    expected = [text.partition("{" if "{" in text else "}")[0] for text in texts]
    assert TextColumn(texts).prefixes("{}") == expected


def test_rows_are_taken_in_any_order() -> None:
    column = TextColumn(["a", "b"])
    assert column.take(np.array([1, -1, 0, 1])) == ["b", "", "a", "b"]
    with pytest.raises(IndexError):
        column.take(np.array([2]))
    with pytest.raises(IndexError):
        column[2]
    with pytest.raises(TypeError):
        hash(column)
    with pytest.raises(ValueError, match="not in sequence"):
        column.index("c")
    assert (column.index("b"), column.index("b", -1), column != "ab", column == 1) == (1, 1, True, False)
