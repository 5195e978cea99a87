#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

// Levenshtein distances in bit-parallel columns (Myers 1999, Hyyrö 2003): a column of the matrix stands for the first
// words of the hypothesis, its bits for the words of the reference, 64 to a block.
namespace bakeoff {

inline constexpr std::size_t block_size = 64;

/// One block of a column: where the distance rises or falls by one from the reference word before.
struct Differences {
    std::uint64_t rises, falls;
};

/// Any block of the column before the first hypothesis word: every reference word is one error more.
inline constexpr Differences first_column{~std::uint64_t{0}, 0};

/// One block of the next column.
struct ColumnStep {
    Differences differences;
    std::uint64_t level;  // where the distance equals that of the cell one word back in both texts
    std::uint64_t right_rises, right_falls;

    /// Takes the block of the column before, the places of the next hypothesis word in the reference, and the difference from
    /// column to column at the lower edge: whether it rises, whether it falls, each as a bit. O(1).
    ColumnStep(Differences before, std::uint64_t equal, std::uint64_t rise_in, std::uint64_t fall_in) {
        const std::uint64_t start = equal | fall_in;
        level = (((start & before.rises) + before.rises) ^ before.rises) | start | before.falls;
        right_rises = before.falls | ~(level | before.rises);
        right_falls = level & before.rises;
        const std::uint64_t rises_below = (right_rises << 1) | rise_in;
        const std::uint64_t falls_below = (right_falls << 1) | fall_in;
        differences = {falls_below | ~(level | rises_below), rises_below & level};
    }

    /// What goes out at the upper edge and comes in at the lower edge of the next block. O(1).
    std::uint64_t rise_out() const { return right_rises >> (block_size - 1); }
    std::uint64_t fall_out() const { return right_falls >> (block_size - 1); }

    /// How the distance changes from column to column in the row of a bit. O(1).
    int change(std::uint64_t bit) const {
        return static_cast<int>((right_rises & bit) != 0) - static_cast<int>((right_falls & bit) != 0);
    }
};

/// The reference as bit vectors: for each of its words, which have numbers from 1, the positions where it stands.
class ReferenceBits {
public:
    /// Takes a reference, numbered by `number_of`. O(reference + distinct words · blocks).
    template <class NumberOf = std::identity>
    void assign(std::span<const std::uint32_t> reference, NumberOf&& number_of = {}) {
        words_ = reference;
        blocks_ = (reference.size() + block_size - 1) / block_size;
        bits_.assign(blocks_, 0);
        for (std::size_t i = 0; i < reference.size(); ++i) {
            const std::size_t begin = std::size_t{number_of(reference[i])} * blocks_;
            if (bits_.size() <= begin) bits_.resize(begin + blocks_, 0);
            bits_[begin + i / block_size] |= std::uint64_t{1} << (i % block_size);
        }
    }

    /// The reference as it was taken, not numbered. O(1).
    std::span<const std::uint32_t> words() const { return words_; }

    /// How many blocks of 64 words it has, the last perhaps not full. O(1).
    std::size_t blocks() const { return blocks_; }

    /// The positions of the word of that number, block by block; none for the number 0. O(1).
    const std::uint64_t* positions(std::uint32_t number) const { return bits_.data() + number * blocks_; }

    /// The bit of the last reference word in the last block; there must be a word. O(1).
    std::uint64_t last_bit() const { return std::uint64_t{1} << ((words_.size() - 1) % block_size); }

private:
    std::span<const std::uint32_t> words_;
    std::size_t blocks_ = 0;
    std::vector<std::uint64_t> bits_;
};

}  // namespace bakeoff
