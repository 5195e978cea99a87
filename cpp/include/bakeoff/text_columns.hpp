#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bakeoff {

using TextViews = std::span<const std::string_view>;

/// For each text the number of those that are the same, from 0 in order of first sight; with `fold`, ASCII letters are the
/// same in either case. O(total length).
std::vector<std::int32_t> equal_texts(TextViews texts, bool fold);

/// For each text the first of the others that is the same, -1 where there is none. O(total length).
std::vector<std::int64_t> rows_among(TextViews texts, TextViews others, bool fold);

/// What stands before the first of the separators that a text holds, a separator being tried before those behind it in the
/// list; all of the text where it holds none. O(total length · separators).
std::vector<std::string_view> prefixes(TextViews texts, std::string_view separators);

/// The rows of texts that hold one of the parts, which are not empty. O(total length · parts).
std::vector<std::int64_t> rows_with(TextViews texts, TextViews parts, bool fold);

}  // namespace bakeoff
