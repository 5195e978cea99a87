"""n-best oracles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import jiwer
import numpy as np
import numpy.typing as npt
import pytest

from bakeoff.errors import InputError
from bakeoff.speech.error_totals import ErrorTotals
from bakeoff.speech.nbest import nbest_oracle


@pytest.fixture(scope="module")
def cases() -> tuple[list[list[str]], list[str]]:
    rng = random.Random(5)
    references = [" ".join(rng.choices("abcdef", k=rng.randint(1, 12))) for _ in range(150)]
    lists = []
    for reference in references:
        words = reference.split()
        lists.append(
            [
                " ".join(rng.choice([word, word, word, "x", ""]) for word in words).strip() or "y"
                for _ in range(rng.randint(1, 12))
            ]
        )
    return lists, references


def flat(lists: Sequence[Sequence[str]]) -> tuple[list[str], npt.NDArray[np.int64]]:
    return [text for own in lists for text in own], np.cumsum([0, *map(len, lists)])


def test_oracles_against_jiwer(cases: tuple[list[list[str]], list[str]]) -> None:
    lists, references = cases
    found = nbest_oracle(*flat(lists), [references])
    ranks, oracles = [], []
    for own, reference in zip(lists, references, strict=True):
        outputs = [jiwer.process_words(reference, text) for text in own]
        errors = [output.substitutions + output.deletions + output.insertions for output in outputs]
        ranks.append(errors.index(min(errors)) + 1)
        oracles.append(min(errors))
    assert found.ranks.tolist() == ranks
    assert found.oracle_errors.tolist() == oracles
    assert found.mean_rank == pytest.approx(np.mean(ranks))
    assert found.oracle.wer == pytest.approx(100 * sum(oracles) / sum(len(text.split()) for text in references))
    first = jiwer.process_words(references, [own[0] for own in lists])
    assert found.first.wer == pytest.approx(100 * first.wer)


def test_more_candidates_never_make_the_oracle_worse(cases: tuple[list[list[str]], list[str]]) -> None:
    lists, references = cases
    found = [nbest_oracle(*flat(lists), [references], depth=depth) for depth in (1, 2, 5, 20)]
    errors = [one.oracle.errors for one in found]
    assert errors == sorted(errors, reverse=True)
    assert found[0].oracle == found[0].first == found[3].first
    assert found[0].mean_rank == 1.0
    assert [one.candidates for one in found] == [sum(min(len(own), n) for own in lists) for n in (1, 2, 5, 20)]


def test_of_several_references_each_candidate_has_its_best() -> None:
    found = nbest_oracle(["a b", "c d"], [0, 2], [["a x"], ["c d"]])
    assert found.first == ErrorTotals(1, 2, 1, 0, 0, 1)
    assert (found.oracle.errors, found.mean_rank) == (0, 2.0)


def test_the_first_of_equals_is_the_best() -> None:
    assert nbest_oracle(["x", "y", "a"], [0, 2, 3], [["a", "a"]]).ranks.tolist() == [1, 1]


def test_an_empty_list_is_an_empty_hypothesis_without_rank() -> None:
    found = nbest_oracle(["a"], [0, 0, 1], [["b c", "a"]])
    assert found.oracle == ErrorTotals(2, 3, 0, 2, 0, 1)
    assert (found.ranks.tolist(), found.mean_rank, found.oracle_texts) == ([0, 1], 1.0, ("", "a"))
    assert nbest_oracle([], [0, 0], [["b"]]).mean_rank is None


def test_case_is_ignored_on_demand() -> None:
    assert nbest_oracle(["A"], [0, 1], [["a"]]).first.errors == 1
    assert nbest_oracle(["A"], [0, 1], [["a"]], ignore_case=True).oracle_texts == ("A",)
    assert nbest_oracle(["A"], [0, 1], [["a"]], ignore_case=True).first.errors == 0


@pytest.mark.parametrize(
    ("starts", "references", "options", "expected"),
    [
        ([0, 2], [["a"]], {}, "expected starts of lists that rise from 0 to 1"),
        ([0, 1], [], {}, "expected at least one reference"),
        ([0, 1], [["a", "b"]], {}, "expected 1 utterances in reference 1, found 2"),
        ([0, 1], [["a"]], {"depth": 0}, "expected a depth of 1 or more, found 0"),
    ],
)
def test_bad_arguments_are_refused(
    starts: list[int], references: list[list[str]], options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        nbest_oracle(["a"], starts, references, **options)
