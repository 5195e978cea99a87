"""Rows that never change are read once."""

from __future__ import annotations

from bakeoff_site.core.remembered import Remembered


class Table:
    """Counts what is read of it; the row 13 is gone."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def read(self, ids: list[int]) -> dict[int, str]:
        self.asked.append(ids)
        return {each: f"row {each}" for each in ids if each != 13}


def test_only_what_is_not_known_is_read() -> None:
    table, remembered = Table(), Remembered[str](most=10)
    assert remembered.get([2, 1], table.read) == {2: "row 2", 1: "row 1"}
    found = remembered.get([3, 2, 1], table.read)
    assert list(found.items()) == [(3, "row 3"), (2, "row 2"), (1, "row 1")]
    assert remembered.get([1, 3], table.read) == {1: "row 1", 3: "row 3"}
    assert table.asked == [[2, 1], [3]]


def test_rows_that_are_gone_are_left_out() -> None:
    table, remembered = Table(), Remembered[str](most=10)
    assert remembered.get([12, 13], table.read) == {12: "row 12"}


def test_where_there_are_too_many_it_begins_anew() -> None:
    table, remembered = Table(), Remembered[str](most=3)
    remembered.get([1, 2], table.read)
    assert list(remembered.get([2, 3, 4], table.read)) == [2, 3, 4]
    remembered.get([3, 4], table.read)
    remembered.get([1], table.read)
    assert table.asked == [[1, 2], [3, 4], [1]]
    remembered.forget()
    remembered.get([1], table.read)
    assert table.asked[-1] == [1]
    assert len(table.asked) == 4
