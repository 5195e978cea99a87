#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "bakeoff/tokens.hpp"

// Random texts that tests share; every generator is an argument, so a test is the same each time.
namespace bakeoff {

using Segment = std::vector<TokenId>;

inline Tokens tokens_of(const std::vector<Segment>& segments) {
    Tokens tokens(nullptr);
    for (const Segment& segment : segments) {
        for (const TokenId id : segment) tokens.append(id);
        tokens.close_segment();
    }
    return tokens;
}

template <class T>
T one_of(std::mt19937& random, std::initializer_list<T> choices) {
    return std::data(choices)[random() % choices.size()];
}

/// A character of a literal, which may hold NUL.
template <std::size_t size>
char32_t one_of(std::mt19937& random, const char32_t (&characters)[size]) {
    return characters[random() % (size - 1)];
}

inline Segment random_segment(std::mt19937& random, std::size_t longest, TokenId words) {
    Segment segment(random() % (longest + 1));
    for (TokenId& id : segment) id = static_cast<TokenId>(random() % words);
    return segment;
}

/// Some spans moved, some words replaced.
inline Segment disturbed(Segment segment, std::mt19937& random, TokenId words) {
    for (int move = 0; move < 5 && segment.size() > 1; ++move) {
        std::size_t places[3] = {random() % segment.size(), random() % segment.size(), random() % segment.size()};
        std::sort(std::begin(places), std::end(places));
        const auto at = [&](std::size_t place) { return segment.begin() + static_cast<std::ptrdiff_t>(place); };
        std::rotate(at(places[0]), at(places[1]), at(places[2]));
    }
    for (std::size_t edit = 0; edit < segment.size() / 6; ++edit) {
        segment[random() % segment.size()] = static_cast<TokenId>(random() % words);
    }
    return segment;
}

inline std::string utf8(std::u32string_view characters) {
    std::string text;
    for (const char32_t c : characters) {
        const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
        const auto rest = [&](int shift) { put(0x80 | (c >> shift & 0x3F)); };
        if (c < 0x80) put(c);
        else if (c < 0x800) put(0xC0 | c >> 6), rest(0);
        else if (c < 0x10000) put(0xE0 | c >> 12), rest(6), rest(0);
        else put(0xF0 | c >> 18), rest(12), rest(6), rest(0);
    }
    return text;
}

/// Characters of all lengths and kinds that some tokeniser or metric treats in its own way: blanks of every sort, NUL, points
/// and digits, entities, hyphens before line ends, kana, ideographs, letters whose lower case has another length; long runs.
inline std::u32string random_characters(std::mt19937& random, std::size_t pieces) {
    std::u32string text;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        switch (random() % 8) {
            case 0: text += one_of(random, U"   \t\n\r\x1C\u0085\u00A0\u2003\u2028\u3000"); break;
            case 1: text += one_of(random, U".,-'!\"&;/{~<%"); break;
            case 2: text += one_of(random, U"0123456789"); break;
            case 3: text += one_of(random, U"\0\1\x7F\u00AD\u0130\u023A\u0301\u1E9E\u2019\u20AC\uFFFD"); break;
            case 4: text += one_of(random, U"\u3042\u30AB\u31F5\u30FB\u4E2D\uFF0C\u3002\U00020000\U0001F600"); break;
            case 5: text += one_of(random, {U"&amp;", U"&lt;", U"&quot;", U"&apos;", U"<skipped>", U"-\n", U"'s "}); break;
            case 6:
                if (random() % 40 == 0) text.append(random() % 3000, one_of(random, U".-x &\u3042"));
                break;
            default: text += one_of(random, U"aaabbbcccABC");
        }
    }
    return text;
}

}  // namespace bakeoff
