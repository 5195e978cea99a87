#include "bakeoff/vocabulary.hpp"

#include <functional>

namespace bakeoff {

namespace {
std::uint32_t hash_of(std::string_view token) {
    const std::size_t h = std::hash<std::string_view>{}(token);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}
}  // namespace

Vocabulary::Vocabulary() : slots_(1u << 12, Slot{0, empty}) {}

TokenId Vocabulary::intern(std::string_view token) {
    const std::uint32_t hash = hash_of(token);
    std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].id != empty) {
        if (slots_[at].hash == hash && tokens_[slots_[at].id] == token) return slots_[at].id;
        at = (at + 1) & mask;
    }
    const auto id = static_cast<TokenId>(tokens_.size());
    tokens_.emplace_back(token);
    slots_[at] = Slot{hash, id};
    if (tokens_.size() * 2 > slots_.size()) grow();
    return id;
}

void Vocabulary::grow() {
    std::vector<Slot> wider(slots_.size() * 2, Slot{0, empty});
    const std::size_t mask = wider.size() - 1;
    for (const Slot& slot : slots_) {
        if (slot.id == empty) continue;
        std::size_t at = slot.hash & mask;
        while (wider[at].id != empty) at = (at + 1) & mask;
        wider[at] = slot;
    }
    slots_.swap(wider);
}

}  // namespace bakeoff
