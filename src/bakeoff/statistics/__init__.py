"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.coefficients import Coefficient
from bakeoff.statistics.correlation import Correlation, correlate, kendall, pearson, spearman
from bakeoff.statistics.correlation_resampling import (
    ResampledCorrelation,
    bootstrap_correlation,
    permutation_comparison,
    permutation_correlation,
)
from bakeoff.statistics.dependent_correlations import (
    ComparedCorrelations,
    compare_correlations,
    steiger_separate_test,
    steiger_test,
    williams_test,
)
from bakeoff.statistics.results import Alternative, Interval, Significance

__all__ = [
    "Alternative",
    "Coefficient",
    "ComparedCorrelations",
    "Correlation",
    "Interval",
    "ResampledCorrelation",
    "Significance",
    "bootstrap_correlation",
    "compare_correlations",
    "correlate",
    "kendall",
    "pearson",
    "permutation_comparison",
    "permutation_correlation",
    "spearman",
    "steiger_separate_test",
    "steiger_test",
    "williams_test",
]
