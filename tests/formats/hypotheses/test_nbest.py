"""n-best lists in their three forms."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists
from bakeoff.errors import FormatError
from bakeoff.formats import read, read_hypotheses, recognise_hypotheses


@pytest.fixture
def lists(tmp_path: Path) -> Callable[..., Any]:
    def read_text(text: str) -> tuple[NBestLists | Lattices, list[str]]:
        path = tmp_path / "in"
        path.write_text(text, encoding="utf-8")
        remarks: list[str] = []
        return read_hypotheses(path, on_remark=remarks.append), [remark.split("/")[-1] for remark in remarks]

    return read_text


def test_moses_lists(lists: Callable[..., Any]) -> None:
    found, remarks = lists(
        "0 ||| ein Haus ||| lm: -3 tm: 1 ||| -1.5\n0 ||| Haus ||| lm: -4 ||| -2\n7 ||| ||| lm: 0 ||| -1e1 ||| 0-0\n"
    )
    assert (found.ids, found.starts.tolist(), found.texts) == (("0", "7"), [0, 2, 3], ["ein Haus", "Haus", ""])
    assert found.scores.tolist() == [-1.5, -2.0, -10.0]
    assert (found.lines.tolist(), found.first_lines.tolist(), remarks) == ([1, 2, 3], [1, 3], [])


def test_moses_lists_without_features(lists: Callable[..., Any]) -> None:
    found, _ = lists("u1 ||| a b\nu1 ||| a\n")
    assert (found.ids, found.texts) == (("u1",), ["a b", "a"])
    assert np.isnan(found.scores).all()


def test_lists_with_tabs(lists: Callable[..., Any]) -> None:
    found, _ = lists("u1\ta b\nu1\t\nu2\tc\n")
    assert (found.ids, found.starts.tolist(), found.texts) == (("u1", "u2"), [0, 2, 3], ["a b", "", "c"])


def test_lists_with_blank_lines(lists: Callable[..., Any]) -> None:
    found, _ = lists("a b\na\n\nc\n\n\nd\n")
    assert (found.ids, found.starts.tolist(), found.texts) == (None, [0, 2, 3, 3, 4], ["a b", "a", "c", "d"])
    assert found.first_lines.tolist() == [1, 4, 6, 7]


def test_the_last_list_may_end_in_a_blank_line(lists: Callable[..., Any]) -> None:
    assert lists("a\n\nb\n")[0] == lists("a\n\nb\n\n")[0]


def test_scores_that_rise_are_said_and_order_counts(lists: Callable[..., Any]) -> None:
    found, remarks = lists("0 ||| a ||| f ||| -2\n0 ||| b ||| f ||| -1\n")
    assert found.texts == ["a", "b"]
    assert remarks == ["in, line 2: the scores of 0 do not fall. Rank is the order of the file."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "0 ||| a\n1 ||| b\n0 ||| c\n",
            "in, line 3: expected the candidates of an utterance one after another, found 0",
        ),
        ("0 ||| a ||| f ||| good\n", "in, line 1: expected a number as score of the candidate, found 'good'."),
        ("0 ||| a\nb\n", "in, line 2: expected id ||| candidate ||| features ||| score, found 1: b."),
        (" ||| a\n", "in, line 1: expected id ||| candidate"),
        ("u\ta\nb\n", "in, line 2: expected an id, a tab and a candidate, found 'b'."),
    ],
)
def test_lists_that_are_wrong_are_refused_with_their_line(lists: Callable[..., Any], text: str, expected: str) -> None:
    with pytest.raises(FormatError) as error:
        lists(text)
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("0 ||| a\n", "x", "nbest"),
        ("anything\n", "x.nbest.gz", "nbest"),
        ("VERSION=1.0\n", "x", "slf"),
        ("a lattice begins\nN=3 L=4\n", "x", "slf"),
        ("((('a', 0, 1),),)", "x", "plf"),
        ("(((a)))", "x", None),
        ("a 0.5 b 0.5\nc 1\n", "x", "confusion-network"),
        ("chapter 1\nverse 1\n", "x", None),
        ("plain text\n", "x", None),
        ("", "x", None),
    ],
)
def test_recognition(text: str, name: str, expected: str | None) -> None:
    found = recognise_hypotheses(text, name)
    assert (found and found.name) == expected


def test_lists_are_not_taken_for_segments(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("0 ||| a\n0 ||| b\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"expected segments of text, found n-best .* bakeoff nbest takes it"):
        read(path)


def test_scores_may_be_infinite(lists: Callable[..., Any]) -> None:
    assert lists("0 ||| a ||| f ||| -inf\n")[0].scores.tolist() == [-math.inf]
