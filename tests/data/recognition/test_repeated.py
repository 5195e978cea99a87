from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.recognition.repeated import Repeated


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_a_column_is_like_a_list(rows: list[str], others: list[str]) -> None:
    column = Repeated.of(rows)
    assert list(column) == rows
    assert len(set(column.values)) == len(column.values)
    assert (column == rows, rows == column) == (True, True)
    assert (column == others) is (rows == others)
    assert column[1:] == rows[1:]
    assert [column[row] for row in range(len(rows))] == rows
    assert column.take(np.arange(len(rows))[::-1]) == rows[::-1]
    assert Repeated.of(column) is column
