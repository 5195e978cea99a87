#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bakeoff {

/// Scores in groups of equal size, one row each; NaN where there is no score.
struct ScoreGroups {
    std::span<const double> values;
    std::size_t count = 0;
    std::size_t size = 0;
};

/// For each group how its pairs are ordered, five columns: as by people, the other way round, tied by people alone, tied by the
/// metric alone, tied by both. Pairs without human scores count nowhere. O(groups · size²).
std::vector<std::int64_t> count_score_pairs(const ScoreGroups& human, const ScoreGroups& metric, unsigned threads);

/// A difference up to which scores of a metric are tied, and the sum of the weights of the pairs that are right then.
struct TieThreshold {
    double threshold = 0;
    double right = 0;
};

/// The smallest threshold that makes most pairs right: tied as by people, or else ordered as by people. A pair weighs as much as
/// `weights` says of its group. O(pairs log pairs) for all pairs of all groups.
TieThreshold best_tie_threshold(const ScoreGroups& human, const ScoreGroups& metric, std::span<const double> weights);

/// Scores of several metrics for the same groups, metric by metric, with the difference up to which each has ties.
struct MetricScores {
    std::span<const double> values;
    std::span<const double> thresholds;
};

/// Two metrics that are compared, by their places.
struct MetricPair {
    std::int32_t first = 0;
    std::int32_t second = 0;
};

/// Where ties of people count as right if the metric ties too, or do not count at all.
enum class HumanTies { count, skip };

/// What swapping the scores of two metrics changes. With e = 1 where the scores of a cell are swapped and 0 elsewhere, the right pairs
/// of the first metric less those of the second in a group are c + Σ uᵢeᵢ + Σ wᵢⱼeᵢeⱼ: for each group 1 + size + size·(size−1)/2 rows
/// (c, u, w by i and then j), a column for each pair of metrics. O(groups · size² · pairs of metrics).
std::vector<float> swap_effects(const ScoreGroups& human, const MetricScores& metrics, std::span<const MetricPair> pairs,
                                HumanTies ties, unsigned threads);

}  // namespace bakeoff
