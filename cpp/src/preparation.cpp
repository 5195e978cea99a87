#include "preparation.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace bakeoff {

namespace {

constexpr std::string_view skipped = "<skipped>";
constexpr std::string_view line_separator = "\xE2\x80\xA8";

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// `to` is never longer than `from`, so the text is rewritten in place.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
    std::size_t found = text.find(from);
    auto out = text.begin() + static_cast<std::ptrdiff_t>(std::min(found, text.size()));
    while (found != std::string::npos) {
        out = std::copy(to.begin(), to.end(), out);
        const std::size_t begin = found + from.size();
        found = text.find(from, begin);
        const std::size_t end = std::min(found, text.size());
        out = std::copy(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end), out);
    }
    text.erase(out, text.end());
}

// One after the other, so that `&amp;lt;` becomes `<` but `&amp;quot;` only `&quot;`.
void decode_entities(std::string& text) {
    replace_all(text, "&quot;", "\"");
    replace_all(text, "&amp;", "&");
    replace_all(text, "&lt;", "<");
    replace_all(text, "&gt;", ">");
}

// Unicode's property Hyphen, which is deprecated and will not grow.
constexpr std::string_view hyphens[] = {"-",      "\u00AD", "\u058A", "\u1806", "\u2010", "\u2011",
                                        "\u2E17", "\u30FB", "\uFE63", "\uFF0D", "\uFF65"};

// Where a line separator stands: nothing if a hyphen before it goes with it, else a blank.
void join_at_separators(std::string& text) {
    std::string joined;
    std::string_view rest = text;
    for (std::size_t at = rest.find(line_separator); at != std::string_view::npos; at = rest.find(line_separator)) {
        const std::string_view stretch = rest.substr(0, at);
        const auto* hyphen = std::find_if(std::begin(hyphens), std::end(hyphens),
                                          [&](std::string_view each) { return stretch.ends_with(each); });
        if (hyphen == std::end(hyphens)) joined.append(stretch) += ' ';
        else joined.append(stretch.substr(0, stretch.size() - hyphen->size()));
        rest.remove_prefix(at + line_separator.size());
    }
    text = joined.append(rest);
}

}  // namespace

std::string_view prepared_as_mteval(std::string_view text, std::string& scratch) {
    if (!contains(text, "\n") && !contains(text, "&") && !contains(text, skipped)) return text;
    scratch = text;
    replace_all(scratch, skipped, "");
    replace_all(scratch, "-\n", "");
    replace_all(scratch, "\n", " ");
    decode_entities(scratch);
    return scratch;
}

std::string_view prepared_as_mteval_international(std::string_view text, std::string& scratch) {
    if (!contains(text, line_separator) && !contains(text, "&") && !contains(text, skipped)) return text;
    scratch = text;
    replace_all(scratch, skipped, "");
    join_at_separators(scratch);
    decode_entities(scratch);
    replace_all(scratch, "&apos;", "'");
    return scratch;
}

std::string_view prepared_as_sacrebleu_ter(std::string_view text, std::string& scratch) {
    if (!contains(text, "\n") && !contains(text, "&")) return text;
    scratch = text;
    replace_all(scratch, "\n-", "");
    replace_all(scratch, "\n", " ");
    decode_entities(scratch);
    return scratch;
}

}  // namespace bakeoff
