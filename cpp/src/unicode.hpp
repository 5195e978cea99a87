#pragma once

#include <cstddef>
#include <string_view>

#include "unicode_tables.hpp"

namespace bakeoff::unicode {

struct Decoded {
    char32_t code;
    std::size_t length;
};

/// How many bytes the UTF-8 character with this first byte has. O(1).
constexpr std::size_t length_of(unsigned char first) {
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/// The character that starts at `p`; the text is valid UTF-8. O(1).
constexpr Decoded decode(const unsigned char* p) {
    const auto rest = [p](std::size_t i) { return static_cast<char32_t>(p[i] & 0x3F); };
    switch (length_of(*p)) {
        case 1: return {*p, 1};
        case 2: return {static_cast<char32_t>(*p & 0x1F) << 6 | rest(1), 2};
        case 3: return {static_cast<char32_t>(*p & 0x0F) << 12 | rest(1) << 6 | rest(2), 3};
        default: return {static_cast<char32_t>(*p & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4};
    }
}

/// The character that starts at byte `at` of valid UTF-8. O(1).
inline Decoded decode_at(std::string_view text, std::size_t at) {
    return decode(reinterpret_cast<const unsigned char*>(text.data()) + at);
}

/// White space beyond ASCII: the same for Python and Perl. Every one starts with one of the bytes C2, E1, E2, E3. O(1).
constexpr bool is_wide_space(char32_t c) {
    if (c < 0x80) return false;  // said first, because nearly every character goes this way
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Java's `\s`: ASCII only. O(1).
constexpr bool is_java_space(char32_t c) { return c == ' ' || (c >= 0x09 && c <= 0x0D); }

/// Perl's `\s` on Unicode text. O(1).
constexpr bool is_perl_space(char32_t c) { return is_java_space(c) || is_wide_space(c); }

/// What Python's `str.split` splits at: the four information separators too. O(1).
constexpr bool is_python_space(char32_t c) { return is_perl_space(c) || (c >= 0x1C && c <= 0x1F); }

/// The text without the white space (for Python) at its end. O(length removed).
std::string_view without_trailing_space(std::string_view text);

/// The text without the white space (for Python) at either end. O(length removed).
std::string_view without_outer_space(std::string_view text);

/// Whether a character is a number, punctuation or a symbol, by the newest Unicode that is known here. O(1).
Category category(char32_t c);

/// The same by Unicode 14.0: characters that came later are none of them. O(1).
Category category_14(char32_t c);

/// The lower-case form in Unicode 14.0; final sigma is not distinguished and U+0130 is left as it is. O(log ranges).
char32_t lower_14(char32_t c);

}  // namespace bakeoff::unicode
