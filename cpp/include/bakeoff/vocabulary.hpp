#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace bakeoff {

using TokenId = std::uint32_t;

/// Gives equal tokens equal ids. Grows only; ids count up from 0 in order of first sight. Callers lock `guard` around use.
class Vocabulary {
public:
    Vocabulary();
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    /// The id of `token`, given now if it is new. Amortised O(length of the token).
    TokenId intern(std::string_view token);

    /// The token behind an id that `intern` gave. O(1).
    const std::string& token(TokenId id) const { return tokens_[id]; }

    std::size_t size() const { return tokens_.size(); }

    std::mutex guard;

private:
    struct Slot {
        std::uint32_t hash;
        TokenId id;
    };
    static constexpr TokenId empty = ~TokenId{0};

    void grow();

    std::deque<std::string> tokens_;
    std::vector<Slot> slots_;
};

}  // namespace bakeoff
