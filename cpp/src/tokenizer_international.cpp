#include "preparation.hpp"
#include "split_characters.hpp"
#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

constexpr Kind kind_of_category(unicode::Category category) {
    switch (category) {
        case unicode::Category::number: return Kind::number;
        case unicode::Category::punctuation: return Kind::point;
        case unicode::Category::symbol: return Kind::alone;
        default: return Kind::word;
    }
}

// ASCII's categories have not changed since Unicode 1, so one table serves all.
constexpr Kind ascii_kind(char32_t c) {
    if (unicode::is_java_space(c)) return Kind::space;
    for (const unicode::CategoryRange& range : unicode::categories) {
        if (c >= range.first && c <= range.last) return kind_of_category(range.category);
    }
    return Kind::word;
}

struct MtevalRules : BasicRules {
    static constexpr bool padded = false;
    static constexpr Kinds kinds = kinds_by_byte(ascii_kind, Kind::decode);
    static Kind kind_of(char32_t c) {
        return unicode::is_wide_space(c) ? Kind::space : kind_of_category(unicode::category_14(c));
    }
};

struct MtevalNocaseRules : MtevalRules {
    static constexpr unsigned char written(unsigned char byte) { return ascii_lower(byte); }
    static void write(LineWriter& line, const unsigned char* p, std::size_t length) {
        const char32_t c = unicode::decode(p).code;
        if (c == 0x130) {  // the one letter whose lower-case form is two: i and a dot above
            line.put('i');
            line.put(reinterpret_cast<const unsigned char*>("\u0307"), 2);
            return;
        }
        const char32_t lower = unicode::lower_14(c);
        if (lower == c) line.put(p, length);
        else put_encoded(line, lower);
    }

private:
    static void put_encoded(LineWriter& line, char32_t c) {
        const auto rest = [c](unsigned shift) { return static_cast<unsigned char>(0x80 | (c >> shift & 0x3F)); };
        if (c < 0x80) return line.put(static_cast<unsigned char>(c));
        if (c < 0x800) {
            line.put(static_cast<unsigned char>(0xC0 | c >> 6));
        } else if (c < 0x10000) {
            line.put(static_cast<unsigned char>(0xE0 | c >> 12));
            line.put(rest(6));
        } else {
            line.put(static_cast<unsigned char>(0xF0 | c >> 18));
            line.put(rest(12));
            line.put(rest(6));
        }
        line.put(rest(0));
    }
};

struct SacrebleuRules : BasicRules {
    static constexpr bool padded = false;
    static constexpr Kinds kinds = [] {
        Kinds made = MtevalRules::kinds;
        for (std::size_t c = 0x1C; c <= 0x1F; ++c) made[c] = Kind::space;
        return made;
    }();
    static Kind kind_of(char32_t c) {
        return unicode::is_wide_space(c) ? Kind::space : kind_of_category(unicode::category(c));
    }
};

}  // namespace

void tokenize_intl(std::string_view text, std::string& line) {
    split_characters<SacrebleuRules>(unicode::without_trailing_space(text), line);
}

// mteval counts an empty word where a segment starts with a tab or a line end, and matches only its n-grams of two
// words and more; such a word cannot be in a line of tokens and is left out.
void tokenize_mteval_intl(std::string_view text, std::string& line) {
    std::string scratch;
    split_characters<MtevalRules>(prepared_as_mteval_international(text, scratch), line);
}

void tokenize_mteval_intl_nocase(std::string_view text, std::string& line) {
    std::string scratch;
    split_characters<MtevalNocaseRules>(prepared_as_mteval_international(text, scratch), line);
}

}  // namespace bakeoff
