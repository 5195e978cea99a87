#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bakeoff/bit_columns.hpp"
#include "bakeoff/token_index.hpp"

namespace bakeoff {

/// Where each distinct word of a long text stands, as bits in blocks of 64 words. Only blocks in which a word stands are kept,
/// so memory grows with the text and not with text times vocabulary.
class WordPositions {
public:
    struct Block {
        std::size_t number;
        std::uint64_t bits;
    };

    /// Takes a text. O(words).
    void assign(std::span<const TokenId> words) {
        tokens_.clear();
        starts_.assign(1, 0);
        std::vector<std::size_t> last;  // block of the latest occurrence, by word
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t word = tokens_.add(words[i]);
            if (word >= starts_.size()) {
                starts_.push_back(0);
                last.push_back(std::numeric_limits<std::size_t>::max());
            }
            if (last[word - 1] == i / block_size) continue;
            last[word - 1] = i / block_size;
            ++starts_[word];
        }
        for (std::size_t word = 1; word < starts_.size(); ++word) starts_[word] += starts_[word - 1];
        fill(words);
    }

    /// The blocks in which a word stands, in order. O(1).
    std::span<const Block> of(TokenId token) const {
        const std::size_t word = tokens_.find(token);
        if (word == 0) return {};
        return {blocks_.data() + starts_[word - 1], starts_[word] - starts_[word - 1]};
    }

private:
    void fill(std::span<const TokenId> words) {
        blocks_.resize(starts_.back());
        std::vector<std::size_t> ends(starts_.begin(), starts_.end() - 1);  // where the next block of each word goes
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t word = tokens_.find(words[i]) - 1;
            if (ends[word] == starts_[word] || blocks_[ends[word] - 1].number != i / block_size) {
                blocks_[ends[word]++] = {i / block_size, 0};
            }
            blocks_[ends[word] - 1].bits |= std::uint64_t{1} << (i % block_size);
        }
    }

    TokenIndex tokens_;
    std::vector<std::size_t> starts_;
    std::vector<Block> blocks_;
};

}  // namespace bakeoff
