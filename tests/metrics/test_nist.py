import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bakeoff.errors import ExpressionError
from bakeoff.metrics.nist import NistMteval
from tests.metrics.random_texts import columns, corpora, rows_of

TOKENIZE = Tokenizer13a()


def ngrams(words: Sequence[str], orders: int) -> Counter[str]:
    return Counter(" ".join(words[i : i + n]) for n in range(1, orders + 1) for i in range(len(words) - n + 1))


def naive_nist(counted: Sequence[Sequence[str]], scored: Sequence[Sequence[str]], orders: int) -> float:
    """NIST of segments (hypothesis, *references), information counted over other segments, n-grams as strings."""
    counts = sum((ngrams(text.split(), orders) for _, *references in counted for text in references), Counter())
    total_words = sum(len(text.split()) for _, *references in counted for text in references)
    information, possible, reference_words = [0.0] * orders, [0] * orders, 0.0
    for hypothesis, *references in scored:
        words = hypothesis.split()
        most: Counter[str] = Counter()
        for text in references:
            most |= ngrams(text.split(), orders)
            reference_words += len(text.split()) / len(references)
        for gram, count in (ngrams(words, orders) & most).items():
            history = gram.rpartition(" ")[0]
            known = total_words if history in ("", "0") else counts[history]
            information[gram.count(" ")] += count * math.log2(known / counts[gram])
        for n in range(orders):
            possible[n] += max(0, len(words) - n)
    if not possible[0] or not reference_words:
        return 0.0
    shortness = math.log(min(1.0, possible[0] / reference_words)) / math.log(1.5)
    return float(sum(i / max(1, p) for i, p in zip(information, possible, strict=True)) * 0.5 ** (shortness**2))


@given(corpora, st.integers(1, 6))
def test_nist_equals_a_naive_twin_on_random_text(texts: list[tuple[str, ...]], order: int) -> None:
    corpus = [[" ".join(TOKENIZE(segment).split()) for segment in row] for row in texts]
    metric = NistMteval(tokenizer="plain", order=order)
    rows = rows_of(metric, *columns(corpus))
    expected = naive_nist(corpus, corpus, order)
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    by_segment = [naive_nist(corpus, [row], order) for row in corpus]
    assert metric.segment_scores(rows).tolist() == pytest.approx(by_segment, rel=1e-12, abs=1e-12)


def test_a_bigram_after_the_token_0_is_weighed_as_if_nothing_stood_before_it() -> None:
    rows = rows_of(NistMteval(tokenizer="plain"), ["0 a", "00 a"], [["0 a", "00 a"]])
    assert rows[:, 1].tolist() == [2.0, 0.0]


def test_a_hypothesis_with_two_thirds_of_the_words_loses_half() -> None:
    metric = NistMteval(tokenizer="plain", order=1)
    full, short = metric.score(np.array([[12.0, 3.0, 3.0], [8.0, 2.0, 3.0]]))
    assert (full, short) == pytest.approx((4.0, 2.0))


def test_an_empty_reference_segment_leaves_the_other_segments_as_they_are() -> None:
    metric = NistMteval(tokenizer="plain")
    with_empty = rows_of(metric, ["a b", "c"], [["a b c", ""]])
    without = rows_of(metric, ["a b"], [["a b c"]])
    assert with_empty[:1].tolist() == without.tolist()
    assert metric.score(with_empty)[1] == 0


def test_columns_name_every_statistic() -> None:
    assert NistMteval(order=2).columns == ("information_1", "information_2", "ngrams_1", "ngrams_2", "reference_length")


def test_an_order_of_0_is_refused() -> None:
    with pytest.raises(ExpressionError, match="nist@mteval: expected an order from 1 to 1000, found 0"):
        NistMteval(order=0)
