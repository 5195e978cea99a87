"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.agreement import (
    Agreement,
    AgreementWord,
    KappaWeights,
    cohen_kappa,
    fixed_chance_kappa,
    fleiss_kappa,
    fleiss_kappa_of_counts,
    inconsistency,
    kappa,
    landis_koch,
    observed_agreement,
    pairwise_agreement,
    scott_pi,
)
from bakeoff.statistics.agreement_resampling import bootstrap_agreement
from bakeoff.statistics.alpha import AlphaMeasure, krippendorff_alpha
from bakeoff.statistics.answers import Answers
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
from bakeoff.statistics.clusters import ClusterRule, RankRange, cluster_systems, rank_ranges
from bakeoff.statistics.coefficients import Coefficient
from bakeoff.statistics.corrections import Correction, adjust_p_values
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
from bakeoff.statistics.others import share_better, share_not_worse
from bakeoff.statistics.paired_tests import sign_test
from bakeoff.statistics.randomization import paired_randomization, randomize_pairs
from bakeoff.statistics.resampling import Measure, Sampler, block_sums, measure, sampler
from bakeoff.statistics.results import Alternative, Interval, Significance

__all__ = [
    "Agreement",
    "AgreementWord",
    "AlphaMeasure",
    "Alternative",
    "Answers",
    "BootstrapResult",
    "Centring",
    "ClusterRule",
    "Coefficient",
    "ComparedCorrelations",
    "Correction",
    "Correlation",
    "Interval",
    "IntervalMethod",
    "KappaWeights",
    "Measure",
    "PairedResult",
    "RankRange",
    "ResampledCorrelation",
    "Sampler",
    "Significance",
    "adjust_p_values",
    "block_sums",
    "bootstrap",
    "bootstrap_agreement",
    "bootstrap_correlation",
    "bootstrap_measures",
    "bootstrap_scores",
    "cluster_systems",
    "cohen_kappa",
    "compare_correlations",
    "correlate",
    "fixed_chance_kappa",
    "fleiss_kappa",
    "fleiss_kappa_of_counts",
    "inconsistency",
    "kappa",
    "kendall",
    "krippendorff_alpha",
    "landis_koch",
    "measure",
    "observed_agreement",
    "paired_bootstrap",
    "paired_randomization",
    "paired_result",
    "pairwise_agreement",
    "pearson",
    "permutation_comparison",
    "permutation_correlation",
    "randomize_pairs",
    "rank_ranges",
    "sampler",
    "scott_pi",
    "share_better",
    "share_not_worse",
    "sign_test",
    "spearman",
    "steiger_separate_test",
    "steiger_test",
    "williams_test",
]
