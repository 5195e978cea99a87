#include "split_characters.hpp"
#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

struct BlankRules : BasicRules {
    static constexpr Kinds kinds = kinds_by_byte([](char32_t c) { return c == ' ' ? Kind::space : Kind::word; }, Kind::word);
    static constexpr Kind kind_of(char32_t) { return Kind::word; }
};

constexpr bool is_gtm_space(char32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

struct GtmRules : BasicRules {
    static constexpr Kinds kinds = kinds_by_byte([](char32_t c) { return is_gtm_space(c) ? Kind::space : Kind::word; }, Kind::word);
    static constexpr Kind kind_of(char32_t) { return Kind::word; }
};

struct PlainRules : BasicRules {
    static constexpr Kinds kinds = [] {
        Kinds made = kinds_by_byte([](char32_t c) { return unicode::is_python_space(c) ? Kind::space : Kind::word; }, Kind::word);
        for (const std::size_t first : {0xC2u, 0xE1u, 0xE2u, 0xE3u}) made[first] = Kind::decode;
        return made;
    }();
    static constexpr Kind kind_of(char32_t c) { return unicode::is_wide_space(c) ? Kind::space : Kind::word; }
};

constexpr Kind alone_or_space(char32_t c) { return unicode::is_python_space(c) ? Kind::space : Kind::alone; }

struct CharRules : BasicRules {
    static constexpr Kinds kinds = kinds_by_byte(alone_or_space, Kind::decode);
    static constexpr Kind kind_of(char32_t c) { return alone_or_space(c); }
};

}  // namespace

void tokenize_blank(std::string_view text, std::string& line) { split_characters<BlankRules>(text, line); }

void tokenize_gtm(std::string_view text, std::string& line) { split_characters<GtmRules>(text, line); }

void tokenize_plain(std::string_view text, std::string& line) { split_characters<PlainRules>(text, line); }

void tokenize_char(std::string_view text, std::string& line) { split_characters<CharRules>(text, line); }

}  // namespace bakeoff
