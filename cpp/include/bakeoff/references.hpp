#pragma once

#include <span>

#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// Mean number of words that the references have in a segment. O(references).
inline double mean_length(std::span<const Tokens* const> references, std::size_t segment) {
    std::size_t total = 0;
    for (const Tokens* reference : references) total += reference->length(segment);
    return static_cast<double>(total) / static_cast<double>(references.size());
}

}  // namespace bakeoff
