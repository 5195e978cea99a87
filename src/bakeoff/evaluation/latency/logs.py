"""The log of a simultaneous system measured: every instance by itself, or the segments of long recordings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.alignment import ResegmentationMode
from bakeoff.data.delays import DelayLog
from bakeoff.data.recognition.transcripts import TimedSegments
from bakeoff.errors import InputError, Place
from bakeoff.evaluation.latency.recordings import recording_timings
from bakeoff.evaluation.scores.results import Variation
from bakeoff.speech.latency import Timing, latencies
from bakeoff.statistics import IntervalMethod, bootstrap
from bakeoff.statistics.inputs import DEFAULT_SEED

AWARE = "_CA"
"""Ends the names of measures that add the time of computation."""


@dataclass(frozen=True, slots=True)
class LatencyScore:
    """The mean of a measure over the instances that have a value; NaN where none has."""

    value: float
    n: int
    variation: Variation | None = None


@dataclass(frozen=True, slots=True)
class LatencyEvaluation:
    """Latencies of one log by name: AL, LAAL, YAAL, DAL, AP; with `_CA` computation-aware; in the long form `Long…`."""

    name: str
    form: Literal["short", "long"]
    scores: Mapping[str, LatencyScore]
    ids: tuple[str, ...] = field(repr=False)
    """Instances; in the long form the segments of recordings, by number."""
    values: Mapping[str, NDArray[np.float64]] = field(repr=False)
    """The value of each instance; NaN where it has none."""
    without_words: int = 0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalOptions:
    """How intervals are made: samples of instances drawn with replacement."""

    method: IntervalMethod = "percentile"
    samples: int = 1000
    level: float = 0.95
    seed: int = DEFAULT_SEED


def evaluate_latency(
    log: DelayLog,
    *,
    reference: TimedSegments | None = None,
    segmentation: ResegmentationMode = "optimal",
    interval: IntervalOptions | None = None,
    name: str = "",
    threads: int = 1,
) -> LatencyEvaluation:
    """Latencies of a log: the unweighted mean over its instances (see `bakeoff.speech.latency`).

    With a `reference` of timed segments the instances are complete recordings (long form): their words are cut into the
    segments by the fewest word errors, delays become relative to the start of their segment, and segments count as
    instances. Cut as by mwerSegmenter, LongLAAL is StreamLAAL (Papi et al. 2024). Instances without words are left out
    of the means and counted.
    """
    remarks: list[str] = []
    columns = {"": log.delays} | ({} if log.elapsed is None else {AWARE: log.elapsed})
    if reference is None:
        ids = log.ids
        timings = {ending: list(_timings(log, delays)) for ending, delays in columns.items()}
    else:
        cut = recording_timings(log, reference, segmentation, list(columns.values()), threads=threads)
        ids = cut.ids
        timings = dict(zip(columns, cut.timings, strict=True))
        remarks += cut.remarks
    values = {
        _called(measure, ending, is_long=reference is not None, segmentation=segmentation): latency
        for ending, parts in timings.items()
        for measure, latency in latencies(parts).items()
    }
    without_words = sum(not len(timing.delays) for timing in timings[""])
    label = name or log.file or "log"
    return LatencyEvaluation(
        name=label,
        form="short" if reference is None else "long",
        scores={measure: _score(latency, interval) for measure, latency in values.items()},
        ids=ids,
        values=values,
        without_words=without_words,
        remarks=(*remarks, *_remarks(label, values, len(ids), without_words)),
    )


def _timings(log: DelayLog, delays: NDArray[np.float64]) -> Iterator[Timing]:
    if log.reference_lengths is None:
        raise InputError(
            place=Place(log.file),
            expected="the key reference or reference_length in each instance",
            found="neither",
            remedy="For complete recordings give their segments with -r.",
        )
    lengths = log.reference_lengths
    for number in range(len(log)):
        own = delays[log.starts[number] : log.starts[number + 1]]
        yield Timing(own, float(log.source_ms[number]), int(lengths[number]))


def _called(measure: str, ending: str, *, is_long: bool, segmentation: ResegmentationMode) -> str:
    if not is_long:
        return measure + ending
    return ("Stream" if measure == "LAAL" and segmentation == "mwersegmenter" else "Long") + measure + ending


def _score(values: NDArray[np.float64], interval: IntervalOptions | None) -> LatencyScore:
    kept = values[~np.isnan(values)]
    if not len(kept):
        return LatencyScore(float("nan"), 0)
    variation = None
    if interval is not None and len(kept) > 1:
        drawn = bootstrap(
            kept,
            rng=np.random.default_rng(interval.seed),
            samples=interval.samples,
            level=interval.level,
            method=interval.method,
        )
        variation = Variation(drawn.interval, drawn.mean, drawn.sd)
    return LatencyScore(float(kept.mean()), len(kept), variation)


def _remarks(name: str, values: Mapping[str, NDArray[np.float64]], instances: int, without_words: int) -> Iterator[str]:
    if without_words:
        yield f"{name}: {without_words} of {instances} instances have no words and are left out of the means."
    for measure, latency in values.items():
        late = int(np.isnan(latency).sum()) - without_words
        if late and "YAAL" in measure:
            yield f"{name}: {measure} leaves out {late} instances that write nothing before the source has ended."
        elif late:
            yield f"{name}: {measure} leaves out {late} instances whose reference has no words."
