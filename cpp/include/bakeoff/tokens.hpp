#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bakeoff/tokenizers.hpp"
#include "bakeoff/vocabulary.hpp"

namespace bakeoff {

/// The token ids of a text, segment by segment, in one flat array.
class Tokens {
public:
    explicit Tokens(VocabularyIdentity vocabulary) : vocabulary_(std::move(vocabulary)) {}

    /// The vocabulary that gave the ids; ids of different ones cannot be compared. O(1).
    const VocabularyIdentity& vocabulary() const { return vocabulary_; }

    /// The number of segments. O(1).
    std::size_t size() const { return offsets_.size() - 1; }

    /// The ids of a segment. O(1).
    std::span<const TokenId> operator[](std::size_t segment) const { return {ids_.data() + offsets_[segment], length(segment)}; }

    /// How many ids a segment has. O(1).
    std::size_t length(std::size_t segment) const { return offsets_[segment + 1] - offsets_[segment]; }

    /// How many ids precede a segment. O(1).
    std::size_t offset(std::size_t segment) const { return offsets_[segment]; }

    /// All ids, segment after segment. O(1).
    const std::vector<TokenId>& ids() const { return ids_; }

    /// Adds an id to the open segment. O(1), amortised.
    void append(TokenId id) { ids_.push_back(id); }

    /// Ends the open segment and opens another. O(1), amortised.
    void close_segment() { offsets_.push_back(ids_.size()); }

private:
    VocabularyIdentity vocabulary_;
    std::vector<TokenId> ids_;
    std::vector<std::size_t> offsets_{0};
};

/// Each text tokenised to a line of tokens separated by single blanks. O(total length).
std::vector<std::string> tokenize_lines(std::span<const std::string_view> texts, Tokenizer tokenizer, unsigned threads);

/// Each text tokenised and interned; the ids do not depend on the number of threads. O(total length).
Tokens tokenize(std::span<const std::string_view> texts, Tokenizer tokenizer, Vocabulary& vocabulary, unsigned threads);

}  // namespace bakeoff
