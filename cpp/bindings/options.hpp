#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

/// Enough for anything that has a meaning, and so few that no size overflows.
inline constexpr std::int64_t longest_order = 1000;

/// The number of threads; throws unless it is 1 or more. O(1).
inline unsigned thread_count(std::int64_t threads) {
    if (threads < 1) throw std::invalid_argument("expected 1 thread or more, found " + std::to_string(threads));
    return static_cast<unsigned>(std::min<std::int64_t>(threads, std::numeric_limits<unsigned>::max()));
}

/// The highest order of n-grams; throws unless it lies between `least` and `longest_order`. O(1).
inline std::size_t order_from(std::int64_t least, std::int64_t order) {
    if (order >= least && order <= longest_order) return static_cast<std::size_t>(order);
    throw std::invalid_argument("expected an order from " + std::to_string(least) + " to " + std::to_string(longest_order) +
                                ", found " + std::to_string(order));
}
