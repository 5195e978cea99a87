"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.bootstrap import (
    BootstrapResult,
    Centring,
    IntervalMethod,
    PairedResult,
    bootstrap,
    bootstrap_measures,
    bootstrap_scores,
    paired_bootstrap,
    paired_result,
)
from bakeoff.statistics.coefficients import Coefficient
from bakeoff.statistics.correlation import Correlation, correlate, kendall, pearson, spearman
from bakeoff.statistics.correlation_resampling import (
    ResampledCorrelation,
    bootstrap_correlation,
    permutation_correlation,
)
from bakeoff.statistics.randomization import paired_randomization, randomize_pairs
from bakeoff.statistics.resampling import Measure, Sampler, block_sums, measure, sampler
from bakeoff.statistics.results import Alternative, Interval, Significance

__all__ = [
    "Alternative",
    "BootstrapResult",
    "Centring",
    "Coefficient",
    "Correlation",
    "Interval",
    "IntervalMethod",
    "Measure",
    "PairedResult",
    "ResampledCorrelation",
    "Sampler",
    "Significance",
    "block_sums",
    "bootstrap",
    "bootstrap_correlation",
    "bootstrap_measures",
    "bootstrap_scores",
    "correlate",
    "kendall",
    "measure",
    "paired_bootstrap",
    "paired_randomization",
    "paired_result",
    "pearson",
    "permutation_correlation",
    "randomize_pairs",
    "sampler",
    "spearman",
]
