#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bakeoff/word_forms.hpp"

namespace bakeoff {

/// A transcript that is no network: in which utterance, and what is wrong with it.
class NetworkError : public std::invalid_argument {
public:
    NetworkError(std::size_t number, const std::string& what) : std::invalid_argument(what), utterance(number) {}
    std::size_t utterance;
};

/// What a row of words with alternatives is; the values are those of the files' reader.
enum class RowKind : std::uint8_t { word = 0, begin = 1, alternative = 2, end = 3 };

/// What to do with { a / }, which the tools read as { a } though it looks like "a or nothing".
enum class EmptyAlternative { refuse, ignore, null };

/// The words of one utterance as arcs between nodes, from node 0 to the last. Every arc comes after
/// the arcs that lead to its start. Without alternatives there are no nodes: the arcs are a chain.
struct NetworkView {
    std::span<const FormId> forms;
    std::span<const std::int32_t> places;  ///< of each arc: number of its word in the utterance, -1 where it has none
    std::span<const std::uint32_t> from, to;
    std::uint32_t last_node = 0;

    /// Whether there are no alternatives. O(1).
    bool is_chain() const { return from.empty(); }
};

/// The networks of many utterances, in flat arrays.
class WordNetworks {
public:
    explicit WordNetworks(VocabularyIdentity forms) : identity_(std::move(forms)) {}

    /// What identifies the forms of the words. O(1).
    const VocabularyIdentity& identity() const { return identity_; }

    /// The number of utterances. O(1).
    std::size_t size() const { return offsets_.size() - 1; }

    /// The network of an utterance. O(1).
    NetworkView operator[](std::size_t utterance) const;

private:
    friend class NetworkBuilder;

    VocabularyIdentity identity_;
    std::vector<FormId> forms_;
    std::vector<std::int32_t> places_;
    std::vector<std::size_t> offsets_{0};
    std::vector<std::uint32_t> from_, to_;     // of the utterances with alternatives only
    std::vector<std::size_t> node_offsets_;    // of each utterance in `from_` and `to_`; none where it is a chain
    std::vector<std::uint32_t> last_nodes_;
};

/// Words for which one table of forms serves, and the networks made of them.
class NetworkWords {
public:
    explicit NetworkWords(const WordRules& rules) : forms(rules) {}

    WordForms forms;
    VocabularyIdentity identity = std::make_shared<const char>();
};

/// Networks of texts with alternatives as in "a { b c / { d / @ } e } (f)". O(total length).
WordNetworks networks_of_texts(std::span<const std::string_view> texts, EmptyAlternative empty, NetworkWords& words);

/// Networks of rows of words: row i has the text `texts[numbers[i]]`, utterance i the rows from `offsets[i]` up to
/// `offsets[i + 1]`. O(rows + total length of the texts).
WordNetworks networks_of_rows(std::span<const std::string_view> texts, std::span<const std::int32_t> numbers,
                              std::span<const std::uint8_t> kinds, std::span<const std::int64_t> offsets, NetworkWords& words);

}  // namespace bakeoff
