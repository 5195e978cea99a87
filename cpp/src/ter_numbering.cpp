#include "ter_numbering.hpp"

#include <bit>

namespace bakeoff::ter {

namespace {
constexpr Word free_slot = ~Word{0};
}

Numbering::Slot& Numbering::slot_of(TokenId token) {
    // Fibonacci hashing: ids are consecutive, so their high product bits spread well.
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = ((token * std::uint64_t{0x9E3779B97F4A7C15}) >> 32) & mask;
    while (slots_[at].word != free_slot && slots_[at].token != token) at = (at + 1) & mask;
    return slots_[at];
}

void Numbering::assign(std::span<const TokenId> hypothesis, std::span<const TokenId> reference) {
    slots_.assign(std::bit_ceil(2 * reference.size() + 1), Slot{0, free_slot});
    counts_.clear();
    reference_.clear();
    hypothesis_.clear();
    common_ = 0;
    for (const TokenId token : reference) {
        Slot& slot = slot_of(token);
        if (slot.word == free_slot) {
            slot = {token, static_cast<Word>(counts_.size())};
            counts_.push_back(0);
        }
        ++counts_[slot.word];
        reference_.push_back(slot.word);
    }
    for (const TokenId token : hypothesis) {
        const Word found = slot_of(token).word;
        const Word word = found == free_slot ? static_cast<Word>(counts_.size()) : found;
        if (found != free_slot && counts_[word]-- > 0) ++common_;
        hypothesis_.push_back(word);
    }
}

}  // namespace bakeoff::ter
