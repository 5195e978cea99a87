#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bakeoff {

/// Statistics of segments, one row each, all columns of all systems and metrics side by side.
struct Rows {
    std::span<const double> values;
    std::size_t count = 0;
    std::size_t columns = 0;
};

/// Which samples are drawn: those numbered `first`, `first` + 1, … of the sequence that the key stands for.
struct Samples {
    std::uint64_t key = 0;
    std::uint64_t first = 0;
    std::size_t count = 0;
};

/// For each sample the sum of as many rows as there are, drawn with replacement: (columns × samples). The same draws serve all
/// columns. O(samples · rows · columns / 4).
std::vector<double> bootstrap_sums(const Rows& rows, const Samples& samples, unsigned threads);

/// For each sample the sum of the rows that fair coins pick: (columns × samples). The same coins serve all columns, so that
/// with the totals any two systems can be swapped. O(samples · rows · columns / 8).
std::vector<double> coin_sums(const Rows& rows, const Samples& samples, unsigned threads);

}  // namespace bakeoff
