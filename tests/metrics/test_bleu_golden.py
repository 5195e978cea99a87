"""BLEU by the expressions that users write, tokenisation included."""

import pytest
from golden_ngrams import Golden

from bakeoff.metrics import parse_expression

SACREBLEU = {
    "sacrebleu.13a": "bleu@sacrebleu",
    "sacrebleu.lc": "bleu@sacrebleu:case=no",
    "sacrebleu.intl": "bleu@sacrebleu:tokenizer=intl",
    "sacrebleu.zh": "bleu@sacrebleu:tokenizer=zh",
    "sacrebleu.zh-lc": "bleu@sacrebleu:tokenizer=zh,case=no",
    "sacrebleu.smooth-none": "bleu@sacrebleu:smoothing=none",
    "sacrebleu.smooth-floor": "bleu@sacrebleu:smoothing=floor",
    "sacrebleu.smooth-add-k": "bleu@sacrebleu:smoothing=add-k",
    "sacrebleu.zh-smooth-add-k": "bleu@sacrebleu:tokenizer=zh,smoothing=add-k",
}
MTEVAL = {"mteval.c": "bleu@mteval", "mteval.nocase": "bleu@mteval:case=no"}


@pytest.mark.parametrize("config", SACREBLEU)
def test_systems_against_sacrebleu(data, config):
    golden, metric = Golden(data / "golden"), parse_expression(SACREBLEU[config])
    golden.check_systems(metric, "BLEU", config)
    for run in golden.runs("BLEU", config):
        sums = dict(zip(metric.columns, golden.rows(run, metric).sum(axis=0).tolist(), strict=True))
        assert (sums["ngrams_1"], sums["reference_length"]) == (run["hyp_words"], run["ref_words"]), run


@pytest.mark.parametrize("config", ["sacrebleu.13a", "sacrebleu.zh"])
def test_segments_against_sacrebleu(data, config):
    Golden(data / "golden").check_segments(parse_expression(SACREBLEU[config]), "BLEU", config)


@pytest.mark.parametrize("config", MTEVAL)
def test_systems_and_documents_against_mteval(data, config):
    Golden(data / "golden").check_systems(parse_expression(MTEVAL[config]), "BLEU", config, unit=100)


def test_segments_against_mteval(data):
    Golden(data / "golden").check_segments(parse_expression("bleu"), "BLEU", "mteval.c", unit=100)
