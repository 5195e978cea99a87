"""The expression and specification for each figure of the golden scores, as the command-line contract lists them."""

from __future__ import annotations

from typing import NamedTuple


class Recipe(NamedTuple):
    expression: str
    specification: str = "case+punc"
    factor: float = 100.0
    """What turns the tool's unit into ours (percent)."""


RECIPES: dict[tuple[str, str], Recipe] = {
    ("BLEU", "mteval.c"): Recipe("bleu@mteval"),
    ("BLEU", "mteval.nocase"): Recipe("bleu@mteval:case=no"),
    ("NIST", "mteval.c"): Recipe("nist@mteval", factor=1),
    ("NIST", "mteval.nocase"): Recipe("nist@mteval:case=no", factor=1),
    ("BLEU", "sacrebleu.13a"): Recipe("bleu@sacrebleu", factor=1),
    ("BLEU", "sacrebleu.lc"): Recipe("bleu@sacrebleu:case=no", factor=1),
    ("BLEU", "sacrebleu.intl"): Recipe("bleu@sacrebleu:tokenizer=intl", factor=1),
    ("BLEU", "sacrebleu.zh"): Recipe("bleu@sacrebleu:tokenizer=zh", factor=1),
    ("BLEU", "sacrebleu.zh-lc"): Recipe("bleu@sacrebleu:tokenizer=zh,case=no", factor=1),
    ("BLEU", "sacrebleu.smooth-none"): Recipe("bleu@sacrebleu:smoothing=none", factor=1),
    ("BLEU", "sacrebleu.smooth-floor"): Recipe("bleu@sacrebleu:smoothing=floor", factor=1),
    ("BLEU", "sacrebleu.smooth-add-k"): Recipe("bleu@sacrebleu:smoothing=add-k", factor=1),
    ("BLEU", "sacrebleu.zh-smooth-add-k"): Recipe("bleu@sacrebleu:tokenizer=zh,smoothing=add-k", factor=1),
    ("chrF", "sacrebleu.chrF2"): Recipe("chrf", factor=1),
    ("chrF", "sacrebleu.chrF2++"): Recipe("chrf++", factor=1),
    ("TER", "sacrebleu.ter"): Recipe("ter@sacrebleu", factor=1),
    ("TER", "sacrebleu.ter-cs"): Recipe("ter@sacrebleu:case=yes", factor=1),
    ("TER", "sacrebleu.ter-norm-cs"): Recipe("ter@sacrebleu:case=yes,normalize=yes", factor=1),
    ("TER", "sacrebleu.ter-norm-cs-asian"): Recipe("ter@sacrebleu:case=yes,normalize=yes,asian=yes", factor=1),
    ("TER", "tercom.default"): Recipe("ter@tercom"),
    ("TER", "tercom.s"): Recipe("ter@tercom:case=yes"),
    ("TER", "tercom.N"): Recipe("ter@tercom:normalize=yes"),
    ("TER", "tercom.Ns"): Recipe("ter@tercom:case=yes,normalize=yes"),
    ("TER", "tercom.NsA"): Recipe("ter@tercom:case=yes,normalize=yes,asian=yes"),
    ("GTM", "gtm.e1"): Recipe("gtm", "raw"),
    ("GTM", "gtm.e2"): Recipe("gtm:exponent=2", "raw"),
    ("WER", "wer.13a"): Recipe("wer"),
    ("WER", "wer.zh"): Recipe("wer", "zh"),
    ("PER", "per-segment.13a"): Recipe("per"),
    ("PER", "per-segment.zh"): Recipe("per", "zh"),
    ("PER", "per-corpus.13a"): Recipe("per:surplus=corpus"),
    ("PER", "per-corpus.zh"): Recipe("per:surplus=corpus", "zh"),
}

ELSEWHERE = {"METEOR"}
"""Metrics whose figures have a module of their own, because some of them need language resources."""
