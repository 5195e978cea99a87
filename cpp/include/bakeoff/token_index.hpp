#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bakeoff/vocabulary.hpp"

namespace bakeoff {

/// Numbers the distinct tokens of one segment from 1, in order of first sight; 0 stands for a token that is not there.
/// One object serves segment after segment, so that nothing is allocated or cleared between them.
class TokenIndex {
public:
    /// Forgets all tokens and makes room for so many. O(1), amortised.
    void reset(std::size_t tokens) {
        const std::size_t wanted = std::bit_ceil(tokens * 2 + 2);
        if (wanted > slots_.size()) slots_.resize(wanted);
        shift_ = 64 - std::countr_zero(wanted);
        mask_ = wanted - 1;
        count_ = 0;
        if (++round_ == 0) {
            slots_.assign(slots_.size(), Slot{});
            round_ = 1;
        }
    }

    /// The number of a token, given now if it is new. O(1), expected.
    std::uint32_t add(TokenId token) {
        Slot& slot = slots_[place(token)];
        if (slot.round != round_) slot = Slot{round_, token, ++count_};
        return slot.number;
    }

    /// The number of a token, 0 if it was not added. O(1), expected.
    std::uint32_t find(TokenId token) const {
        const Slot& slot = slots_[place(token)];
        return slot.round == round_ ? slot.number : 0;
    }

    std::uint32_t size() const { return count_; }

private:
    struct Slot {
        std::uint32_t round = 0;
        TokenId token = 0;
        std::uint32_t number = 0;
    };

    std::size_t place(TokenId token) const {
        // Multiplicative hashing: vocabulary ids are small and dense, the high bits of the product are well spread.
        std::size_t at = static_cast<std::size_t>((token * std::uint64_t{0x9E3779B97F4A7C15}) >> shift_);
        while (slots_[at].round == round_ && slots_[at].token != token) at = (at + 1) & mask_;
        return at;
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    int shift_ = 63;
    std::uint32_t round_ = 0;
    std::uint32_t count_ = 0;
};

}  // namespace bakeoff
