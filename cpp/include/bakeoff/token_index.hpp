#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bakeoff/vocabulary.hpp"

namespace bakeoff {

/// Numbers the distinct tokens of one segment from 1, in order of first sight; 0 stands for a token that is not there.
/// One object serves segment after segment. A table over the vocabulary, because hashing mispredicts a branch per token.
class TokenIndex {
public:
    /// Forgets all tokens. O(tokens added).
    void clear() {
        for (const TokenId token : added_) numbers_[token] = 0;
        added_.clear();
    }

    /// The number of a token, given now if it is new. O(1), amortised.
    std::uint32_t add(TokenId token) {
        if (token >= numbers_.size()) numbers_.resize(std::size_t{token} * 2 + 64, 0);
        std::uint32_t& number = numbers_[token];
        if (number == 0) {
            added_.push_back(token);
            number = static_cast<std::uint32_t>(added_.size());
        }
        return number;
    }

    /// The number of a token, 0 if it was not added. O(1).
    std::uint32_t find(TokenId token) const { return token < numbers_.size() ? numbers_[token] : 0; }

    /// How many tokens were added, which is the highest number. O(1).
    std::size_t size() const { return added_.size(); }

private:
    std::vector<std::uint32_t> numbers_;
    std::vector<TokenId> added_;
};

}  // namespace bakeoff
