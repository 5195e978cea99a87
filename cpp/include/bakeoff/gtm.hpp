#pragma once

#include <cstddef>
#include <vector>

#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// Columns of `gtm_statistics`.
inline constexpr std::size_t gtm_columns = 3;

/// For each segment the size of the match that General Text Matcher 1.4 finds, hypothesis words and the mean number of reference
/// words. The match is made of runs of words, no word twice, the longest run first and of equals the one that starts later in the
/// hypothesis, then in the references one after the other; its size is (Σ length^exponent)^(1/exponent), of no more words than
/// the lesser of the two numbers, for which the last run is cut. The exponent must be 1 or more and the references comparable.
/// With hypothesis words h, reference words r and pairs of equal words p, O(h + r) for exponent 1, else
/// O(h + r + p + runs · log runs) in most texts and O(h · (h + r) · log h) in the worst case.
std::vector<double> gtm_statistics(const Tokens& hypothesis, References references, double exponent, unsigned threads);

}  // namespace bakeoff
