import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from bakeoff.errors import ExpressionError
from bakeoff.metrics.bleu import Bleu, BleuMteval, BleuSacrebleu
from bakeoff.text import Workspace
from tests.metrics.random_texts import columns, corpora, long_corpus, rows_of

TOKENIZE = Tokenizer13a()
SMOOTHINGS = [("none", None), ("exp", None), ("floor", None), ("floor", 0.5), ("add-k", None), ("add-k", 0.3)]


def tokenized(segment: str) -> str:
    return " ".join(TOKENIZE(segment.rstrip()).split())


def sacrebleu_rows(
    oracle: BLEU, hypothesis: Sequence[str], references: Sequence[Sequence[str]]
) -> npt.NDArray[np.float64]:
    """Its statistics in the order of our columns."""
    order = oracle.max_ngram_order
    stats = np.array(oracle._extract_corpus_statistics(hypothesis, references), dtype=float)
    return np.hstack([stats[:, 2 : 2 + order], stats[:, 2 + order :], stats[:, 1:2]])


def mteval_score(row: Sequence[float], orders: int, smoothing: str) -> float:
    """The formula of mteval-v13a for one row, order by order."""
    matches, totals, reference_length = row[:orders], row[orders:-1], row[-1]
    if totals[0] == 0 or (smoothing == "none" and matches[-1] == 0):
        return 0.0
    total, halved = 0.0, 1.0
    for matched, possible in zip(matches, totals, strict=True):
        if possible and not matched:
            halved /= 2
        total += math.log((matched or halved) / possible) if possible else 0.0
    return 100 * math.exp(total / orders) * math.exp(min(0.0, 1 - reference_length / totals[0]))


@given(corpora, st.sampled_from(SMOOTHINGS), st.integers(1, 6), st.booleans())
def test_sacrebleu_scorer_against_sacrebleu_on_random_text(
    corpus: list[tuple[str, ...]], smoothing: tuple[str, float | None], order: int, effective_order: bool
) -> None:
    hypothesis, references = columns([[tokenized(segment) for segment in row] for row in corpus])
    method: Any = smoothing[0]
    value = smoothing[1]
    options: dict[str, Any] = {"smooth_method": method, "smooth_value": value, "max_ngram_order": order}
    oracle = sacrebleu.BLEU(tokenize="none", force=True, effective_order=effective_order, **options)
    metric = BleuSacrebleu(
        tokenizer="plain", smoothing=method, smoothing_value=value, order=order, effective_order=effective_order
    )
    rows = rows_of(metric, hypothesis, references)
    assert (rows == sacrebleu_rows(oracle, hypothesis, references)).all()
    expected = oracle.corpus_score(hypothesis, references).score
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(expected, rel=1e-12)

    single = sacrebleu.BLEU(tokenize="none", force=True, effective_order=True, **options)
    expected = [single.sentence_score(h, list(r)).score for h, *r in zip(hypothesis, *references, strict=True)]
    assert metric.segment_scores(rows).tolist() == pytest.approx(expected, rel=1e-12)


@given(corpora)
def test_lower_case_against_sacrebleu_on_random_text(corpus: list[tuple[str, ...]]) -> None:
    hypothesis, references = columns([[tokenized(segment) for segment in row] for row in corpus])
    oracle = sacrebleu.BLEU(tokenize="none", force=True, lowercase=True)
    rows = rows_of(BleuSacrebleu(tokenizer="plain", case=False), hypothesis, references)
    assert (rows == sacrebleu_rows(oracle, hypothesis, references)).all()


def test_segments_of_thousands_of_words_against_sacrebleu() -> None:
    hypothesis, references = long_corpus()
    oracle = sacrebleu.BLEU(tokenize="none", force=True)
    metric = BleuSacrebleu(tokenizer="plain")
    rows = rows_of(metric, hypothesis, references)
    assert (rows == sacrebleu_rows(oracle, hypothesis, references)).all()
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(oracle.corpus_score(hypothesis, references).score)


@given(corpora, st.sampled_from(["none", "exp"]), st.integers(1, 6), st.sampled_from(["closest", "shortest"]))
def test_mteval_scorer_equals_its_formula_written_order_by_order(
    corpus: list[tuple[str, ...]], smoothing: Literal["none", "exp"], order: int, length: Literal["closest", "shortest"]
) -> None:
    hypothesis, references = columns([[tokenized(segment) for segment in row] for row in corpus])
    metric = BleuMteval(tokenizer="plain", smoothing=smoothing, order=order, length=length)
    rows = rows_of(metric, hypothesis, references)
    lengths = [[len(text.split()) for text in row] for row in zip(hypothesis, *references, strict=True)]
    rule = min if length == "shortest" else None
    expected = [rule(r) if rule else min(r, key=lambda n: (abs(n - h), n)) for h, *r in lengths]
    assert rows[:, -1].tolist() == expected
    assert metric.score(rows).tolist() == pytest.approx([mteval_score(row, order, smoothing) for row in rows.tolist()])


def test_one_word_without_a_match_scores_half_to_the_power_of_a_quarter_in_mteval() -> None:
    metric = BleuMteval(tokenizer="plain")
    rows = rows_of(metric, ["x", "x", "", ""], [["y", "y z w", "", "y"]])
    shorter = 100 * 0.5**0.25 * math.exp(1 - 3)
    assert metric.score(rows).tolist() == pytest.approx([100 * 0.5**0.25, shorter, 0.0, 0.0])


@pytest.mark.parametrize("metric", [BleuMteval(order=3), BleuSacrebleu(order=2)])
def test_columns_name_every_statistic(metric: Bleu) -> None:
    orders = range(1, metric.order + 1)
    expected = [f"matches_{n}" for n in orders] + [f"ngrams_{n}" for n in orders] + ["reference_length"]
    assert list(metric.columns) == expected


def test_only_as_many_references_are_used_as_asked_for() -> None:
    references = [["a b"], ["a b c d"]]
    one = rows_of(BleuMteval(tokenizer="plain", references=1), ["a b c d"], references)
    assert one.tolist() == rows_of(BleuMteval(tokenizer="plain"), ["a b c d"], references[:1]).tolist()
    assert one.tolist() != rows_of(BleuMteval(tokenizer="plain"), ["a b c d"], references).tolist()


def test_the_references_are_prepared_once_for_many_runs() -> None:
    space, metric = Workspace(), BleuMteval(tokenizer="plain")
    prepared = metric.prepare([space.text(["a b c d e"])])
    scores = [float(metric.score(metric.statistics(space.text([text]), prepared))[0]) for text in ("a b c d e", "x")]
    assert scores == pytest.approx([100.0, 100 * 0.5**0.25 * math.exp(-4)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": 0}, "expected an order from 1 to 1000, found 0"),
        ({"smoothing_value": 0.1}, "smoothing exp takes no smoothing_value"),
        ({"smoothing": "floor", "smoothing_value": -1.0}, "expected a smoothing_value of 0 or more, found -1.0"),
        ({"smoothing": "floor", "smoothing_value": math.nan}, "expected a smoothing_value of 0 or more, found nan"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ExpressionError, match=f"bleu@sacrebleu: {message}"):
        BleuSacrebleu(**options)


@given(corpora, st.sampled_from(SMOOTHINGS))
def test_details_against_sacrebleu_on_random_text(
    corpus: list[tuple[str, ...]], smoothing: tuple[Any, float | None]
) -> None:
    hypothesis, references = columns([[tokenized(segment) for segment in row] for row in corpus])
    method, value = smoothing
    metric = BleuSacrebleu(smoothing=method, smoothing_value=value, tokenizer="plain")
    oracle = BLEU(smooth_method=method, smooth_value=value, tokenize="none", force=True)
    expected = oracle.corpus_score(hypothesis, references)
    details = metric.details(rows_of(metric, hypothesis, references).sum(axis=0))
    assert (details.hypothesis_length, details.reference_length) == (expected.sys_len, expected.ref_len)
    if details.hypothesis_length:  # sacreBLEU gives up before it computes anything else
        assert details.brevity_penalty == pytest.approx(expected.bp)
    if expected.score > 0:
        assert details.precisions == pytest.approx(expected.precisions)
        assert details.length_ratio == pytest.approx(expected.ratio)


def test_details_make_the_score_of_mteval() -> None:
    metric = BleuMteval()
    sums = rows_of(metric, ["the cat sat on a mat today"], [["the cat sat on the mat"]]).sum(axis=0)
    details = metric.details(sums)
    product = math.exp(sum(math.log(each) for each in details.precisions) / 4) * details.brevity_penalty
    assert product == pytest.approx(float(metric.score(sums)))
    assert (details.hypothesis_length, details.reference_length) == (7, 6)
