#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/token_index.hpp"
#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// Words that two segments share, each as often as both have it, whatever their order. One object serves pair after pair.
class BagIntersection {
public:
    /// Size of the intersection. O(hypothesis + reference), expected.
    std::size_t size(std::span<const TokenId> hypothesis, std::span<const TokenId> reference);

private:
    TokenIndex tokens_;
    std::vector<std::uint32_t> left_;  // by token number: how many of the reference's are not matched yet
};

/// Columns of `bag_error_statistics`.
inline constexpr std::size_t bag_error_columns = 5;

/// For each segment, against the reference with the fewest errors max(lengths) − matches (the first of equals): matches,
/// hypothesis words, words of that reference, hypothesis words beyond that number; then the mean length of all references.
/// The references must be comparable. O(all words), expected.
std::vector<double> bag_error_statistics(const Tokens& hypothesis, References references, unsigned threads);

}  // namespace bakeoff
