#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// Whose limits the shift search keeps: tercom's (cost beam of 20) or sacreBLEU's (band of 25, 1000 candidates).
enum class TerRules { tercom, sacrebleu };

/// Columns of `ter_statistics`: edits, reference words (mean over the references), shifts, insertions, deletions, substitutions.
inline constexpr std::size_t ter_columns = 6;

/// Translation edit rate counts of each segment against the reference with the fewest edits (the first on ties), row by row.
/// The references must be comparable.
/// Per shift round O(candidates · hypothesis · reference / 64); results do not depend on the number of threads.
std::vector<double> ter_statistics(const Tokens& hypothesis, References references, TerRules rules, unsigned threads);

}  // namespace bakeoff
