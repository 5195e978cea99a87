"""Names of metrics as the field writes them, for tables and pages."""

from __future__ import annotations

from functools import lru_cache

from bakeoff.metrics.registry import find_metric_type, preset_of

_BARE = {"meteor": "METEOR", "ter": "TER", "wer@sclite": "WER", "cer@sclite": "CER", "comet": "COMET"}
"""Expressions whose title is not that of a metric: short names with options, rates, scores from outside."""
_OPTIONS = {"case=no": "case-insensitive", "case=yes": "case-sensitive", "references=1": "1 reference"}


@lru_cache(maxsize=1024)
def metric_title(expression: str) -> str:
    """The name of a metric as the field writes it, with the options that its expression gives.

    Other scores from outside, and metrics without a title, keep the name that they were given.

    >>> [metric_title(each) for each in ("bleu", "bleu@sacrebleu", "bleu:case=no", "ter:asian=yes", "comet")]
    ['BLEU', 'sacreBLEU', 'BLEU (case-insensitive)', 'TER (asian=yes)', 'COMET']
    """
    head, _, options = expression.partition(":")
    title = _BARE.get(head) or _title_of(head)
    if not title:
        return expression
    given = ", ".join(_OPTIONS.get(option, option) for option in options.split(",") if option)
    return f"{title} ({given})" if given else title


def _title_of(head: str) -> str:
    name = preset_of(head).partition(":")[0]
    kind = find_metric_type(name)
    return kind.title if kind else ""
