"""Rows that never change are read once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from bakeoff_site.core.caches import ComputedCache, RowCache, clear_caches


class Table:
    """Counts what is read of it; the row 13 is gone."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def read(self, ids: list[int]) -> dict[int, str]:
        self.asked.append(ids)
        return {each: f"row {each}" for each in ids if each != 13}


def test_only_what_is_not_known_is_read() -> None:
    table, remembered = Table(), RowCache[str](most=10)
    assert remembered.get([2, 1], table.read) == {2: "row 2", 1: "row 1"}
    found = remembered.get([3, 2, 1], table.read)
    assert list(found.items()) == [(3, "row 3"), (2, "row 2"), (1, "row 1")]
    assert remembered.get([1, 3], table.read) == {1: "row 1", 3: "row 3"}
    assert table.asked == [[2, 1], [3]]


def test_rows_that_are_gone_are_left_out() -> None:
    table, remembered = Table(), RowCache[str](most=10)
    assert remembered.get([12, 13], table.read) == {12: "row 12"}


def test_where_there_are_too_many_those_that_were_read_first_go() -> None:
    table, remembered = Table(), RowCache[str](most=3)
    remembered.get([1, 2], table.read)
    assert list(remembered.get([2, 3, 4], table.read)) == [2, 3, 4]
    remembered.get([3, 4], table.read)
    remembered.get([1], table.read)
    assert remembered.get([1, 3, 4], table.read) == {1: "row 1", 3: "row 3", 4: "row 4"}
    assert table.asked == [[1, 2], [3, 4], [1]]
    remembered.get([2], table.read)
    assert table.asked[-1] == [2]
    remembered.clear()
    remembered.get([1], table.read)
    assert table.asked[-1] == [1]
    assert len(table.asked) == 5


def test_what_was_made_is_made_again_only_of_something_else() -> None:
    made: list[str] = []
    pages = ComputedCache[str](most=10)

    def page(name: str) -> str:
        def make() -> str:
            made.append(name)
            return name.upper()

        return pages.get(("page", name), make)

    assert [page("a"), page("b"), page("a")] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_what_was_not_asked_for_in_the_longest_time_goes_first() -> None:
    made: list[str] = []
    pages = ComputedCache[str](most=2)

    def make(name: str) -> str:
        made.append(name)
        return name

    for name in ("a", "b", "a", "c", "a", "b"):
        pages.get(name, partial(make, name))
    assert made == ["a", "b", "c", "b"]


def test_all_is_forgotten_at_once() -> None:
    table, rows, pages = Table(), RowCache[str](most=10), ComputedCache[str](most=10)
    rows.get([1], table.read)
    pages.get("a", lambda: "old")
    clear_caches()
    rows.get([1], table.read)
    assert pages.get("a", lambda: "new") == "new"
    assert len(table.asked) == 2


def test_who_asks_for_what_is_being_made_waits_for_it() -> None:
    made: list[str] = []
    begun, go_on = threading.Event(), threading.Event()
    pages = ComputedCache[str](most=10)

    def make() -> str:
        made.append("page")
        begun.set()
        go_on.wait(10)
        return "page"

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(pages.get, "a", make) for _ in range(4)]
        begun.wait(10)
        assert pages.get("b", lambda: "other") == "other"  # nobody waits for another page
        go_on.set()
        assert [each.result() for each in asked] == ["page"] * 4
    assert made == ["page"]


def test_what_could_not_be_made_is_tried_again() -> None:
    pages = ComputedCache[str](most=10)

    def fail() -> str:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        pages.get("a", fail)
    assert pages.get("a", lambda: "page") == "page"


def test_what_could_not_be_made_is_tried_by_one_at_a_time() -> None:
    pages = ComputedCache[str](most=10)
    lock, free = threading.Lock(), threading.Lock()
    attempts: list[int] = []
    overlaps: list[int] = []

    def make() -> str:
        with lock:
            attempts.append(1)
            number = len(attempts)
        if not free.acquire(blocking=False):
            overlaps.append(number)
            return "page"
        try:
            time.sleep(0.005)
            if number < 4:
                raise ValueError("not now")
        finally:
            free.release()
        return "page"

    def ask(_: int) -> str | None:
        try:
            return pages.get("a", make)
        except ValueError:
            return ask(_)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(32))) == ["page"] * 32
    assert overlaps == []
    assert len(attempts) == 4
