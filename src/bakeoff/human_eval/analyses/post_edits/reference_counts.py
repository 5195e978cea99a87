"""How mTER falls with the number of post-edits that an output is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.post_edits.options import PostEditAnalysis
from bakeoff.human_eval.analyses.post_edits.results import Rate
from bakeoff.human_eval.protocols.edit_rates import edit_metric, edit_statistics
from bakeoff.statistics import bootstrap


def mter_by_references(
    outputs: Sequence[str], post_edits: Sequence[Sequence[str]], *, analysis: PostEditAnalysis | None = None
) -> tuple[Rate, ...]:
    """MTER of outputs against one, two, … of their post-edits; `post_edits` has a complete column for each translator.

    The edits can only become fewer with every post-edit. The length that they are divided by is the mean of all.
    """
    asked = analysis or PostEditAnalysis()
    metric = edit_metric(asked.metric)
    if not post_edits or any(len(column) != len(outputs) for column in post_edits):
        raise InputError(expected=f"columns of {len(outputs):,} post-edits", found="others, or none")
    found = []
    for count in range(1, len(post_edits) + 1):
        rows = edit_statistics(outputs, list(zip(*post_edits[:count], strict=True)), metric, threads=asked.threads)
        value = float(metric.score(rows.sum(axis=0)))
        if len(rows) < 2:
            found.append(Rate(value))
            continue
        # The same draws every time: the intervals are of the same segments.
        drawn = bootstrap(
            rows,
            score=metric.score,
            samples=asked.samples,
            level=asked.confidence,
            rng=np.random.default_rng(asked.seed),
            threads=asked.threads,
        )
        found.append(Rate(value, drawn.interval))
    return tuple(found)
