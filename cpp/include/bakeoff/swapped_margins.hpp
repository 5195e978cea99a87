#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/score_pairs.hpp"

namespace bakeoff {

/// For each metric, system and vector of signs (innermost) by how much a signed sum is above the plain one: of all scores, and of
/// the scores in swapped cells alone.
struct SwappedSums {
    std::span<const double> all;
    std::span<const double> swapped;
    std::size_t systems = 0;
    std::size_t signs = 0;
};

/// For how many vectors of signs the signed difference of two systems is at least the plain one once two metrics swapped their
/// scores in cells: a row for each pair of metrics, with all pairs of systems by the first metric, then by the second one.
/// Differences that are smaller than the plain one by no more than `rounding` count. O(pairs of metrics · systems² · signs).
std::vector<std::int32_t> count_orders_after_swap(const SwappedSums& sums, std::span<const MetricPair> pairs, double rounding,
                                                  unsigned threads);

}  // namespace bakeoff
