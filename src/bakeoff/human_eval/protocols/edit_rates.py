"""Edits between outputs and references, segment by segment: what HTER, mTER and TER are sums of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.metrics import Metric
from bakeoff.metrics.registry import parse_expression
from bakeoff.text import Workspace

TER = "ter"
"""tercom's, with case and punctuation tokenised (`-s -N`): I16's official one."""
_COLUMNS = ("edits", "reference_words")


def edit_metric(expression: str = TER) -> Metric:
    """The edit rate of an expression; an error where it names another kind of metric."""
    metric = parse_expression(expression)
    if metric.columns[:2] != _COLUMNS:
        raise ExpressionError(f"{expression} is no edit rate: take ter@tercom or ter@sacrebleu, with their options.")
    return metric


def edit_statistics(
    outputs: Sequence[str], references: Sequence[Sequence[str]], metric: Metric, *, threads: int = 1
) -> NDArray[np.float64]:
    """A row for each output: edits, mean reference words, shifts, insertions, deletions, substitutions.

    Outputs may have different numbers of references; an output without any has a row of NaN. Of several references
    the one with the fewest edits counts, and the mean of all lengths.

    >>> edit_statistics(["a cat"], [["a dog sat", "the cat"]], edit_metric()).tolist()
    [[1.0, 2.5, 0.0, 0.0, 0.0, 1.0]]
    """
    rows = np.full((len(outputs), len(metric.columns)), np.nan)
    space = Workspace(threads=threads)
    for count in sorted({len(each) for each in references} - {0}):
        places = [number for number, each in enumerate(references) if len(each) == count]
        columns = [space.text([references[place][number] for place in places]) for number in range(count)]
        rows[places] = metric.statistics(space.text([outputs[place] for place in places]), metric.prepare(columns))
    return rows
