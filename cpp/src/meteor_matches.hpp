#pragma once

#include <span>
#include <utility>
#include <vector>

#include "bakeoff/meteor.hpp"

namespace bakeoff {

/// All matches of one hypothesis with one reference, sorted by the first reference word that they cover.
class MeteorMatches {
public:
    MeteorMatches(const MeteorLexicon& lexicon, const Paraphrases* paraphrases, std::span<const MeteorModule> modules)
        : lexicon_(lexicon), paraphrases_(paraphrases), modules_(modules) {}

    /// Collects the matches again: those of one reference word by module, then by hypothesis word. O(hypothesis · reference).
    void collect(std::span<const TokenId> hypothesis, std::span<const TokenId> reference);

    /// The matches that start at a reference word. O(1).
    std::span<const MeteorMatch> at(std::size_t reference_start) const {
        return {sorted_.data() + begins_[reference_start], begins_[reference_start + 1] - begins_[reference_start]};
    }

    /// All matches. O(1).
    std::span<const MeteorMatch> all() const { return sorted_; }

private:
    using Word = MeteorLexicon::Word;

    /// What is compared of the words of a segment, in columns.
    struct Side {
        std::vector<std::uint32_t> hashes;
        std::vector<std::uint32_t> stems;
        std::vector<std::pair<std::uint32_t, const Word*>> with_synsets;  // place and word

        void look_up(std::span<const TokenId> ids, const MeteorLexicon& lexicon);
    };

    void collect_equal(std::uint8_t number);
    void collect_stems(std::uint8_t number);
    void collect_synonyms(std::uint8_t number);
    void collect_phrases(std::uint8_t number);
    template <class Add>
    void pair_phrases(std::span<const PhraseOccurrence> from, std::span<const PhraseOccurrence> to, Add&& add);
    void sort(std::size_t reference_words);

    const MeteorLexicon& lexicon_;
    const Paraphrases* paraphrases_;
    std::span<const MeteorModule> modules_;
    Side hypothesis_;
    Side reference_;
    std::vector<PhraseOccurrence> hypothesis_phrases_;
    std::vector<PhraseOccurrence> reference_phrases_;
    std::vector<PhraseOccurrence> by_phrase_;
    std::vector<std::uint64_t> marks_ = std::vector<std::uint64_t>(1024);
    std::vector<MeteorMatch> found_;
    std::vector<MeteorMatch> sorted_;
    std::vector<std::size_t> begins_;
};

}  // namespace bakeoff
