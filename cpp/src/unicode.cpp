#include "unicode.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace bakeoff::unicode {

namespace {

// No character from U+20000 on is a number, punctuation or a symbol; two bits are enough for each of the others.
constexpr std::size_t limit = 0x20000;
using Packed = std::array<std::uint8_t, limit / 4>;

constexpr void set(Packed& packed, char32_t first, char32_t last, Category category) {
    for (char32_t c = first; c <= last; ++c) {
        const auto shift = static_cast<unsigned>(c % 4 * 2);
        const unsigned kept = packed[c / 4] & ~(3u << shift);
        packed[c / 4] = static_cast<std::uint8_t>(kept | static_cast<unsigned>(category) << shift);
    }
}

constexpr Packed packed_newest() {
    Packed packed{};
    for (const CategoryRange& range : categories) set(packed, range.first, range.last, range.category);
    return packed;
}

constexpr Packed packed_14() {
    Packed packed = packed_newest();
    for (const Range& range : categorised_after_14) set(packed, range.first, range.last, Category::other);
    return packed;
}

static_assert(std::end(categories)[-1].last < limit);
constexpr Packed newest = packed_newest();
constexpr Packed fourteen = packed_14();

Category look_up(const Packed& packed, char32_t c) {
    return c < limit ? static_cast<Category>(packed[c / 4] >> c % 4 * 2 & 3) : Category::other;
}

}  // namespace

Category category(char32_t c) { return look_up(newest, c); }

Category category_14(char32_t c) { return look_up(fourteen, c); }

char32_t lower_14(char32_t c) {
    const auto* range = std::partition_point(std::begin(lower_case_14), std::end(lower_case_14),
                                             [c](const LowerRange& r) { return r.last < c; });
    if (range == std::end(lower_case_14) || c < range->first || (c - range->first) % range->step != 0) return c;
    return static_cast<char32_t>(static_cast<std::int32_t>(c) + range->delta);
}

std::string_view without_trailing_space(std::string_view text) {
    while (!text.empty()) {
        std::size_t last = text.size() - 1;
        while (last > 0 && (text[last] & 0xC0) == 0x80) --last;
        if (!is_python_space(decode_at(text, last).code)) break;
        text.remove_suffix(text.size() - last);
    }
    return text;
}

std::string_view without_outer_space(std::string_view text) {
    text = without_trailing_space(text);
    while (!text.empty()) {
        const Decoded first = decode_at(text, 0);
        if (!is_python_space(first.code)) break;
        text.remove_prefix(first.length);
    }
    return text;
}

}  // namespace bakeoff::unicode
