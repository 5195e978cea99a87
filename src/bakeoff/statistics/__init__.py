"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.results import Alternative, Interval, Significance

__all__ = [
    "Alternative",
    "Interval",
    "Significance",
]
