#include <algorithm>
#include <iterator>

#include "split_characters.hpp"
#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

// sacreBLEU's blocks. U+2001–2A6D and U+2F81–2FA1 are what its comparisons with the two-character strings "\u2000" "0",
// "\u2a6d" "6", "\u2f80" "0" and "\u2fa1" "d" come to; ideographs beyond U+FFFF are not separated.
constexpr unicode::Range blocks[] = {
    {0x2001, 0x2A6D}, {0x2E80, 0x2EFF}, {0x2F00, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF},
    {0x31C0, 0x31EF}, {0x3200, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
    {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
};

constexpr bool is_separated(char32_t c) {
    if (c >= 0x4E00 && c <= 0x9FBB) return true;
    const auto* block = std::partition_point(std::begin(blocks), std::end(blocks), [c](const auto& b) { return b.last < c; });
    return block != std::end(blocks) && c >= block->first;
}

struct ZhRules : BasicRules {
    static constexpr bool padded = false;
    static constexpr Kinds kinds = [] {
        Kinds made = western_kinds(unicode::is_python_space);
        for (std::size_t first = 0xE2; first <= 0xEF; ++first) made[first] = Kind::decode;
        return made;
    }();
    static constexpr Kind kind_of(char32_t c) {
        if (unicode::is_wide_space(c)) return Kind::space;
        return is_separated(c) ? Kind::alone : Kind::word;
    }
};

}  // namespace

void tokenize_zh(std::string_view text, std::string& line) {
    split_characters<ZhRules>(unicode::without_outer_space(text), line);
}

}  // namespace bakeoff
