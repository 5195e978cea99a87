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
            case 0: text += one_of<char32_t>(random, {' ', ' ', ' ', '\t', '\n', '\r', 0x1C, 0x85, 0xA0, 0x2003, 0x2028, 0x3000}); break;
            case 1: text += one_of<char32_t>(random, {'.', ',', '-', '\'', '!', '"', '&', ';', '/', '{', '~', '<', '%'}); break;
            case 2: text += static_cast<char32_t>('0' + random() % 10); break;
            case 3: text += one_of<char32_t>(random, {0, 1, 0x7F, 0xAD, 0x130, 0x23A, 0x301, 0x1E9E, 0x2019, 0x20AC, 0xFFFF}); break;
            case 4: text += one_of<char32_t>(random, {0x3042, 0x30AB, 0x31F5, 0x30FB, 0x4E2D, 0xFF0C, 0x3002, 0x20000, 0x1F600}); break;
            case 5: text += one_of<const char32_t*>(random, {U"&amp;", U"&lt;", U"&quot;", U"&apos;", U"<skipped>", U"-\n", U"'s "}); break;
            case 6:
                if (random() % 40 == 0) text.append(random() % 3000, one_of<char32_t>(random, {'.', '-', 'x', ' ', 0x3042, '&'}));
                break;
            default: text += static_cast<char32_t>((random() % 4 ? 'a' : 'A') + random() % 3);
        }
    }
    return text;
}

}  // namespace bakeoff
