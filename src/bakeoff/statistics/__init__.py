"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.agreement.alpha import AlphaMeasure, krippendorff_alpha
from bakeoff.statistics.agreement.answers import Answers
from bakeoff.statistics.agreement.kappa_intervals import bootstrap_agreement
from bakeoff.statistics.agreement.kappas import (
    Agreement,
    AgreementWord,
    KappaWeights,
    cohen_kappa,
    fixed_chance_kappa,
    fleiss_kappa,
    fleiss_kappa_of_counts,
    inconsistency,
    kappa,
    kappa_of_shares,
    landis_koch,
    observed_agreement,
    pairwise_agreement,
    scott_pi,
)
from bakeoff.statistics.bootstrap import (
    BootstrapResult,
    Centring,
    PairedResult,
    bootstrap,
    bootstrap_measures,
    bootstrap_scores,
    paired_bootstrap,
    paired_result,
)
from bakeoff.statistics.clusters import ClusterRule, RankRange, cluster_systems, rank_ranges
from bakeoff.statistics.correlation.coefficients import Coefficient
from bakeoff.statistics.correlation.correlations import Correlation, correlate, kendall, pearson, spearman
from bakeoff.statistics.correlation.dependent_correlations import (
    ComparedCorrelations,
    compare_correlations,
    steiger_separate_test,
    steiger_test,
    williams_test,
)
from bakeoff.statistics.correlation.resampled_correlations import (
    ResampledCorrelation,
    bootstrap_correlation,
    permutation_comparison,
    permutation_correlation,
)
from bakeoff.statistics.intervals import IntervalMethod
from bakeoff.statistics.power.paired_power import DiscordantEffect, MeanEffect, WinEffect, paired_power, pairs_needed
from bakeoff.statistics.power.pilot_power import SimulatedPower, power_from_pilot
from bakeoff.statistics.resampling import Measure, Sampler, block_sums, measure, sampler
from bakeoff.statistics.results import Alternative, Interval, Significance
from bakeoff.statistics.significance.corrections import (
    Correction,
    adjust_p_values,
    benjamini_hochberg,
    bonferroni,
    holm,
)
from bakeoff.statistics.significance.matched_segments import UtteranceErrors, error_segments, matched_pairs_test
from bakeoff.statistics.significance.paired_tests import (
    mcnemar_test,
    mcnemar_test_of_counts,
    sign_test,
    sign_test_of_counts,
)
from bakeoff.statistics.significance.permutations import (
    PermutationSignificance,
    difference_of_means,
    paired_permutation_test,
    permutation_test,
)
from bakeoff.statistics.significance.randomization import paired_randomization, randomize_pairs
from bakeoff.statistics.significance.rank_tests import wilcoxon_rank_sum, wilcoxon_signed_rank
from bakeoff.statistics.win_shares import share_better, share_not_worse

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
    "DiscordantEffect",
    "Interval",
    "IntervalMethod",
    "KappaWeights",
    "MeanEffect",
    "Measure",
    "PairedResult",
    "PermutationSignificance",
    "RankRange",
    "ResampledCorrelation",
    "Sampler",
    "Significance",
    "SimulatedPower",
    "UtteranceErrors",
    "WinEffect",
    "adjust_p_values",
    "benjamini_hochberg",
    "block_sums",
    "bonferroni",
    "bootstrap",
    "bootstrap_agreement",
    "bootstrap_correlation",
    "bootstrap_measures",
    "bootstrap_scores",
    "cluster_systems",
    "cohen_kappa",
    "compare_correlations",
    "correlate",
    "difference_of_means",
    "error_segments",
    "fixed_chance_kappa",
    "fleiss_kappa",
    "fleiss_kappa_of_counts",
    "holm",
    "inconsistency",
    "kappa",
    "kappa_of_shares",
    "kendall",
    "krippendorff_alpha",
    "landis_koch",
    "matched_pairs_test",
    "mcnemar_test",
    "mcnemar_test_of_counts",
    "measure",
    "observed_agreement",
    "paired_bootstrap",
    "paired_permutation_test",
    "paired_power",
    "paired_randomization",
    "paired_result",
    "pairs_needed",
    "pairwise_agreement",
    "pearson",
    "permutation_comparison",
    "permutation_correlation",
    "permutation_test",
    "power_from_pilot",
    "randomize_pairs",
    "rank_ranges",
    "sampler",
    "scott_pi",
    "share_better",
    "share_not_worse",
    "sign_test",
    "sign_test_of_counts",
    "spearman",
    "steiger_separate_test",
    "steiger_test",
    "wilcoxon_rank_sum",
    "wilcoxon_signed_rank",
    "williams_test",
]
