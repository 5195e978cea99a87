"""How numbers were computed, in words: tests and intervals, from what signatures say of them."""

from __future__ import annotations

from collections.abc import Mapping

_TESTS: Mapping[str, str] = {
    "randomization": "paired randomisation test",
    "bootstrap": "paired bootstrap test",
    "bootstrap@sacrebleu": "sacreBLEU's paired bootstrap test",
    "sign": "sign test",
    "mapsswe": "matched-pairs test of word errors (MAPSSWE)",
}
_CORRECTIONS: Mapping[str, str] = {
    "holm": "Holm correction",
    "bh": "Benjamini–Hochberg correction",
    "bonferroni": "Bonferroni correction",
    "none": "no correction for the number of pairs",
}
_INTERVALS: Mapping[str, str] = {"bootstrap": "bootstrap", "bca": "BCa bootstrap"}
_LINES: Mapping[str, str] = {
    "strict": "every ranked system above it scores significantly better than every ranked system below it",
    "wmt": "the system above it scores significantly better than every ranked system below it (WMT's rule)",
    "neighbours": "the systems above and below it differ significantly (IWSLT 2012's rule)",
}


def describe_test(method: str) -> str:
    """How differences were tested, from the method of a comparison.

    >>> describe_test("test:randomization|trials:10000|seed:1|unit:segment|correction:holm|level:0.05")
    'paired randomisation test, 10,000 trials, Holm correction, p ≤ 0.05'
    """
    said = _parts(method)
    test = said.get("test", "")
    trials = f"{int(said['trials']):,} trials" if said.get("trials", "").isdigit() else ""
    drawn = f"drawing {said['unit']}s" if said.get("unit", "segment") != "segment" else ""
    correction = said.get("correction", "")
    level = f"p ≤ {said['level']}" if "level" in said else ""
    words = [_TESTS.get(test, test), trials, drawn, _CORRECTIONS.get(correction, correction), level]
    return ", ".join(filter(None, words))


def describe_interval(signature: str) -> str:
    """What intervals a score has, from its signature; empty where it has none.

    >>> describe_interval("BLEU|v13a|interval:bootstrap|level:0.95|samples:1000|unit:segment|seed:1")
    '95% bootstrap intervals'
    """
    said = _parts(signature.partition("|interval:")[2] and "interval:" + signature.partition("|interval:")[2])
    if "interval" not in said:
        return ""
    level = f"{100 * float(said['level']):g}% " if "level" in said else ""
    return f"{level}{_INTERVALS.get(said['interval'], said['interval'])} intervals"


def describe_lines(rule: str) -> str:
    """Where lines between clusters are drawn by a rule: `strict`, `wmt` or `neighbours`."""
    return _LINES[rule]


def _parts(text: str) -> dict[str, str]:
    return {name: value for name, _, value in (part.partition(":") for part in text.split("|")) if value}
