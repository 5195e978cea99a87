#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ter_alignment.hpp"

namespace bakeoff::ter {

/// The reference as bit vectors: for each word, the positions where it stands, 64 to a block.
class ReferenceBits {
public:
    /// Takes a reference whose words are numbered below `kinds`; the number `kinds` occurs nowhere. O(kinds · blocks + reference).
    void assign(Words reference, std::size_t kinds);

    Words words() const { return words_; }
    std::size_t blocks() const { return blocks_; }
    const std::uint64_t* positions(Word word) const { return bits_.data() + word * blocks_; }
    /// The bit of the last reference word in the last block.
    std::uint64_t last_bit() const { return std::uint64_t{1} << ((words_.size() - 1) % 64); }

private:
    Words words_;
    std::size_t blocks_ = 0;
    std::vector<std::uint64_t> bits_;
};

/// The matrix of plain Levenshtein distances between all prefixes of a hypothesis and of the reference, held as differences
/// in bit vectors (Myers 1999; Hyyrö 2003). Column j stands for the first j words of the hypothesis.
class BitMatrix {
public:
    /// Computes the columns after `kept`, which stay as they are, and gives the distance. O((hypothesis - kept) · blocks).
    int fill(const ReferenceBits& reference, Words hypothesis, int kept);

    /// The distance after two blocks of the filled hypothesis changed places, or some value >= `limit` where that is no less
    /// than `limit`. O((hypothesis - first) · blocks).
    int distance_after(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit);

    /// The operation that leads to a cell: match or substitution if possible, else insertion, else deletion. O(1).
    Operation operation(const ReferenceBits& reference, Words hypothesis, int j, int i) const;

private:
    struct Column {
        std::uint64_t rises, falls;  // where the cost grows or shrinks by one from the reference word before
        std::uint64_t level;         // where the cost equals that of the cell one word back in both texts
    };

    int distance_after_in_blocks(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit);

    std::vector<Column> columns_;
    std::vector<int> distances_;  // of the first j words to the whole reference
    std::vector<Column> moving_;
};

}  // namespace bakeoff::ter
