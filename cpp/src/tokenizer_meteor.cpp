#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "meteor_prefixes.hpp"
#include "tokenizer_list.hpp"
#include "unicode.hpp"

// METEOR 1.5 states its normaliser as passes of substitutions that do not overlap; so is this one.
namespace bakeoff {

namespace {

using Text = std::u32string;

constexpr char32_t kept_dot = 0x110000;  // a dot of a row of dots, which no later pass may see

constexpr bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char32_t c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) ||
           (c >= 0x400 && c <= 0x527) || (c >= 0x1D00 && c <= 0x1D7F) || (c >= 0xA640 && c <= 0xA66E) ||
           (c >= 0xA67E && c <= 0xA697);
}

constexpr bool is_alphanumeric(char32_t c) { return is_digit(c) || is_letter(c); }
constexpr bool is_no_digit(char32_t c) { return !is_digit(c); }
constexpr bool is_no_letter(char32_t c) { return !is_letter(c); }
constexpr bool is_not_alphanumeric(char32_t c) { return !is_alphanumeric(c); }
constexpr bool is_small_s(char32_t c) { return c == 's'; }
constexpr bool is_alphanumeric_or_dot(char32_t c) { return is_alphanumeric(c) || c == '.'; }

/// Where Java's StringTokenizer splits.
constexpr bool is_separator(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

constexpr bool is_wide_blank(char32_t c) {
    return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

constexpr bool stays(char32_t c) {
    return is_alphanumeric(c) || unicode::is_java_space(c) || c == '.' || c == '\'' || c == '`' || c == ',' || c == '-' ||
           c == 0x2018 || c == 0x2019;
}

/// The characters between blanks, each one that is no letter, digit or inner mark separated from its neighbours.
Text separated(std::string_view text) {
    Text out{U' '};
    out.reserve(2 * text.size() + 2);
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = unicode::decode_at(text, at);
        at += length;
        if (stays(c)) out += c;
        else (out += U' ').append({c, U' '});
    }
    return out += U' ';
}

void keep_rows_of_dots(Text& text) {
    if (text.find(U"..") == Text::npos) return;
    Text out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && text[end] == '.') ++end;
        if (end - i < 2) {
            out += text[i++];
            continue;
        }
        (out += U' ').append(end - i, kept_dot) += U' ';
        i = end;
    }
    text = std::move(out);
}

using Class = bool (*)(char32_t);

/// Puts something for each `mark` between two characters of the given classes. Both are used up: what follows at once
/// does not see them.
template <Class before, Class after>
void replace_between(Text& text, char32_t mark, std::u32string_view by) {
    Text out;
    std::size_t done = 0;
    for (std::size_t at = text.find(mark, 1); at != Text::npos && at + 1 < text.size();) {
        if (before(text[at - 1]) && after(text[at + 1])) {
            if (done == 0) out.reserve(2 * text.size());
            out.append(text, done, at - done).append(by) += text[at + 1];
            done = at + 2;
        }
        at = text.find(mark, std::max(at, done) + 1);
    }
    if (done > 0) text = out.append(text, done);
}

void replace_all(Text& text, std::u32string_view from, std::u32string_view to) {
    std::size_t found = text.find(from);
    if (found == Text::npos) return;
    Text out;
    std::size_t done = 0;
    for (; found != Text::npos; found = text.find(from, done)) {
        out.append(text, done, found - done).append(to);
        done = found + from.size();
    }
    text = out.append(text, done);
}

void unify_quotes_and_dashes(Text& text) {
    for (char32_t& c : text) {
        if (c == '`' || c == 0x2018 || c == 0x2019) c = '\'';
        else if (c == 0x201C || c == 0x201D) c = '"';
        else if (c == 0x2013) c = '-';
    }
    replace_all(text, U"''", U" \" ");
    replace_all(text, U"--", U"-");
}

enum class Apostrophe { with_right, with_left, alone };

template <Apostrophe rule>
void split_apostrophes(Text& text) {
    if constexpr (rule == Apostrophe::alone) {
        replace_all(text, U"'", U" ' ");
    } else {
        replace_between<is_no_letter, is_no_letter>(text, '\'', U" ' ");
        replace_between<rule == Apostrophe::with_right ? is_not_alphanumeric : is_no_letter, is_letter>(text, '\'', U" ' ");
        replace_between<is_letter, is_no_letter>(text, '\'', U" ' ");
        replace_between<is_letter, is_letter>(text, '\'', rule == Apostrophe::with_right ? U" '" : U"' ");
        if constexpr (rule == Apostrophe::with_right) replace_between<is_digit, is_small_s>(text, '\'', U" '");
    }
}

void append_utf8(std::string& line, char32_t c) {
    const auto rest = [&](unsigned shift) { line += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) {
        line += static_cast<char>(c);
    } else if (c < 0x800) {
        line += static_cast<char>(0xC0 | c >> 6);
        rest(0);
    } else if (c < 0x10000) {
        line += static_cast<char>(0xE0 | c >> 12);
        rest(6);
        rest(0);
    } else {
        line += static_cast<char>(0xF0 | c >> 18);
        rest(12);
        rest(6);
        rest(0);
    }
}

void append_lower(std::string& line, char32_t c) {
    if (c < 0x80) line += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    else if (c == kept_dot) line += '.';
    else if (c == 0x130) line += "i\u0307";  // the one letter whose lower-case form is two
    else append_utf8(line, unicode::lower_14(c));
}

using Prefixes = std::span<const std::string_view>;

bool holds(Prefixes prefixes, std::u32string_view word) {
    std::string bytes;
    for (const char32_t c : word) append_utf8(bytes, c);
    return std::binary_search(prefixes.begin(), prefixes.end(), std::string_view(bytes));
}

/// Appends words; words that end in a dot lose it, keep it or have it separated.
class WordWriter {
public:
    WordWriter(std::string& line, Prefixes prefixes, Prefixes number_prefixes)
        : line_(line), start_(line.size()), prefixes_(prefixes), number_prefixes_(number_prefixes) {}

    void write(std::u32string_view word, std::u32string_view next) {
        if (word.size() < 2 || word.back() != '.') return put(word, false);
        const std::u32string_view stem = word.substr(0, word.size() - 1);
        const bool abbreviation = stem.find(U'.') != stem.npos && std::any_of(stem.begin(), stem.end(), is_letter);
        if (abbreviation) return put(word, true);
        const char32_t follows = next.empty() ? U' ' : next.front();
        if ((follows >= 'a' && follows <= 'z') || holds(prefixes_, stem) ||
            (is_digit(follows) && holds(number_prefixes_, stem))) {
            return put(word, false);
        }
        put(stem, false);
        put(U".", false);
    }

    /// Without the control characters and blanks at either end, which Java's `trim` removes.
    void finish() {
        const auto is_low = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
        while (line_.size() > start_ && is_low(line_.back())) line_.pop_back();
        const auto begin = line_.begin() + static_cast<std::ptrdiff_t>(start_);
        line_.erase(begin, std::find_if_not(begin, line_.end(), is_low));
    }

private:
    void put(std::u32string_view word, bool without_dots) {
        if (line_.size() > start_ && line_.back() != ' ') line_ += ' ';
        for (const char32_t c : word) {
            if (is_wide_blank(c)) {
                if (line_.size() > start_ && line_.back() != ' ') line_ += ' ';
            } else if (!without_dots || c != '.') {
                append_lower(line_, c);
            }
        }
    }

    std::string& line_;
    std::size_t start_;
    Prefixes prefixes_;
    Prefixes number_prefixes_;
};

void write_words(const Text& text, WordWriter writer) {
    const auto word_from = [&](std::size_t at) {
        while (at < text.size() && is_separator(text[at])) ++at;
        std::size_t end = at;
        while (end < text.size() && !is_separator(text[end])) ++end;
        return std::pair{at, std::u32string_view(text).substr(at, end - at)};
    };
    auto [at, word] = word_from(0);
    while (!word.empty()) {
        const auto [next_at, next] = word_from(at + word.size());
        writer.write(word, next);
        at = next_at;
        word = next;
    }
    writer.finish();
}

template <Apostrophe rule>
void normalize(std::string_view text, std::string& line, Prefixes prefixes, Prefixes number_prefixes = {}) {
    Text characters = separated(text);
    keep_rows_of_dots(characters);
    replace_between<is_no_digit, is_no_digit>(characters, ',', U" , ");
    replace_between<is_digit, is_no_digit>(characters, ',', U" , ");
    replace_between<is_no_digit, is_digit>(characters, ',', U" , ");
    unify_quotes_and_dashes(characters);
    replace_between<is_alphanumeric_or_dot, is_alphanumeric>(characters, '-', U" ");
    split_apostrophes<rule>(characters);
    write_words(characters, WordWriter(line, prefixes, number_prefixes));
}

}  // namespace

void tokenize_meteor_cs(std::string_view text, std::string& line) {
    normalize<Apostrophe::alone>(text, line, meteor::czech_prefixes);
}

void tokenize_meteor_de(std::string_view text, std::string& line) {
    normalize<Apostrophe::alone>(text, line, meteor::german_prefixes);
}

void tokenize_meteor_en(std::string_view text, std::string& line) {
    normalize<Apostrophe::with_right>(text, line, meteor::english_prefixes, meteor::english_number_prefixes);
}

void tokenize_meteor_es(std::string_view text, std::string& line) {
    normalize<Apostrophe::alone>(text, line, meteor::spanish_prefixes);
}

void tokenize_meteor_fr(std::string_view text, std::string& line) {
    normalize<Apostrophe::with_left>(text, line, meteor::french_prefixes);
}

void tokenize_meteor_ru(std::string_view text, std::string& line) {
    normalize<Apostrophe::alone>(text, line, meteor::russian_prefixes);
}

}  // namespace bakeoff
