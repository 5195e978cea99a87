#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bakeoff/bit_columns.hpp"
#include "ter_alignment.hpp"

namespace bakeoff::ter {

/// The matrix of plain Levenshtein distances between all prefixes of a hypothesis and of the reference, held as differences
/// in bit vectors. Column j stands for the first j words of the hypothesis.
class BitMatrix {
public:
    /// Computes the columns after `kept`, which stay as they are, and gives the distance. O((hypothesis - kept) · blocks).
    int fill(const ReferenceBits& reference, Words hypothesis, int kept);

    /// The distance after two blocks of the filled hypothesis changed places, or some value >= `limit` where that is no less
    /// than `limit`; for references of one block (64 words) only. O(hypothesis - first).
    int distance_after(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit) const;

    /// The distance between the first j words of the hypothesis and the first i of the reference. O(1).
    int cost(int j, int i) const;

    /// The operation that leads to a cell: match or substitution if possible, else insertion, else deletion. O(1).
    Operation operation(const ReferenceBits& reference, Words hypothesis, int j, int i) const;

    /// One block of a column and the cost just before its first word. O(1).
    Differences differences(int j, std::size_t block) const { return cells(j, block).differences; }
    int base(int j, std::size_t block) const { return cells(j, block).base; }

private:
    struct Cells {
        Differences differences;
        std::uint64_t level;
        int base;
    };

    const Cells& cells(int j, std::size_t block) const { return cells_[static_cast<std::size_t>(j) * blocks_ + block]; }

    std::size_t blocks_ = 0;
    std::vector<Cells> cells_;
    std::vector<int> distances_;  // of the first j words to the complete reference
};

/// Distances after shifts for references of several blocks: only the columns between the swapped blocks' ends are computed, on
/// the rows that a path can use that beats the present distance; the rest comes from the matrix of the reversed texts.
class ShiftWindow {
public:
    /// Takes the hypothesis that `forward` was filled with and the number of edits to beat.
    /// O((hypothesis + reference) · blocks).
    void assign(const ReferenceBits& reference, Words hypothesis, const BitMatrix& forward, int edits);

    /// The distance after a shift, or some value >= `limit` (at most the edits to beat) where that is no less than `limit`.
    /// O((last - first) · blocks of the rows in use).
    int distance_after(const ReferenceBits& reference, Words hypothesis, const BitMatrix& forward, Swap swap, int limit);

private:
    int backward_cost(int j, int i) const;
    int least_total(int j, std::size_t first_block, int edge, int limit) const;

    std::vector<Word> reversed_reference_, reversed_hypothesis_;
    ReferenceBits backward_bits_;
    BitMatrix backward_;
    std::vector<int> lowest_, highest_;  // rows of each column that matter
    std::vector<Differences> column_;
};

}  // namespace bakeoff::ter
