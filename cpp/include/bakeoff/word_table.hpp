#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bakeoff/hash_factor.hpp"

namespace bakeoff {

/// A word with its hash. Words of up to eight bytes and equal length have equal hashes only if they are equal.
struct HashedWord {
    std::string_view text;
    std::uint64_t hash;
};

/// Eight bytes, the first of them lowest. O(1).
inline std::uint64_t load_bytes(const char* bytes) {
    std::uint64_t value;
    std::memcpy(&value, bytes, sizeof value);
    if constexpr (std::endian::native == std::endian::big) {
        std::uint64_t turned = 0;
        for (int i = 0; i < 8; ++i) turned = turned << 8 | (value >> 8 * i & 0xFF);
        return turned;
    }
    return value;
}

/// The word with its hash. O(length).
inline HashedWord hashed(std::string_view word) {
    if (word.size() <= 8) {
        char bytes[8]{};
        std::copy(word.begin(), word.end(), bytes);
        return {word, load_bytes(bytes) * hash_factor};
    }
    std::uint64_t hash = load_bytes(word.data()) * hash_factor;
    const auto add = [&](const char* bytes) { hash = (hash ^ hash >> 32 ^ load_bytes(bytes)) * hash_factor; };
    for (std::size_t at = 8; at + 8 < word.size(); at += 8) add(word.data() + at);
    add(word.data() + word.size() - 8);
    return {word, hash};
}

/// The word from `begin` up to the next blank, with its hash; seven bytes behind that blank must be readable. O(length).
inline HashedWord hashed_until_blank(const char* begin) {
    const std::uint64_t bytes = load_bytes(begin);
    const std::uint64_t no_blank = bytes ^ 0x2020202020202020;
    // Of the bytes that are 0 here, the lowest is marked for certain.
    const std::uint64_t marks = (no_blank - 0x0101010101010101) & ~no_blank & 0x8080808080808080;
    if (marks == 0) {
        const char* end = begin + 8;
        while (*end != ' ') ++end;
        return hashed({begin, end});
    }
    const auto length = static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    return {{begin, length}, (bytes & ((std::uint64_t{1} << 8 * length) - 1)) * hash_factor};
}

/// Numbers different words from 0, in order of first sight.
class WordTable {
public:
    /// The number of a word, given now if it is new; then `keep(text)` gives the view that is remembered. Amortised O(length).
    template <class Keep>
    std::uint32_t number(const HashedWord& word, Keep&& keep) {
        const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(word.text.size(), long_size));
        std::size_t at = word.hash >> shift_;
        for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            if (slot.hash != word.hash || slot.size != size) continue;
            if (size < long_size || words_[slot.number] == word.text) return slot.number;
        }
        if (words_.size() == none) throw std::length_error("more different words than 32 bits can number");
        const auto number = static_cast<std::uint32_t>(words_.size());
        words_.push_back(keep(word.text));
        slots_[at] = {word.hash, number, size};
        if (2 * words_.size() > slots_.size()) grow();
        return number;
    }

    /// The word with a number that was given. O(1).
    std::string_view word(std::uint32_t number) const { return words_[number]; }

    /// Forgets all words. O(1).
    void clear() {
        words_.clear();
        slots_.assign(std::size_t{1} << first_bits, Slot{});
        shift_ = 64 - first_bits;
    }

    /// How many different words there are. O(1).
    std::size_t size() const { return words_.size(); }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr int first_bits = 7;
    static constexpr std::size_t long_size = 9;  // stands for all sizes at which the hash does not distinguish words

    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t number = none;
        std::uint32_t size = 0;
    };

    void grow() {
        std::vector<Slot> wider(slots_.size() * 2);
        --shift_;
        for (const Slot& slot : slots_) {
            if (slot.number == none) continue;
            std::size_t at = slot.hash >> shift_;
            while (wider[at].number != none) at = (at + 1) & (wider.size() - 1);
            wider[at] = slot;
        }
        slots_.swap(wider);
    }

    int shift_ = 64 - first_bits;
    std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << first_bits);
    std::vector<std::string_view> words_;
};

}  // namespace bakeoff
