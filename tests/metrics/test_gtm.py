from __future__ import annotations

import math
import warnings
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError
from bakeoff.metrics import parse_expression
from bakeoff.metrics.gtm import Gtm
from bakeoff.text import Workspace
from tests.metrics.random_texts import SPACES, columns, corpora, rows_of
from tests.native.naive_gtm import match_size

TOOL_SPACES = str.maketrans(dict.fromkeys("\t\r\n\f", " "))


def statistics(metric: Gtm, hypothesis: list[str], *references: list[str], tokenizer: str = "plain") -> np.ndarray:
    space = Workspace(tokenizer=tokenizer)
    return metric.statistics(space.text(hypothesis), metric.prepare([space.text(text) for text in references]))


def score(metric: Gtm, hypothesis: list[str], *references: list[str]) -> float:
    return float(metric.score(statistics(metric, hypothesis, *references).sum(axis=0)))


def words_of(segment: str) -> list[str]:
    return list(filter(None, segment.translate(TOOL_SPACES).split(" ")))


@given(corpora, st.sampled_from([1.0, 1.5, 2.0, 3.0]))
def test_scores_of_random_text_against_the_naive_twin(corpus: list[tuple[str, ...]], exponent: float) -> None:
    hypothesis, references = columns(corpus)
    tokens = [[words_of(segment) for segment in text] for text in (hypothesis, *references)]
    size = math.fsum(match_size(h, r, exponent) for h, *r in zip(*tokens, strict=True))
    words = sum(map(len, tokens[0]))
    reference_words = sum(len(segment) for text in tokens[1:] for segment in text) / len(references)
    precision = size / words if words else 0.0
    recall = size / reference_words if reference_words else 0.0
    f = 2 * precision * recall / (precision + recall) if size else 0.0
    measures: dict[Literal["f", "precision", "recall"], float] = {"f": f, "precision": precision, "recall": recall}
    for measure, expected in measures.items():
        metric = Gtm(exponent=exponent, measure=measure)
        assert score(metric, hypothesis, *references) == pytest.approx(100 * expected, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("exponent", [1.0, 2.0])
@given(corpora)
def test_a_text_scores_100_against_itself(exponent: float, corpus: list[tuple[str, ...]]) -> None:
    hypothesis, _ = columns(corpus)
    expected = 100.0 if any(map(words_of, hypothesis)) else 0.0
    assert score(Gtm(exponent=exponent), hypothesis, hypothesis) == expected


@given(corpora)
def test_with_exponent_1_the_order_of_references_does_not_matter(corpus: list[tuple[str, ...]]) -> None:
    hypothesis, references = columns(corpus)
    forward = statistics(Gtm(), hypothesis, *references)
    np.testing.assert_allclose(forward, statistics(Gtm(), hypothesis, *references[::-1]), rtol=1e-14)


def test_scores_of_segments_are_not_averaged() -> None:
    hypothesis, reference = ["a b c d", "x"], ["a b c d", "y"]
    assert score(Gtm(), hypothesis, reference) == pytest.approx(80)
    assert Gtm().segment_scores(statistics(Gtm(), hypothesis, reference)).tolist() == [100, 0]


def test_words_are_those_of_the_specification() -> None:
    rows = statistics(Gtm(), ["(yes)"], ["(no)"], tokenizer="13a")
    assert rows.tolist() == [[2, 3, 3]]


@pytest.mark.parametrize("space", [space for space in SPACES if space])
def test_without_a_tokeniser_words_are_parted_where_the_tool_does_it(space: str) -> None:
    parted = space.translate(TOOL_SPACES).isspace() and set(space.translate(TOOL_SPACES)) == {" "}
    assert statistics(Gtm(), [f"a{space}b"], ["a b"]).tolist() == [[2, 2, 2] if parted else [0, 1, 2]]


def test_case_makes_a_difference_and_entities_are_not_decoded() -> None:
    assert score(Gtm(), ["A &amp; b"], ["a & b"]) == pytest.approx(100 / 3)


@pytest.mark.parametrize(
    ("hypothesis", "references"), [("", ["a b"]), ("a", [""]), ("", [""]), ("a", ["", ""]), ("a", ["b", "c"])]
)
@pytest.mark.parametrize("measure", ["f", "precision", "recall"])
@pytest.mark.parametrize("exponent", [1.0, 2.0])
def test_without_a_match_the_score_is_0(
    hypothesis: str, references: list[str], measure: Literal["f", "precision", "recall"], exponent: float
) -> None:
    with warnings.catch_warnings(action="error"):
        assert score(Gtm(exponent=exponent, measure=measure), [hypothesis], *([text] for text in references)) == 0


def test_only_the_first_references_are_used_when_asked() -> None:
    assert score(Gtm(references=1), ["a b"], ["a x"], ["y b"]) == 50
    assert score(Gtm(), ["a b"], ["a x"], ["y b"]) == 100


def test_columns_name_the_statistics() -> None:
    assert Gtm().columns == ("match_size", "hypothesis_words", "mean_reference_words")
    assert rows_of(Gtm(), ["a b c"], [["a b"], ["c"]]).tolist() == [[1.5, 3, 1.5]]


def test_signature_names_exponent_and_measure() -> None:
    expected = "gtm@1.4|version:1.4|exponent:2.0|measure:recall|references:2|specification:raw"
    metric = parse_expression("gtm:exponent=2,measure=recall")
    assert metric.signature(references=2, specification="raw") == expected


@pytest.mark.parametrize("exponent", ["0.5", "-1", "inf", "nan"])
def test_exponents_below_1_are_refused(exponent: str) -> None:
    with pytest.raises(ExpressionError, match=rf"^gtm@1.4: expected an exponent of 1 or more, found {exponent}"):
        parse_expression(f"gtm:exponent={exponent}")
    with pytest.raises(ExpressionError, match="exponent: expected a number, found 'two'"):
        parse_expression("gtm:exponent=two")
