#include "preparation.hpp"
#include "split_characters.hpp"
#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

constexpr bool is_asian_punctuation(char32_t c) {
    return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301F) || c == 0x30FB ||
           (c >= 0xFF61 && c <= 0xFF65) || c == 0xFF01 || c == 0xFF02 || c == 0xFF08 || c == 0xFF09 || c == 0xFF0C ||
           c == 0xFF0E || c == 0xFF1A || c == 0xFF1B || c == 0xFF1F;
}

constexpr bool is_ideograph(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x2E80 && c <= 0x2EFF) || (c >= 0x3200 && c <= 0x33FF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F);
}

template <class IsSpace>
constexpr Kinds tercom_kinds(IsSpace is_space, bool asian) {
    Kinds kinds = western_kinds(is_space);
    kinds['\''] = Kind::apostrophe;
    for (std::size_t first = 0xE2; asian && first <= 0xEF; ++first) kinds[first] = Kind::decode;
    return kinds;
}

// sacreBLEU's rules for kana never fire: they ask for kana at the start of a text that starts with a blank.
template <bool asian>
struct SacrebleuRules : BasicRules {
    static constexpr Kinds kinds = tercom_kinds(unicode::is_python_space, asian);
    static constexpr Kind kind_of(char32_t c) {
        if (unicode::is_wide_space(c)) return Kind::space;
        return asian && (is_ideograph(c) || is_asian_punctuation(c)) ? Kind::alone : Kind::word;
    }
};

template <bool asian>
struct TercomRules : BasicRules {
    static constexpr bool splits_kana = asian;
    static constexpr Kinds kinds = tercom_kinds(unicode::is_java_space, asian);
    static constexpr Kind kind_of(char32_t c) {
        if (is_ideograph(c) || is_asian_punctuation(c)) return Kind::alone;
        if (c >= 0x3040 && c <= 0x309F) return Kind::hiragana;
        if (c >= 0x30A0 && c <= 0x30FF) return Kind::katakana;
        if (c >= 0x31F0 && c <= 0x31FF) return Kind::katakana_extension;
        return Kind::word;
    }
};

struct JavaSpaceRules : BasicRules {
    static constexpr Kinds kinds =
        kinds_by_byte([](char32_t c) { return unicode::is_java_space(c) ? Kind::space : Kind::word; }, Kind::word);
    static constexpr Kind kind_of(char32_t) { return Kind::word; }
};

constexpr bool is_western_punctuation(char32_t c) {
    return c == '.' || c == ',' || c == '?' || c == ':' || c == ';' || c == '!' || c == '"' || c == '(' || c == ')';
}

// Takes punctuation out of a line of tokens from `start` on, and duplicate blanks; one may remain at either end.
template <bool asian>
void remove_punctuation(std::string& line, std::size_t start) {
    std::size_t out = start;
    for (std::size_t in = start; in < line.size();) {
        const auto [code, length] = unicode::decode_at(line, in);
        const bool duplicate = code == ' ' && out > start && line[out - 1] == ' ';
        if (!duplicate && !is_western_punctuation(code) && !(asian && is_asian_punctuation(code))) {
            for (std::size_t i = 0; i < length; ++i) line[out++] = line[in + i];
        }
        in += length;
    }
    line.resize(out);
}

// Java's `trim`, which tercom's reader of segments calls: control characters go too.
std::string_view trimmed(std::string_view text) {
    const auto is_kept = [](char c) { return static_cast<unsigned char>(c) > ' '; };
    while (!text.empty() && !is_kept(text.front())) text.remove_prefix(1);
    while (!text.empty() && !is_kept(text.back())) text.remove_suffix(1);
    return text;
}

// What Java's `split` makes of the blanks at either end: an empty word in front, unless no word comes at all.
void split_as_java(std::string& line, std::size_t start) {
    constexpr char empty_word = '\t';
    if (line.size() == start) {
        line += empty_word;
        return;
    }
    if (line.back() == ' ') line.pop_back();
    if (line.size() > start && line[start] == ' ') line.insert(start, 1, empty_word);
}

}  // namespace

template <bool normalized, bool asian, bool nopunct>
void tokenize_tercom(std::string_view text, std::string& line) {
    const std::size_t start = line.size();
    text = trimmed(text);
    if (text.empty()) return;
    if constexpr (normalized) {
        std::string scratch;
        split_characters<TercomRules<asian>>(prepared_as_mteval(text, scratch), line);
    } else {
        split_characters<JavaSpaceRules>(text, line);
    }
    if constexpr (nopunct) remove_punctuation<asian>(line, start);
    split_as_java(line, start);
}

template <bool normalized, bool asian, bool nopunct>
void tokenize_sacrebleu_tercom(std::string_view text, std::string& line) {
    const std::size_t start = line.size();
    if constexpr (normalized) {
        std::string scratch;
        text = unicode::without_trailing_space(text);
        split_characters<SacrebleuRules<asian>>(prepared_as_sacrebleu_ter(text, scratch), line);
    } else {
        tokenize_plain(text, line);
    }
    if constexpr (nopunct) {
        remove_punctuation<asian>(line, start);
        if (line.size() > start && line.back() == ' ') line.pop_back();
        if (line.size() > start && line[start] == ' ') line.erase(start, 1);
    }
}

#define BAKEOFF_TERCOM(normalized, asian, nopunct)                                                   \
    template void tokenize_tercom<normalized, asian, nopunct>(std::string_view, std::string&);       \
    template void tokenize_sacrebleu_tercom<normalized, asian, nopunct>(std::string_view, std::string&);

BAKEOFF_TERCOM(false, false, false)
BAKEOFF_TERCOM(false, false, true)
BAKEOFF_TERCOM(false, true, true)
BAKEOFF_TERCOM(true, false, false)
BAKEOFF_TERCOM(true, false, true)
BAKEOFF_TERCOM(true, true, false)
BAKEOFF_TERCOM(true, true, true)

#undef BAKEOFF_TERCOM

}  // namespace bakeoff
