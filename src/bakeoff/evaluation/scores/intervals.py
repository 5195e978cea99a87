"""Intervals for the scores of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from bakeoff.engine.threads import checked_threads
from bakeoff.evaluation.progress import Progress, part_progress
from bakeoff.evaluation.scores.groups import Members
from bakeoff.evaluation.scores.measures import Unit, blocks_of, measures_of
from bakeoff.evaluation.scores.results import INTERVAL_NOTE, Evaluation, Score, Variation
from bakeoff.statistics import BootstrapResult, IntervalMethod, bootstrap_measures, sampler
from bakeoff.statistics.inputs import DEFAULT_SEED


def add_intervals(
    evaluation: Evaluation,
    *,
    method: IntervalMethod = "percentile",
    samples: int = 1000,
    level: float = 0.95,
    unit: Unit = "segment",
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> Evaluation:
    """The same evaluation; every score also says how it varies over bootstrap samples of its segments.

    All systems and metrics share the draws. Groups are drawn from by themselves, each from the same seed, so that the
    interval of a group does not depend on what else was asked for. A score over one segment (or, with
    `unit="document"`, one document) gets no interval, nor does one that was given for a complete system.
    """
    name = "bootstrap" if method == "percentile" else method
    note = f"{INTERVAL_NOTE}{name}|level:{level:g}|samples:{samples}|unit:{unit}|seed:{seed}"
    parts: list[tuple[str | None, Members | None]] = [(None, None), *evaluation.groups.items()]
    results: dict[str | None, tuple[tuple[BootstrapResult, ...], ...] | None] = {}
    for number, (part, members) in enumerate(parts):
        draws = sampler(
            "bootstrap",
            measures_of(evaluation, members),
            rng=np.random.default_rng(seed),
            blocks=blocks_of(evaluation.documents, unit, members),
            threads=checked_threads(threads),
        )
        advance = part_progress(on_progress, number, len(parts))
        results[part] = (
            bootstrap_measures(draws, samples=samples, level=level, method=method, on_progress=advance)
            if draws.units > 1
            else None
        )

    def varied(scores: Mapping[str, Score], part: str | None, system: int) -> dict[str, Score]:
        resampled = results[part]
        if resampled is None:
            return dict(scores)
        return dict(scores) | {
            expression: replace(
                scores[expression],
                signature=scores[expression].signature + note,
                variation=_variation(resampled[k][system]),
            )
            for k, expression in enumerate(evaluation.metrics)
        }

    return replace(
        evaluation,
        systems=tuple(
            replace(
                system,
                scores=varied(system.scores, None, index),
                groups={
                    key: replace(group, scores=varied(group.scores, key, index)) for key, group in system.groups.items()
                },
            )
            for index, system in enumerate(evaluation.systems)
        ),
    )


def mean_signature(signature: str) -> str:
    """The signature of a score in whose place the mean of the samples' scores is given."""
    return f"{signature}|reported:mean"


def _variation(result: BootstrapResult) -> Variation:
    return Variation(result.interval, result.mean, result.sd)
