#include "ter_bit_matrix.hpp"

#include <algorithm>

namespace bakeoff::ter {

namespace {

/// One block of one column: the horizontal differences at the bottom come in and go out as bits.
struct Step {
    std::uint64_t rises, falls, level, right_rises, right_falls;

    Step(std::uint64_t rises_before, std::uint64_t falls_before, std::uint64_t equal, std::uint64_t rise_in, std::uint64_t fall_in) {
        const std::uint64_t start = equal | fall_in;
        level = (((start & rises_before) + rises_before) ^ rises_before) | start | falls_before;
        right_rises = falls_before | ~(level | rises_before);
        right_falls = level & rises_before;
        const std::uint64_t rises_below = (right_rises << 1) | rise_in;
        const std::uint64_t falls_below = (right_falls << 1) | fall_in;
        rises = falls_below | ~(level | rises_below);
        falls = rises_below & level;
    }

    int change(std::uint64_t bit) const { return static_cast<int>((right_rises & bit) != 0) - static_cast<int>((right_falls & bit) != 0); }
};

}  // namespace

void ReferenceBits::assign(Words reference, std::size_t kinds) {
    words_ = reference;
    blocks_ = (reference.size() + 63) / 64;
    bits_.assign((kinds + 1) * blocks_, 0);
    for (std::size_t i = 0; i < reference.size(); ++i) bits_[reference[i] * blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
}

int BitMatrix::fill(const ReferenceBits& reference, Words hypothesis, int kept) {
    const std::size_t blocks = reference.blocks();
    const std::uint64_t last_bit = reference.last_bit();
    columns_.resize((hypothesis.size() + 1) * blocks);
    distances_.resize(hypothesis.size() + 1);
    if (kept == 0) {
        std::fill_n(columns_.begin(), blocks, Column{~std::uint64_t{0}, 0, 0});
        distances_[0] = static_cast<int>(reference.words().size());
    }
    for (auto j = static_cast<std::size_t>(kept); j < hypothesis.size(); ++j) {
        const Column* const before = columns_.data() + j * blocks;
        Column* const after = columns_.data() + (j + 1) * blocks;
        const std::uint64_t* const equal = reference.positions(hypothesis[j]);
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            const Step step(before[b].rises, before[b].falls, equal[b], rise, fall);
            after[b] = {step.rises, step.falls, step.level};
            rise = step.right_rises >> 63;
            fall = step.right_falls >> 63;
            if (b + 1 == blocks) distances_[j + 1] = distances_[j] + step.change(last_bit);
        }
    }
    return distances_[hypothesis.size()];
}

int BitMatrix::distance_after(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit) {
    if (reference.blocks() != 1) return distance_after_in_blocks(reference, hypothesis, swap, limit);
    const std::uint64_t last_bit = reference.last_bit();
    const std::uint64_t all_bits = last_bit | (last_bit - 1);
    const std::uint64_t* const positions = reference.positions(0);
    const Word* const words = hypothesis.data();
    const auto size = static_cast<int>(hypothesis.size());
    const auto first = static_cast<std::size_t>(swap.first);
    std::uint64_t rises = columns_[first].rises;
    std::uint64_t falls = columns_[first].falls;
    int distance = distances_[first];
    const auto advance = [&](int j) {
        const Step step(rises, falls, positions[words[j]], 1, 0);
        rises = step.rises;
        falls = step.falls;
        distance += step.change(last_bit);
    };
    for (int j = swap.middle; j < swap.last; ++j) advance(j);
    for (int j = swap.first; j < swap.middle; ++j) advance(j);
    for (int j = swap.last; j < size; ++j) {
        // A column as before the shift: from here on nothing differs.
        const Column& old = columns_[static_cast<std::size_t>(j)];
        if ((((rises ^ old.rises) | (falls ^ old.falls)) & all_bits) == 0) return distances_.back();
        // Each further word lowers the distance by one at most.
        if (distance - (size - j) >= limit) return limit;
        advance(j);
    }
    return distance;
}

int BitMatrix::distance_after_in_blocks(const ReferenceBits& reference, Words hypothesis, Swap swap, int limit) {
    const std::size_t blocks = reference.blocks();
    const std::uint64_t last_bit = reference.last_bit();
    const auto size = static_cast<int>(hypothesis.size());
    const auto first = static_cast<std::size_t>(swap.first);
    moving_.assign(columns_.begin() + static_cast<std::ptrdiff_t>(first * blocks),
                   columns_.begin() + static_cast<std::ptrdiff_t>((first + 1) * blocks));
    Column* const column = moving_.data();
    int distance = distances_[first];
    const auto advance = [&](int j) {
        const std::uint64_t* const equal = reference.positions(hypothesis[static_cast<std::size_t>(j)]);
        std::uint64_t rise = 1;
        std::uint64_t fall = 0;
        for (std::size_t b = 0; b + 1 < blocks; ++b) {
            const Step step(column[b].rises, column[b].falls, equal[b], rise, fall);
            column[b].rises = step.rises;
            column[b].falls = step.falls;
            rise = step.right_rises >> 63;
            fall = step.right_falls >> 63;
        }
        Column& end = column[blocks - 1];
        const Step step(end.rises, end.falls, equal[blocks - 1], rise, fall);
        end.rises = step.rises;
        end.falls = step.falls;
        distance += step.change(last_bit);
    };
    for (int j = swap.middle; j < swap.last; ++j) advance(j);
    for (int j = swap.first; j < swap.middle; ++j) advance(j);
    for (int j = swap.last; j < size; ++j) {
        if (distance - (size - j) >= limit) return limit;
        advance(j);
    }
    return distance;
}

Operation BitMatrix::operation(const ReferenceBits& reference, Words hypothesis, int j, int i) const {
    if (i == 0) return Operation::insertion;
    if (j == 0) return Operation::deletion;
    const auto column = static_cast<std::size_t>(j);
    const auto row = static_cast<std::size_t>(i - 1);
    if (hypothesis[column - 1] == reference.words()[row]) return Operation::match;
    const std::size_t block = row / 64;
    const std::uint64_t bit = std::uint64_t{1} << (row % 64);
    if ((columns_[column * reference.blocks() + block].level & bit) == 0) return Operation::substitution;
    // The cost is that of the cell one back in both; so one of the other two neighbours is cheaper by one.
    const bool insertion = (columns_[(column - 1) * reference.blocks() + block].falls & bit) != 0;
    return insertion ? Operation::insertion : Operation::deletion;
}

}  // namespace bakeoff::ter
