#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/resampling.hpp"

namespace bakeoff {

/// Units that hold some cells of a table each: unit u has `cells[starts[u]]` up to `cells[starts[u + 1]]`, the end left out.
struct SparseUnits {
    std::span<const std::int64_t> starts;
    std::span<const std::int32_t> cells;
    std::size_t columns = 0;
};

/// For each sample how often every cell occurs in as many units as there are, drawn with replacement: (samples × columns).
/// O(samples · cells).
std::vector<std::int64_t> resampled_counts(const SparseUnits& units, const Samples& samples, unsigned threads);

}  // namespace bakeoff
