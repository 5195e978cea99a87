#pragma once

#include <cstddef>
#include <span>

#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// The references of one text.
using References = std::span<const Tokens* const>;

/// Throws std::invalid_argument unless there is a reference. O(1).
void require_references(std::size_t references);

/// Throws std::invalid_argument unless a reference (counted from 0) has as many segments as the hypothesis. O(1).
void require_same_segments(std::size_t hypothesis_segments, std::size_t segments, std::size_t reference);

/// Throws std::invalid_argument unless there are references, all with the hypothesis's number of segments and vocabulary.
/// O(references).
void require_comparable(const Tokens& hypothesis, References references);

/// Mean number of words that the references have in a segment. O(references).
double mean_length(References references, std::size_t segment);

}  // namespace bakeoff
