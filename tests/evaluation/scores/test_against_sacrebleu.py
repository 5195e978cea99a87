"""Whole scores, tokenisation included, against sacreBLEU itself on random text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from sacrebleu.metrics import BLEU, CHRF, TER

from bakeoff.evaluation import score_texts
from tests.depth import cases
from tests.metrics.random_texts import columns, corpora, long_corpus

PEERS = {
    "bleu@sacrebleu": BLEU(),
    "bleu@sacrebleu:case=no": BLEU(lowercase=True),
    "bleu@sacrebleu:tokenizer=intl": BLEU(tokenize="intl"),
    "bleu@sacrebleu:tokenizer=zh": BLEU(tokenize="zh"),
    "bleu@sacrebleu:tokenizer=char": BLEU(tokenize="char"),
    "bleu@sacrebleu:tokenizer=plain": BLEU(tokenize="none"),
    "bleu@sacrebleu:smoothing=none": BLEU(smooth_method="none"),
    "bleu@sacrebleu:smoothing=floor,smoothing_value=0.3": BLEU(smooth_method="floor", smooth_value=0.3),
    "bleu@sacrebleu:smoothing=add-k": BLEU(smooth_method="add-k"),
    "bleu@sacrebleu:order=2,effective_order=yes": BLEU(max_ngram_order=2, effective_order=True),
    "chrf": CHRF(),
    "chrf:case=no,order=3,beta=3": CHRF(lowercase=True, char_order=3, beta=3),
    "chrf:whitespace=yes": CHRF(whitespace=True),
    "chrf++": CHRF(word_order=2),
    "ter@sacrebleu": TER(),
    "ter@sacrebleu:case=yes": TER(case_sensitive=True),
    "ter@sacrebleu:normalize=yes": TER(normalized=True),
    "ter@sacrebleu:normalize=yes,asian=yes": TER(normalized=True, asian_support=True),
    "ter@sacrebleu:punctuation=no": TER(no_punct=True),
    "ter@sacrebleu:punctuation=no,asian=yes": TER(no_punct=True, asian_support=True),
    "ter@sacrebleu:normalize=yes,asian=yes,punctuation=no": TER(normalized=True, asian_support=True, no_punct=True),
}


@pytest.mark.parametrize("expression", PEERS)
@settings(max_examples=cases(150))
@given(corpora)
def test_scores_of_random_texts_are_those_of_sacrebleu(expression: str, corpus: list[tuple[str, ...]]) -> None:
    hypotheses, references = columns(corpus)
    theirs = PEERS[expression].corpus_score(hypotheses, references).score
    ours = score_texts(hypotheses, references, metrics=expression)[expression]
    assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("expression", ["bleu@sacrebleu", "chrf", "chrf++"])
def test_scores_of_very_long_segments_are_those_of_sacrebleu(expression: str) -> None:
    hypotheses, references = long_corpus()
    theirs = PEERS[expression].corpus_score(hypotheses, references).score
    assert score_texts(hypotheses, references, metrics=expression)[expression] == pytest.approx(theirs, rel=1e-12)
