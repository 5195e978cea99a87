"""Intervals, tests, correlations and agreement: arrays in, results out. Nothing here knows a metric or a file.

Data come first, options are keywords, randomness is a `numpy.random.Generator` that the caller gives as `rng`.
"""

from bakeoff.statistics.clusters import ClusterRule, RankRange, cluster_systems, rank_ranges
from bakeoff.statistics.corrections import Correction, adjust_p_values, benjamini_hochberg, bonferroni, holm
from bakeoff.statistics.matched_segments import UtteranceErrors, error_segments, matched_pairs_test
from bakeoff.statistics.paired_tests import mcnemar_test, mcnemar_test_of_counts, sign_test, sign_test_of_counts
from bakeoff.statistics.permutations import (
    PermutationSignificance,
    difference_of_means,
    paired_permutation_test,
    permutation_test,
)
from bakeoff.statistics.pilot_power import SimulatedPower, power_from_pilot
from bakeoff.statistics.power import DiscordantEffect, MeanEffect, WinEffect, paired_power, pairs_needed
from bakeoff.statistics.rank_tests import wilcoxon_rank_sum, wilcoxon_signed_rank
from bakeoff.statistics.results import Alternative, Interval, Significance

__all__ = [
    "Alternative",
    "ClusterRule",
    "Correction",
    "DiscordantEffect",
    "Interval",
    "MeanEffect",
    "PermutationSignificance",
    "RankRange",
    "Significance",
    "SimulatedPower",
    "UtteranceErrors",
    "WinEffect",
    "adjust_p_values",
    "benjamini_hochberg",
    "bonferroni",
    "cluster_systems",
    "difference_of_means",
    "error_segments",
    "holm",
    "matched_pairs_test",
    "mcnemar_test",
    "mcnemar_test_of_counts",
    "paired_permutation_test",
    "paired_power",
    "pairs_needed",
    "permutation_test",
    "power_from_pilot",
    "rank_ranges",
    "sign_test",
    "sign_test_of_counts",
    "wilcoxon_rank_sum",
    "wilcoxon_signed_rank",
]
