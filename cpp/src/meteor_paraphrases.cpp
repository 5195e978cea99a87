#include <limits>
#include <stdexcept>

#include "bakeoff/meteor.hpp"

namespace bakeoff {

namespace {

constexpr std::uint32_t no_phrase = std::numeric_limits<std::uint32_t>::max();

constexpr std::uint64_t edge(std::uint32_t node, TokenId word) { return std::uint64_t{node} << 32 | word; }

/// Checks that starts ascend from 0 to the number of items.
void require_starts(std::span<const std::int64_t> starts, std::size_t items) {
    std::int64_t before = 0;
    for (const std::int64_t start : starts) {
        if (start < before) throw std::invalid_argument("expected ascending starts");
        before = start;
    }
    if (starts.empty() || starts.front() != 0 || before != static_cast<std::int64_t>(items)) {
        throw std::invalid_argument("expected starts from 0 to the number of items");
    }
}

}  // namespace

Paraphrases::Paraphrases(std::span<const std::int64_t> word_starts, std::span<const std::int32_t> words,
                         std::span<const std::int64_t> partner_starts, std::span<const std::int32_t> partners)
    : phrase_of_node_{no_phrase} {
    require_starts(word_starts, words.size());
    require_starts(partner_starts, partners.size());
    if (word_starts.size() != partner_starts.size()) throw std::invalid_argument("expected paraphrases for each phrase");
    const std::size_t phrases = word_starts.size() - 1;
    nodes_.reserve(words.size());
    for (std::size_t p = 0; p < phrases; ++p) {
        std::uint32_t node = 0;
        for (auto i = static_cast<std::size_t>(word_starts[p]); i < static_cast<std::size_t>(word_starts[p + 1]); ++i) {
            const auto next = static_cast<std::uint32_t>(phrase_of_node_.size());
            const auto [found, is_new] = nodes_.try_emplace(edge(node, static_cast<TokenId>(words[i])), next);
            if (is_new) phrase_of_node_.push_back(no_phrase);
            node = found->second;
        }
        phrase_of_node_[node] = static_cast<std::uint32_t>(p);
    }
    for (const std::int64_t start : partner_starts) partner_starts_.push_back(static_cast<std::size_t>(start));
    for (const std::int32_t partner : partners) {
        if (partner < 0 || static_cast<std::size_t>(partner) >= phrases) throw std::invalid_argument("no such phrase");
        partners_.push_back(static_cast<std::uint32_t>(partner));
    }
}

void Paraphrases::find(std::span<const TokenId> segment, std::vector<PhraseOccurrence>& found) const {
    found.clear();
    for (std::size_t start = 0; start < segment.size(); ++start) {
        std::uint32_t node = 0;
        for (std::size_t end = start; end < segment.size(); ++end) {
            const auto next = nodes_.find(edge(node, segment[end]));
            if (next == nodes_.end()) break;
            node = next->second;
            if (phrase_of_node_[node] == no_phrase) continue;
            found.push_back({phrase_of_node_[node], static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end + 1 - start)});
        }
    }
}

}  // namespace bakeoff
