#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// How often each n-gram of a set of references occurs in all of them together, looked up by a place where it occurs. The
/// references must live as long.
///
/// Counts of 1 are not stored: once an n-gram is unique, so are all that start with it.
class NgramCounts {
public:
    /// Counts n-grams up to `orders` within segments; there must be a reference. Expected O(orders × total length).
    NgramCounts(References references, std::size_t orders);

    /// The number of words in all references. O(1).
    std::size_t words() const { return words_; }

    /// The highest order that was counted. O(1).
    std::size_t orders() const { return orders_; }

    /// The references that were counted. O(1).
    References references() const { return references_; }

    /// Where a segment of a reference starts. Between two segments one place stays free, so that no n-gram reaches from one
    /// into the next. O(1).
    std::size_t place(std::size_t reference, std::size_t segment) const {
        return first_place_[reference] + references_[reference]->offset(segment) + segment;
    }

    /// The count of the n-gram that starts at a place. O(1).
    std::uint32_t count(std::size_t place, std::size_t order) const {
        const std::size_t index = starts_[place] + order - 1;
        return index < starts_[place + 1] ? counts_[index] : 1;
    }

private:
    std::vector<const Tokens*> references_;
    std::size_t orders_;
    std::size_t words_ = 0;
    std::vector<std::size_t> first_place_;  // of each reference, and behind the last
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> counts_;
};

/// For each segment and order the information of the matched n-grams (as mteval weighs it, see below), then the hypothesis's
/// n-grams of each order, then the mean number of reference words. The counted references must be comparable.
///
/// The information of an n-gram is log2(count of its first n−1 words / its own count); the count of no words is that of all
/// words. mteval takes the single word `zero` for no words, too, because Perl takes the string "0" for false.
/// Expected O(orders × total length).
std::vector<double> nist_statistics(const Tokens& hypothesis, const NgramCounts& counts, TokenId zero, unsigned threads);

}  // namespace bakeoff
