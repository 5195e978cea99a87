#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <shared_mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bakeoff/references.hpp"

namespace bakeoff {

/// What makes two words or phrases match, in the order in which METEOR tries them.
enum class MeteorModule : std::uint8_t { exact, stem, synonym, paraphrase };

/// The 32-bit hash that Java gives a string; METEOR takes words with equal hashes for equal. O(length).
std::uint32_t java_hash(std::string_view word);

/// What METEOR knows of words: hash, stem, synsets, and whether they are function words. Grows only. Callers lock `guard`:
/// exclusively around `add`, shared around everything else.
class MeteorLexicon {
public:
    struct Word {
        std::uint32_t hash = 0;
        std::uint32_t stem = 0;
        bool known = false;
        bool is_function_word = false;
        std::array<std::uint64_t, 16> synset_marks{};  // a bit for each synset: words without a common bit share none
        std::size_t synsets_begin = 0;
        std::size_t synsets_end = 0;
    };

    explicit MeteorLexicon(VocabularyIdentity vocabulary) : vocabulary_(std::move(vocabulary)) {}

    /// The ids of a text that are not known yet, ascending. O(ids + vocabulary).
    std::vector<TokenId> unknown(const Tokens& tokens) const;

    /// Adds words: their ids, texts, whether they are function words, stems (or none) and synsets, the i-th word's from
    /// starts[i] to starts[i + 1] (or none). Words known already are left as they are. O(total length).
    void add(std::span<const TokenId> ids, std::span<const std::string_view> words, std::span<const bool> are_function_words,
             std::span<const std::string_view> stems, std::span<const std::int64_t> synset_starts,
             std::span<const std::int32_t> synsets);

    /// Throws std::invalid_argument unless all words of the text are known. O(ids).
    void require_known(const Tokens& tokens) const;

    /// What is known of a word. O(1).
    const Word& operator[](TokenId id) const { return words_[id]; }

    /// Whether two words share a synset. O(synsets of both).
    bool are_synonyms(const Word& a, const Word& b) const { return share_marks(a, b) && share_synset(a, b); }

    std::shared_mutex guard;

private:
    static bool share_marks(const Word& a, const Word& b) {
        std::uint64_t common = 0;
        for (std::size_t i = 0; i < a.synset_marks.size(); ++i) common |= a.synset_marks[i] & b.synset_marks[i];
        return common != 0;
    }

    bool share_synset(const Word& a, const Word& b) const;

    VocabularyIdentity vocabulary_;
    std::vector<Word> words_;
    std::vector<std::int32_t> synsets_;
};

/// A phrase of a segment: its number in the table of paraphrases, its first word and how many words it has.
struct PhraseOccurrence {
    std::uint32_t phrase;
    std::uint32_t start;
    std::uint32_t length;
};

/// Phrases of token ids and, for each, the phrases that may stand for it, in the order of the table.
class Paraphrases {
public:
    /// Phrase p has the words words[word_starts[p]] up to words[word_starts[p + 1]], its paraphrases are found likewise. O(all).
    Paraphrases(std::span<const std::int64_t> word_starts, std::span<const std::int32_t> words,
                std::span<const std::int64_t> partner_starts, std::span<const std::int32_t> partners);

    /// All phrases in a segment, by first word, then by length. O(words · longest phrase).
    void find(std::span<const TokenId> segment, std::vector<PhraseOccurrence>& found) const;

    /// The paraphrases of a phrase. O(1).
    std::span<const std::uint32_t> of(std::uint32_t phrase) const {
        return {partners_.data() + partner_starts_[phrase], partner_starts_[phrase + 1] - partner_starts_[phrase]};
    }

private:
    std::unordered_map<std::uint64_t, std::uint32_t> nodes_;  // (node, word) to the node that follows; node 0 is the root
    std::vector<std::uint32_t> phrase_of_node_;
    std::vector<std::size_t> partner_starts_;
    std::vector<std::uint32_t> partners_;
};

/// One match of words of the hypothesis with words of the reference.
struct MeteorMatch {
    std::uint32_t hypothesis_start, hypothesis_length, reference_start, reference_length;
    std::uint8_t module;  // its place in the list of modules
};

/// The formula's parameters and what the versions of METEOR do differently.
struct MeteorOptions {
    std::vector<MeteorModule> modules;
    std::vector<double> weights;  // one for each module
    double alpha, beta, gamma, delta;
    bool counts_perfect_chunks = false;  // the chunk of a segment that matches throughout counts as any other
    bool last_reference_wins = false;    // of equally good references the last is taken, not the first
};

/// For each module the matched content and function words of the hypothesis, then of the reference.
inline constexpr std::size_t meteor_columns_by_module = 4;
/// Then content and function words of the hypothesis and of the reference, and chunks.
inline constexpr std::size_t meteor_further_columns = 5;

/// The statistics of each segment against its best reference, a row for each segment. O(hypothesis · reference words) for
/// collecting matches and O(beam · matches) for the search of an alignment, by segment and reference.
std::vector<double> meteor_statistics(const Tokens& hypothesis, References references, const MeteorLexicon& lexicon,
                                      const Paraphrases* paraphrases, const MeteorOptions& options, unsigned threads);

/// For each word of the hypothesis, segment after segment, the place of the reference word that it is aligned to, counted
/// from 0 in its segment, or -1. Of a phrase the first words are paired in order. O(as the statistics).
std::vector<std::int64_t> meteor_alignment(const Tokens& hypothesis, const Tokens& reference, const MeteorLexicon& lexicon,
                                           const Paraphrases* paraphrases, std::span<const MeteorModule> modules,
                                           unsigned threads);

}  // namespace bakeoff
