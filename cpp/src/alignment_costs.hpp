#pragma once

#include <cstdint>

namespace bakeoff {

/// How a cell of the alignment was reached.
enum class Move : std::uint8_t { pair = 0, deletion = 1, insertion = 2 };

inline constexpr int substitution_cost = 4;
inline constexpr int gap_cost = 3;
inline constexpr int optional_cost = 2;
inline constexpr float null_gap_cost = 0.001F;
inline constexpr float null_pair_cost = 1;

}  // namespace bakeoff
