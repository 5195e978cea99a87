#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bakeoff/vocabulary.hpp"
#include "ter_alignment.hpp"

namespace bakeoff::ter {

/// Small numbers for the words of one segment.
class Numbering {
public:
    /// Numbers the reference's words from 0 in order of first sight; hypothesis words that it lacks get the next number.
    /// Expected O(hypothesis + reference).
    void assign(std::span<const TokenId> hypothesis, std::span<const TokenId> reference);

    Words hypothesis() const { return hypothesis_; }
    Words reference() const { return reference_; }
    /// How many different words the reference has.
    std::size_t kinds() const { return counts_.size(); }
    /// How many words the texts share, repetitions counted.
    int common() const { return common_; }

private:
    struct Slot {
        TokenId token;
        Word word;
    };

    /// The slot of a token, or the free one where it belongs. Expected O(1).
    Slot& slot_of(TokenId token);

    std::vector<Slot> slots_;
    std::vector<Word> hypothesis_, reference_;
    std::vector<int> counts_;
    int common_ = 0;
};

}  // namespace bakeoff::ter
