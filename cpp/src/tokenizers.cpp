#include "bakeoff/tokenizers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace bakeoff {

namespace {

void tokenize_plain(std::string_view text, std::string& line) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \t\n\r\f\v", begin), text.size());
        if (end > begin) {
            if (!line.empty()) line += ' ';
            line.append(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
}

constexpr std::array table{
    std::pair<std::string_view, Tokenizer>{"plain", tokenize_plain},
};

}  // namespace

Tokenizer find_tokenizer(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == name; });
    return found == table.end() ? nullptr : found->second;
}

std::vector<std::string_view> tokenizer_names() {
    std::vector<std::string_view> names;
    for (const auto& row : table) names.push_back(row.first);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace bakeoff
