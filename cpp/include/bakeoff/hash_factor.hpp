#pragma once

#include <cstdint>

namespace bakeoff {

/// Fibonacci hashing: the high bits of a product with this factor depend on all bits of the other.
inline constexpr std::uint64_t hash_factor = 0x9E3779B97F4A7C15;

}  // namespace bakeoff
