"""Which list belongs to which utterance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists, join_lattices
from bakeoff.errors import AlignmentError
from bakeoff.evaluation import OracleEvaluation, evaluate_oracles
from bakeoff.formats import Utterances, read_hypotheses
from bakeoff.speech.nbest import NBestOracle

TRN = Utterances(("a b", "c", "d e"), ("u1", "u2", "u3"), "ref.trn")
LINES = Utterances(("a b", "c", "d e"), None, "ref.txt")


@pytest.fixture
def hypotheses(tmp_path: Path) -> Callable[..., Any]:
    def read(text: str, name: str = "in") -> NBestLists | Lattices:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_hypotheses(path)

    return read


def errors(evaluation: OracleEvaluation) -> list[int]:
    return list(evaluation.result.oracle_errors.tolist())


def test_lists_are_matched_by_ids_in_any_order(hypotheses: Callable[..., Any]) -> None:
    found = evaluate_oracles(hypotheses("u3\td e\nu1\ta x\nu1\ta b\nu2\tc\n"), [TRN])
    assert (errors(found), found.ids, found.missing, found.remarks) == ([0, 0, 0], ("u1", "u2", "u3"), (), ())
    assert isinstance(found.result, NBestOracle)
    assert found.result.ranks.tolist() == [2, 1, 1]


def test_an_utterance_without_list_counts_as_deleted_and_is_named(hypotheses: Callable[..., Any]) -> None:
    found = evaluate_oracles(hypotheses("u3\td e\nu1\ta b\n"), [TRN], name="asr")
    assert (errors(found), found.missing, found.result.oracle.deletions) == ([0, 1, 0], ("u2",), 1)
    assert found.remarks[0].endswith("in: nothing for u2; their words count as deletions.")
    assert found.name == "asr"


def test_lists_of_unknown_utterances_are_refused_by_name(hypotheses: Callable[..., Any]) -> None:
    with pytest.raises(AlignmentError, match=r"in, line 2: expected utterances of ref.trn, found unknown: u8, u9"):
        evaluate_oracles(hypotheses("u1\ta\nu8\tb\nu9\tb\n"), [TRN])


def test_whole_numbers_count_lines_from_0(hypotheses: Callable[..., Any]) -> None:
    found = evaluate_oracles(hypotheses("2 ||| d e\n0 ||| a b\n"), [LINES])
    assert (errors(found), found.missing, found.ids) == ([0, 1, 0], ("2",), ("1", "2", "3"))


def test_whole_numbers_count_lines_from_1_where_they_must(hypotheses: Callable[..., Any]) -> None:
    found = evaluate_oracles(hypotheses("1 ||| a b\n3 ||| d e\n"), [LINES])
    assert errors(found) == [0, 1, 0]
    assert found.remarks[0].endswith("in: utterances are counted from 1.")


@pytest.mark.parametrize("number", ["3", "99999999999999999999999"])
def test_numbers_beyond_the_reference_are_refused(hypotheses: Callable[..., Any], number: str) -> None:
    with pytest.raises(AlignmentError, match=rf"line 2: expected numbers of utterances from 0 to 2, found {number}"):
        evaluate_oracles(hypotheses(f"0 ||| a b\n{number} ||| d e\n"), [LINES])


def test_other_ids_go_by_order_where_the_reference_has_none(hypotheses: Callable[..., Any]) -> None:
    found = evaluate_oracles(hypotheses("x\ta b\ny\tc\nz\td e\n"), [LINES])
    assert errors(found) == [0, 0, 0]
    assert found.remarks[0].endswith("the references have no ids; utterances are matched by their order.")


def test_lists_without_ids_need_the_number_of_utterances(hypotheses: Callable[..., Any]) -> None:
    assert errors(evaluate_oracles(hypotheses("a b\n\nc\n\nd e\n"), [TRN])) == [0, 0, 0]
    with pytest.raises(AlignmentError, match=r"expected 3 utterances, as ref.trn has, found 2. A blank line ends"):
        evaluate_oracles(hypotheses("a b\n\nc\n"), [TRN])


def test_lattices_are_matched_by_ids(hypotheses: Callable[..., Any]) -> None:
    slf = "VERSION=1.0\nUTTERANCE={}\nN=2 L=2\nI=0\nI=1\nJ=0 S=0 E=1 W={} a=-1\nJ=1 S=0 E=1 W=x a=-2\n"
    both = join_lattices([hypotheses(slf.format(*pair)) for pair in (("u2.plp", "C"), ("u1", "b"))])
    found = evaluate_oracles(both, [TRN])
    assert (errors(found), found.missing, found.form) == ([1, 0, 2], ("u3",), "lattice")
    assert found.result.oracle_texts == ("b", "C", "")
    assert errors(evaluate_oracles(both, [TRN], ignore_case=False)) == [1, 1, 2]
    assert found.result.first.errors == 3


def test_duplicate_utterances_are_refused(hypotheses: Callable[..., Any]) -> None:
    slf = "VERSION=1.0\nUTTERANCE=u1\nN=2 L=1\nI=0\nI=1\nJ=0 S=0 E=1 W=a\n"
    with pytest.raises(AlignmentError, match="2 lattices: expected each utterance once, found duplicate: u1"):
        evaluate_oracles(join_lattices([hypotheses(slf), hypotheses(slf)]), [TRN])


def test_references_meet_by_their_ids(hypotheses: Callable[..., Any]) -> None:
    turned = Utterances(("q q", "r", "a x"), ("u3", "u2", "u1"), "other.trn")
    found = evaluate_oracles(hypotheses("u1\ta x\nu2\tc\nu3\td e\n"), [TRN, turned])
    assert errors(found) == [0, 0, 0]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Utterances(("a",), None, "o"), "o: expected the 3 utterances of ref.trn, found 1"),
        (Utterances(("a", "b", "c"), ("u1", "u2", "u9"), "o"), "found 3 \\(extra: u9\\)"),
        (Utterances(("a", "b"), ("u1", "u2"), "o"), "found 2 \\(missing: u3\\)"),
        (Utterances(("a", "b", "c"), ("u1", "u1", "u2"), "o"), "o: expected each utterance once, found duplicate: u1"),
    ],
)
def test_references_that_differ_are_refused(hypotheses: Callable[..., Any], other: Utterances, expected: str) -> None:
    with pytest.raises(AlignmentError, match=expected):
        evaluate_oracles(hypotheses("u1\ta\n"), [TRN, other])


def test_no_reference_is_refused(hypotheses: Callable[..., Any]) -> None:
    with pytest.raises(AlignmentError, match="expected references with at least one utterance"):
        evaluate_oracles(hypotheses("u1\ta\n"), [])
