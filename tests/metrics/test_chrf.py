from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF

from bakeoff.errors import ExpressionError
from bakeoff.metrics.chrf import Chrf, ChrfPlusPlus
from tests.metrics.random_texts import columns, corpora, long_corpus, rows_of


def sacrebleu_rows(
    oracle: CHRF, hypothesis: Sequence[str], references: Sequence[Sequence[str]]
) -> npt.NDArray[np.float64]:
    """Its statistics in the order of our columns: hypothesis, reference, matches instead of order by order."""
    stats = np.array(oracle._extract_corpus_statistics(hypothesis, references), dtype=float)
    return stats.reshape(len(stats), -1, 3).transpose(0, 2, 1).reshape(len(stats), -1)


def check_against_sacrebleu(
    metric: Chrf, oracle: CHRF, hypothesis: Sequence[str], references: Sequence[Sequence[str]]
) -> None:
    rows = rows_of(metric, hypothesis, references)
    assert (rows == sacrebleu_rows(oracle, hypothesis, references)).all()
    expected = oracle.corpus_score(hypothesis, references).score
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(expected, rel=1e-12)
    expected = [oracle.sentence_score(h, list(r)).score for h, *r in zip(hypothesis, *references, strict=True)]
    assert metric.segment_scores(rows).tolist() == pytest.approx(expected, rel=1e-12)


@given(
    corpora,
    st.tuples(st.integers(0, 8), st.integers(0, 3)).filter(any),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
)
def test_chrf_against_sacrebleu_on_random_text(
    corpus: list[tuple[str, ...]], orders: tuple[int, int], beta: int, case: bool, whitespace: bool
) -> None:
    order, word_order = orders
    metric = Chrf(order=order, word_order=word_order, beta=beta, case=case, whitespace=whitespace)
    oracle = sacrebleu.CHRF(order, word_order, beta, lowercase=not case, whitespace=whitespace)
    check_against_sacrebleu(metric, oracle, *columns(corpus))


@pytest.mark.parametrize("metric", [Chrf(), ChrfPlusPlus()])
def test_segments_of_thousands_of_words_against_sacrebleu(metric: Chrf) -> None:
    check_against_sacrebleu(metric, sacrebleu.CHRF(word_order=metric.word_order), *long_corpus())


def test_every_white_space_of_python_and_no_other_parts_words() -> None:
    spaces = [chr(c) for c in range(0x110000) if chr(c).isspace()]
    others = ["\u200b", "\u180e", "\u2060", "\ufeff", "\u00ad", "\x1b", "\x7f", "\u2007x"]
    segments = [f"a{space}b" for space in [*spaces, *others]]
    check_against_sacrebleu(ChrfPlusPlus(), sacrebleu.CHRF(word_order=2), segments, [["a b"] * len(segments)])


@pytest.mark.parametrize("mark", [chr(c) for c in range(0x21, 0x7F)] + ["¿", "。", "«", "…"])
def test_punctuation_is_parted_from_words_as_in_sacrebleu(mark: str) -> None:
    words = [
        mark,
        mark * 2,
        f"a{mark}",
        f"{mark}a",
        f"{mark}a{mark}",
        f"a{mark}a",
        f"é{mark}",
        f"{mark}é",
        f"{mark}{mark}a",
    ]
    references = [f"a {mark} é" for _ in words]
    check_against_sacrebleu(ChrfPlusPlus(), sacrebleu.CHRF(word_order=2), words, [references])


def test_of_references_that_score_alike_the_first_is_taken() -> None:
    metric = Chrf(order=1, beta=1)
    short, long = ["abcd"], ["abaxyzuv"]
    assert rows_of(metric, ["abab"], [short, long]).tolist() == [[4.0, 4.0, 2.0]]
    assert rows_of(metric, ["abab"], [long, short]).tolist() == [[4.0, 8.0, 3.0]]
    assert metric.score(np.array([[4.0, 4.0, 2.0], [4.0, 8.0, 3.0]])).tolist() == [50.0, 50.0]


def test_columns_name_every_statistic() -> None:
    assert Chrf(order=1, word_order=1).columns == (
        *("hypothesis_character_1", "hypothesis_word_1", "reference_character_1", "reference_word_1"),
        *("matches_character_1", "matches_word_1"),
    )


@pytest.mark.parametrize("options", [{"order": 0}, {"order": -1}, {"word_order": -1}, {"beta": -1}])
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(
        ExpressionError, match="chrf: expected orders from 0 to 1000, one of them above 0, and beta of 0 or more"
    ):
        Chrf(**options)
