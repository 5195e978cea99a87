from __future__ import annotations

from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError
from bakeoff.metrics.bleu import BleuMteval
from bakeoff.metrics.pos_bleu import PosBleu
from tests.metrics.random_texts import columns, corpora, rows_of


@given(corpora, st.integers(1, 5), st.sampled_from(["exp", "none"]), st.sampled_from(["closest", "shortest"]))
def test_pos_bleu_of_tags_is_mteval_bleu_of_a_text_whose_words_are_the_tags(
    corpus: list[tuple[str, ...]], order: int, smoothing: str, length: str
) -> None:
    options: dict[str, Any] = {"order": order, "smoothing": smoothing, "length": length}
    pos, plain = PosBleu(tags="only", **options), BleuMteval(tokenizer="plain", **options)
    rows, expected = (rows_of(metric, *columns(corpus)) for metric in (pos, plain))
    assert (rows == expected).all()
    assert pos.columns == plain.columns
    assert (pos.score(rows) == plain.score(rows)).all()


def test_an_example_by_hand() -> None:
    """Four tags of five match, three of four pairs, two of three triples, one of two quadruples; no brevity penalty."""
    rows = rows_of(PosBleu(), ["the|DT old|JJ house|NN is|VBZ here|RB"], [["an|DT old|JJ man|NN is|VBZ a|DT"]])
    assert rows.tolist() == [[4, 3, 2, 1, 5, 4, 3, 2, 5]]
    expected = 100 * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** (1 / 4)
    assert float(PosBleu().score(rows[0])) == pytest.approx(expected)


def test_short_hypotheses_are_penalised() -> None:
    rows = rows_of(PosBleu(order=1), ["the|DT house|NN"], [["the|DT old|JJ house|NN"]])
    assert float(PosBleu(order=1).score(rows[0])) == pytest.approx(100 * exp(1 - 3 / 2 + log(1)))


def test_wrong_options_are_named() -> None:
    with pytest.raises(ExpressionError, match="bleu@pos: expected an order from 1 to 1000, found 0"):
        PosBleu(order=0)
