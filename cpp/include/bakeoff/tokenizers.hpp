#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bakeoff {

/// Appends to `line` the tokens of `text`, separated by single blanks, without leading or trailing blank. O(length).
using Tokenizer = void (*)(std::string_view text, std::string& line);

/// The tokeniser of that name, or nullptr. O(tokenisers).
Tokenizer find_tokenizer(std::string_view name);

/// The names of all tokenisers, sorted. O(tokenisers · log tokenisers).
std::vector<std::string_view> tokenizer_names();

}  // namespace bakeoff
