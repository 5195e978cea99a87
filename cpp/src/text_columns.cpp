#include "bakeoff/text_columns.hpp"

#include <algorithm>
#include <string>

#include "bakeoff/vocabulary.hpp"

namespace bakeoff {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The text as it is compared, in a buffer that serves one after the other.
std::string_view compared(std::string_view text, bool fold, std::string& buffer) {
    if (!fold) return text;
    buffer.resize(text.size());
    std::transform(text.begin(), text.end(), buffer.begin(), lower);
    return buffer;
}

bool holds(std::string_view text, std::string_view part, bool fold) {
    if (!fold) return text.find(part) != text.npos;
    const auto same = [](char one, char other) { return lower(one) == lower(other); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

std::vector<std::int32_t> equal_texts(TextViews texts, bool fold) {
    Vocabulary seen;
    std::string buffer;
    std::vector<std::int32_t> numbers;
    numbers.reserve(texts.size());
    for (const auto text : texts) numbers.push_back(static_cast<std::int32_t>(seen.intern(compared(text, fold, buffer))));
    return numbers;
}

std::vector<std::int64_t> rows_among(TextViews texts, TextViews others, bool fold) {
    Vocabulary seen;
    std::string buffer;
    std::vector<std::int64_t> first;  // of each different text
    for (std::size_t row = 0; row < others.size(); ++row) {
        if (seen.intern(compared(others[row], fold, buffer)) == first.size()) first.push_back(static_cast<std::int64_t>(row));
    }
    std::vector<std::int64_t> rows;
    rows.reserve(texts.size());
    for (const auto text : texts) {
        const std::size_t number = seen.intern(compared(text, fold, buffer));
        rows.push_back(number < first.size() ? first[number] : -1);
    }
    return rows;
}

std::vector<std::string_view> prefixes(TextViews texts, std::string_view separators) {
    std::vector<std::string_view> found;
    found.reserve(texts.size());
    for (const std::string_view text : texts) {
        std::size_t end = text.npos;
        for (std::size_t i = 0; i < separators.size() && end == text.npos; ++i) end = text.find(separators[i]);
        found.push_back(text.substr(0, end));
    }
    return found;
}

std::vector<std::int64_t> rows_with(TextViews texts, TextViews parts, bool fold) {
    std::vector<std::int64_t> rows;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        const auto held = [&](std::string_view part) { return holds(texts[row], part, fold); };
        if (std::any_of(parts.begin(), parts.end(), held)) rows.push_back(static_cast<std::int64_t>(row));
    }
    return rows;
}

}  // namespace bakeoff
