#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string_view>

#include "bakeoff/word_table.hpp"

namespace bakeoff {

using TokenId = std::uint32_t;

/// Compared by address, which nobody else gets while an owner is left.
using VocabularyIdentity = std::shared_ptr<const void>;

/// Gives equal tokens equal ids. Grows only; ids count up from 0 in order of first sight. Callers lock `guard` around use.
class Vocabulary {
public:
    Vocabulary() = default;
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    /// The id of a token, given now if it is new. Amortised O(length of the token).
    TokenId intern(const HashedWord& token) {
        return tokens_.number(token, [this](std::string_view text) { return copy_of(text); });
    }
    TokenId intern(std::string_view token) { return intern(hashed(token)); }

    /// The token with an id that was given. O(1).
    std::string_view text(TokenId id) const { return tokens_.word(id); }

    /// How many different tokens there are. O(1).
    std::size_t size() const { return tokens_.size(); }

    /// What identifies this vocabulary, even after its end. O(1).
    const VocabularyIdentity& identity() const { return identity_; }

    std::mutex guard;

private:
    std::string_view copy_of(std::string_view text);

    std::pmr::monotonic_buffer_resource texts_;
    WordTable tokens_;
    VocabularyIdentity identity_ = std::make_shared<const char>();
};

}  // namespace bakeoff
