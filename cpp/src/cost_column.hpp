#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bakeoff/bit_columns.hpp"

namespace bakeoff {

/// How the cost changes from the word before in the row of a bit. O(1).
inline int change(Differences differences, std::uint64_t bit) {
    return static_cast<int>((differences.rises & bit) != 0) - static_cast<int>((differences.falls & bit) != 0);
}

/// A column of costs whose neighbours differ by at most one: the cost before the first word and the differences from word
/// to word.
class CostColumn {
public:
    /// Every word costs one: 0, 1, 2… O(words).
    explicit CostColumn(std::size_t words)
        : differences_((words + block_size - 1) / block_size, first_column) {}

    std::int64_t first = 0;

    /// The differences, 64 to a block. O(1).
    Differences* blocks() { return differences_.data(); }
    const Differences* blocks() const { return differences_.data(); }

    /// The cost after a number of words. O(words / 64).
    std::int64_t at(std::size_t words) const {
        std::int64_t cost = first;
        const std::size_t whole = words / block_size;
        for (std::size_t b = 0; b < whole; ++b) {
            cost += std::popcount(differences_[b].rises) - std::popcount(differences_[b].falls);
        }
        if (const std::size_t rest = words % block_size; rest != 0) {
            const std::uint64_t below = (std::uint64_t{1} << rest) - 1;
            cost += std::popcount(differences_[whole].rises & below) - std::popcount(differences_[whole].falls & below);
        }
        return cost;
    }

    /// One more before the first word, while the cost there is at most that after the word: from there on no best way leads
    /// through it, however much it costs. There must be a word. O(1).
    void charge_start() {
        Differences& block = differences_.front();
        if ((block.falls & 1) != 0) return;
        block.falls |= ~block.rises & 1;
        block.rises &= ~std::uint64_t{1};
        ++first;
    }

    /// The smaller cost of both at every place of a number of first blocks. O(blocks + places where they drift apart).
    void take_smaller(const CostColumn& other, std::size_t blocks) {
        std::int64_t ahead = first - other.first;  // how much more this column costs
        first = ahead > 0 ? other.first : first;
        for (std::size_t b = 0; b < blocks; ++b) {
            Differences& ours = differences_[b];
            const Differences theirs = other.differences_[b];
            // Where both columns change alike, so does the smaller of them, and neither gains on the other.
            std::uint64_t apart = (ours.rises ^ theirs.rises) | (ours.falls ^ theirs.falls);
            while (apart != 0) {
                const std::uint64_t bit = apart & (~apart + 1);
                apart ^= bit;
                const int our_change = change(ours, bit);
                const std::int64_t before = ahead > 0 ? ahead : 0;
                ahead += our_change - change(theirs, bit);
                const std::int64_t smaller_change = our_change + before - (ahead > 0 ? ahead : 0);
                ours.rises = smaller_change > 0 ? ours.rises | bit : ours.rises & ~bit;
                ours.falls = smaller_change < 0 ? ours.falls | bit : ours.falls & ~bit;
            }
        }
    }

private:
    std::vector<Differences> differences_;
};

}  // namespace bakeoff
