#include "ter_bit_matrix.hpp"

#include <algorithm>
#include <bit>

#include "ter_shifts.hpp"

namespace bakeoff::ter {

namespace {

/// The block whose differences lead to a row; the first for row 0, the last for rows beyond it.
std::size_t block_with(int row, std::size_t blocks) {
    return std::min(static_cast<std::size_t>(std::max(row - 1, 0)) / block_size, blocks - 1);
}

/// The sum of the first `rows` differences of a block.
int sum_of(Differences differences, std::size_t rows) {
    const std::uint64_t mask = rows == block_size ? ~std::uint64_t{0} : (std::uint64_t{1} << rows) - 1;
    return std::popcount(differences.rises & mask) - std::popcount(differences.falls & mask);
}

}  // namespace

int BitMatrix::fill(const ReferenceBits& reference, Words hypothesis, int kept) {
    blocks_ = reference.blocks();
    const std::uint64_t last_bit = reference.last_bit();
    cells_.resize((hypothesis.size() + 1) * blocks_);
    distances_.resize(hypothesis.size() + 1);
    if (kept == 0) {
        for (std::size_t b = 0; b < blocks_; ++b) cells_[b] = {first_column, 0, static_cast<int>(b * block_size)};
        distances_[0] = static_cast<int>(reference.words().size());
    }
    for (auto j = static_cast<std::size_t>(kept); j < hypothesis.size(); ++j) {
        const Cells* const before = cells_.data() + j * blocks_;
        Cells* const after = cells_.data() + (j + 1) * blocks_;
        const std::uint64_t* const equal = reference.positions(hypothesis[j]);
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        int last_change = 0;
        for (std::size_t b = 0; b < blocks_; ++b) {
            const ColumnStep step(before[b].differences, equal[b], rise, fall);
            after[b] = {step.differences, step.level, before[b].base + static_cast<int>(rise) - static_cast<int>(fall)};
            rise = step.rise_out();
            fall = step.fall_out();
            last_change = step.change(last_bit);
        }
        distances_[j + 1] = distances_[j] + last_change;
    }
    return distances_[hypothesis.size()];
}

int BitMatrix::distance_after(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit) const {
    const std::uint64_t last_bit = reference.last_bit();
    const std::uint64_t all_bits = last_bit | (last_bit - 1);
    const std::uint64_t* const positions = reference.positions(0);
    const Word* const words = hypothesis.data();
    const auto size = static_cast<int>(hypothesis.size());
    Differences column = cells_[static_cast<std::size_t>(swap.first)].differences;
    int distance = distances_[static_cast<std::size_t>(swap.first)];
    const auto advance = [&](int j) {
        const ColumnStep step(column, positions[words[j]], 1, 0);
        column = step.differences;
        distance += step.change(last_bit);
    };
    for (int j = swap.middle; j < swap.last; ++j) advance(j);
    for (int j = swap.first; j < swap.middle; ++j) advance(j);
    for (int j = swap.last; j < size; ++j) {
        // A column as before the shift: from here on nothing differs.
        const Differences old = cells_[static_cast<std::size_t>(j)].differences;
        if ((((column.rises ^ old.rises) | (column.falls ^ old.falls)) & all_bits) == 0) return distances_.back();
        // Each further word lowers the distance by one at most.
        if (distance - (size - j) >= limit) return limit;
        advance(j);
    }
    return distance;
}

int BitMatrix::cost(int j, int i) const {
    const std::size_t block = block_with(i, blocks_);
    return base(j, block) + sum_of(differences(j, block), static_cast<std::size_t>(i) - block * block_size);
}

Operation BitMatrix::operation(const ReferenceBits& reference, Words hypothesis, int j, int i) const {
    if (i == 0) return Operation::insertion;
    if (j == 0) return Operation::deletion;
    const auto column = static_cast<std::size_t>(j);
    const auto row = static_cast<std::size_t>(i - 1);
    if (hypothesis[column - 1] == reference.words()[row]) return Operation::match;
    const std::size_t block = row / block_size;
    const std::uint64_t bit = std::uint64_t{1} << (row % block_size);
    if ((cells_[column * blocks_ + block].level & bit) == 0) return Operation::substitution;
    // The cost is that of the cell one back in both; so one of the other two neighbours is cheaper by one.
    const bool insertion = (cells_[(column - 1) * blocks_ + block].differences.falls & bit) != 0;
    return insertion ? Operation::insertion : Operation::deletion;
}

// A shift of at most 10 words changes the distance of any two pieces of text by at most 20. So a path of the shifted hypothesis
// that costs less than the present edits passes, outside the swapped blocks, only cells whose cheapest complete path in the
// present matrix costs less than the edits + 20. Every such path has only such cells, and paths go upwards and rightwards: the
// first and the last of these rows never descend from one column to the next.
void ShiftWindow::assign(const ReferenceBits& reference, Words hypothesis, const BitMatrix& forward, int edits) {
    reversed_reference_.assign(reference.words().rbegin(), reference.words().rend());
    reversed_hypothesis_.assign(hypothesis.rbegin(), hypothesis.rend());
    backward_bits_.assign(reversed_reference_);
    backward_.fill(backward_bits_, reversed_hypothesis_, 0);

    const auto columns = static_cast<int>(hypothesis.size());
    const auto rows = static_cast<int>(reference.words().size());
    const auto matters = [&](int j, int i) { return forward.cost(j, i) + backward_cost(j, i) < edits + 2 * longest_shift; };
    lowest_.resize(hypothesis.size() + 1);
    highest_.resize(hypothesis.size() + 1);
    int row = 0;
    for (int j = 0; j <= columns; ++j) {
        while (!matters(j, row)) ++row;
        lowest_[static_cast<std::size_t>(j)] = row;
    }
    row = rows;
    for (int j = columns; j >= 0; --j) {
        while (!matters(j, row)) --row;
        highest_[static_cast<std::size_t>(j)] = row;
    }
}

int ShiftWindow::backward_cost(int j, int i) const {
    return backward_.cost(static_cast<int>(reversed_hypothesis_.size()) - j, static_cast<int>(reversed_reference_.size()) - i);
}

int ShiftWindow::distance_after(const ReferenceBits& reference, Words hypothesis, const BitMatrix& forward, Swap swap,
                                int limit) {
    const int lowest = lowest_[static_cast<std::size_t>(swap.first)];
    const int highest = highest_[static_cast<std::size_t>(swap.last)];
    const std::size_t first_block = block_with(lowest + 1, reference.blocks());
    const std::size_t blocks = std::max(block_with(highest, reference.blocks()), first_block) + 1 - first_block;
    column_.resize(std::max(column_.size(), blocks));
    Differences* const column = column_.data();
    for (std::size_t b = 0; b < blocks; ++b) column[b] = forward.differences(swap.first, first_block + b);
    const auto advance = [&](int j) {
        const std::uint64_t* const equal = reference.positions(hypothesis[static_cast<std::size_t>(j)]) + first_block;
        // Below the first block nothing is known; a path along its edge, one insertion a word, is always open.
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            const ColumnStep step(column[b], equal[b], rise, fall);
            column[b] = step.differences;
            rise = step.rise_out();
            fall = step.fall_out();
        }
    };
    for (int j = swap.middle; j < swap.last; ++j) advance(j);
    for (int j = swap.first; j < swap.middle; ++j) advance(j);
    const int edge = forward.base(swap.first, first_block) + swap.last - swap.first;
    return least_total(swap.last, first_block, edge, limit);
}

/// The least sum of the cost in `column_`, whose rows start at `first_block` with the cost `edge`, and the cost from there to the
/// end, or `limit` where no sum is less.
int ShiftWindow::least_total(int j, std::size_t first_block, int edge, int limit) const {
    const int highest = highest_[static_cast<std::size_t>(j)];
    std::size_t block = 0;
    int base_row = static_cast<int>(first_block * block_size);
    int least = limit;
    for (int i = lowest_[static_cast<std::size_t>(j)]; i <= highest;) {
        while (i > base_row + static_cast<int>(block_size)) {
            edge += sum_of(column_[block++], block_size);
            base_row += static_cast<int>(block_size);
        }
        const int total = edge + sum_of(column_[block], static_cast<std::size_t>(i - base_row)) + backward_cost(j, i);
        least = std::min(least, total);
        // From row to row either cost falls by one at most.
        i += (total - least) / 2 + 1;
    }
    return least;
}

}  // namespace bakeoff::ter
