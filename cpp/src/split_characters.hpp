#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "line_writer.hpp"
#include "unicode.hpp"

namespace bakeoff {

/// What a character does to the tokens round it.
enum class Kind : std::uint8_t {
    word,
    number,
    space,
    alone,       // always a token by itself
    point,       // a token by itself unless numbers are next to it
    hyphen,      // a token by itself after a number, else part of a word
    apostrophe,  // starts a token where `'s` and a blank follow, else part of a word
    hiragana,    // starts and ends a token where the script changes
    katakana,
    katakana_extension,
    edge,    // the end of a text that is not padded by blanks
    decode,  // for a first byte: the complete character decides
};

using Kinds = std::array<Kind, 256>;

/// The rules of most tokenisers: bytes speak for themselves, the text counts as if it were between blanks.
struct BasicRules {
    static constexpr bool padded = true;
    static constexpr bool splits_kana = false;
    static constexpr unsigned char written(unsigned char byte) { return byte; }
    static void write(LineWriter& line, const unsigned char* p, std::size_t length) { line.put(p, length); }
};

/// A byte with ASCII letters in lower case. O(1).
constexpr unsigned char ascii_lower(unsigned char byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte + ('a' - 'A')) : byte;
}

/// The tokens of `text` by rules that the campaigns' tools state as passes of substitutions, in one pass. O(length).
///
/// The tools part points p₁…pₖ (full stops and commas, or all punctuation) by two non-overlapping substitutions: "a point
/// after no number", which takes two characters at a time, then "a point before no number". So in a row of points every
/// one is separated from its neighbours, but the last stays with a number behind it if the first substitution, counting in
/// pairs from the front, has not reached it; and a single point stays between two numbers. Where the tool does not pad the
/// text, its edges act as numbers do: there is no character that the substitution could match.
template <class Rules>
class CharacterSplitter {
public:
    CharacterSplitter(std::string_view text, LineWriter& line)
        : p_(reinterpret_cast<const unsigned char*>(text.data())), end_(p_ + text.size()), line_(line) {}

    void run() {
        while (p_ != end_) {
            if (Rules::kinds[*p_] == Kind::word) {
                enter(Kind::word);
                do line_.put(Rules::written(*p_++));
                while (p_ != end_ && Rules::kinds[*p_] == Kind::word);
            } else {
                take_character();
            }
        }
    }

private:
    static constexpr Kind outside = Rules::padded ? Kind::space : Kind::edge;

    static bool is_number(Kind kind) { return kind == Kind::number || kind == Kind::edge; }
    static bool is_kana(Kind kind) { return kind >= Kind::hiragana && kind <= Kind::katakana_extension; }

    Kind kind_at(const unsigned char* p) const {
        if (p == end_) return outside;
        const Kind kind = Rules::kinds[*p];
        return kind == Kind::decode ? Rules::kind_of(unicode::decode(p).code) : kind;
    }

    void enter(Kind kind) {
        if constexpr (Rules::splits_kana) {
            if (kind != previous_ && (is_kana(kind) || is_kana(previous_))) line_.boundary();
        }
        previous_ = kind;
    }

    void write() {
        const std::size_t length = unicode::length_of(*p_);
        if (length == 1) line_.put(Rules::written(*p_));
        else Rules::write(line_, p_, length);
        p_ += length;
    }

    void write_alone() {
        line_.boundary();
        write();
        line_.boundary();
    }

    void take_character() {
        const Kind before = previous_;
        const Kind kind = kind_at(p_);
        enter(kind);
        switch (kind) {
            case Kind::space:
                line_.boundary();
                p_ += unicode::length_of(*p_);
                break;
            case Kind::alone: write_alone(); break;
            case Kind::point: take_points(before); break;
            case Kind::hyphen:
                if (before == Kind::number) write_alone();
                else write();
                break;
            case Kind::apostrophe:
                if (is_possessive()) line_.boundary();
                write();
                break;
            default: write();
        }
    }

    void take_points(Kind before) {
        const unsigned char* behind = p_;
        std::size_t count = 0;
        do {
            behind += unicode::length_of(*behind);
            ++count;
        } while (kind_at(behind) == Kind::point);
        const bool reached = (count % 2 == 1) != is_number(before);
        const bool stays = !reached && is_number(kind_at(behind));
        if (count > 1 || !stays) line_.boundary();
        while (count-- > 1) {
            write();
            line_.boundary();
        }
        write();
        if (!stays) line_.boundary();
    }

    // Blanks are ASCII here: the tools look for `'s` when only ASCII punctuation has been separated from words.
    bool is_possessive() const {
        if (end_ - p_ < 2 || p_[1] != 's') return false;
        return end_ - p_ == 2 || p_[2] == ' ' || (p_[2] < 0x80 && Rules::kinds[p_[2]] == Kind::alone);
    }

    const unsigned char* p_;
    const unsigned char* end_;
    LineWriter& line_;
    Kind previous_ = outside;
};

/// Appends the tokens of `text` by `Rules`. O(length).
template <class Rules>
void split_characters(std::string_view text, std::string& line) {
    LineWriter writer(line, text.size());
    CharacterSplitter<Rules>(text, writer).run();
}

/// Kinds by byte: what `kind_of` says of each ASCII character, and `rest` for the bytes of all others. O(1).
template <class KindOf>
constexpr Kinds kinds_by_byte(KindOf kind_of, Kind rest) {
    Kinds kinds{};
    for (std::size_t byte = 0; byte < 256; ++byte) kinds[byte] = byte < 0x80 ? kind_of(static_cast<char32_t>(byte)) : rest;
    return kinds;
}

/// The kinds of mteval's default tokenisation and its offspring; white space as `is_space` says. O(1).
template <class IsSpace>
constexpr Kinds western_kinds(IsSpace is_space) {
    Kinds kinds = kinds_by_byte(
        [&](char32_t c) {
            if (is_space(c)) return Kind::space;
            if (c >= '0' && c <= '9') return Kind::number;
            if (c == '.' || c == ',') return Kind::point;
            if (c == '-') return Kind::hyphen;
            const bool separate = (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= '!' && c <= '&') ||
                                (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
            return separate ? Kind::alone : Kind::word;
        },
        Kind::word);
    for (const int first : {0xC2, 0xE1, 0xE2, 0xE3}) {
        if (is_space(0xA0)) kinds[static_cast<std::size_t>(first)] = Kind::decode;
    }
    return kinds;
}

}  // namespace bakeoff
