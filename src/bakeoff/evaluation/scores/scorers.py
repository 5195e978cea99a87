"""Which tool computes a score so, and the signature that sacreBLEU prints with it."""

from __future__ import annotations

from bakeoff.errors import ExpressionError
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.metrics import Metric, Scoring

OWN = "Bakeoff"


def scorer_of(scoring: Scoring) -> str | None:
    """The tool whose numbers a metric gives, with its version; `Bakeoff` for definitions of our own.

    Scores from outside have no scorer that we know: None.

    >>> from bakeoff.metrics import parse_expression
    >>> [scorer_of(parse_expression(each)) for each in ("bleu", "chrf", "ter:asian=yes", "wer")]
    ['mteval v13a', 'sacreBLEU 2.6.0', 'tercom 0.10.0', 'Bakeoff']
    """
    if not isinstance(scoring, Metric):
        return None
    return f"{scoring.tool} {scoring.tool_version.removeprefix('sacrebleu-')}" if scoring.tool else OWN


def sacrebleu_signature(evaluation: Evaluation, expression: str) -> str:
    """The signature that sacreBLEU prints with this score; an error says why there is none."""
    metric = evaluation.metrics.get(expression)
    try:
        signature = (
            metric.sacrebleu_signature(_references_used(evaluation, metric)) if isinstance(metric, Metric) else None
        )
    except ExpressionError as error:
        raise ExpressionError(f"{expression} has no sacreBLEU signature: {error}") from None
    if signature is None:
        raise ExpressionError(f"{expression} has no sacreBLEU signature because its number is not sacreBLEU's.")
    if evaluation.steps:
        raise ExpressionError(
            f"{expression} has no sacreBLEU signature because the specification {evaluation.specification} changes "
            "the text before it is scored."
        )
    return signature


def _references_used(evaluation: Evaluation, metric: Metric) -> str:
    """How many references each segment is compared with, as sacreBLEU writes it."""
    used = len(evaluation.texts.references[: metric.references])
    missing = evaluation.texts.missing[: metric.references]
    counts = {used - sum(segment in lacked for lacked in missing) for segment in range(evaluation.segments)}
    return str(counts.pop()) if len(counts) == 1 else "var"
