"""The metrics of a call, with the tokeniser that sacreBLEU chooses by itself where the call names a language pair."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

_METRIC = "bleu@sacrebleu"
_CHOICES = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
"""Tokenisers by target language; for all others it is 13a."""
_OWN = ("zh",)


def chosen_metrics(expressions: Sequence[str], pair: str | None) -> Sequence[str]:
    """The metric expressions, in which sacreBLEU's BLEU has the tokeniser that sacreBLEU chooses for the pair.

    A wrong expression is an error before any file is read.
    """
    from bakeoff.metrics import parse_expression, split_expressions

    for expression in split_expressions(expressions):
        parse_expression(expression)
    target = (pair or "").partition("-")[2]
    if target not in _CHOICES:
        return expressions
    return [_with_tokenizer(expression, target) for expression in split_expressions(expressions)]


def _with_tokenizer(expression: str, target: str) -> str:
    head, _, options = expression.partition(":")
    if head != _METRIC or any(option.startswith("tokenizer=") for option in options.split(",")):
        return expression
    tokenizer = _CHOICES[target]
    if tokenizer not in _OWN:
        raise BakeoffError(
            f"{expression}: sacreBLEU tokenises {target} by {tokenizer}, which Bakeoff does not have. Choose another "
            f"tokeniser, as in {_METRIC}:tokenizer=char, or tokenise the texts first and choose tokenizer=plain."
        )
    chosen = f"{_METRIC}:{','.join(filter(None, [options, f'tokenizer={tokenizer}']))}"
    remark(f"{expression} is scored as {chosen}, as sacreBLEU does for the target language {target}.")
    return chosen
