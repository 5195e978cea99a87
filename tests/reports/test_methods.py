"""How numbers were computed, in words."""

from __future__ import annotations

from typing import get_args

import pytest

from bakeoff.reports.methods import describe_interval, describe_lines, describe_test
from bakeoff.rulebook.schema.evaluation import Comparison, PairTesting


def test_every_test_and_correction_of_the_rulebook_has_words() -> None:
    for test in get_args(Comparison.model_fields["test"].annotation):
        assert describe_test(f"test:{test}|unit:segment") != test
    for correction in get_args(PairTesting.model_fields["correction"].annotation):
        assert "correction" in describe_test(f"test:sign|correction:{correction}")
    for rule in get_args(PairTesting.model_fields["clusters"].annotation):
        assert "significantly" in describe_lines(rule)


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (
            "test:bootstrap|trials:1000|seed:3|unit:document|correction:none|level:0.01",
            "paired bootstrap test, 1,000 trials, drawing documents, no correction for the number of pairs, p ≤ 0.01",
        ),
        ("test:sign|unit:segment|correction:bh|level:0.05", "sign test, Benjamini–Hochberg correction, p ≤ 0.05"),
    ],
)
def test_methods_read_as_sentences_do(method: str, words: str) -> None:
    assert describe_test(method) == words


def test_a_score_without_an_interval_says_nothing_of_one() -> None:
    assert describe_interval("chrf|version:1") == ""
    assert describe_interval("chrf|interval:bca|level:0.9|samples:10") == "90% BCa bootstrap intervals"
