#pragma once

#include <span>
#include <vector>

#include "bakeoff/meteor.hpp"

namespace bakeoff {

/// All matches of one hypothesis with one reference, sorted by the first reference word that they cover.
class MeteorMatches {
public:
    MeteorMatches(const MeteorLexicon& lexicon, const Paraphrases* paraphrases, std::span<const MeteorModule> modules)
        : lexicon_(lexicon), paraphrases_(paraphrases), modules_(modules) {}

    /// Collects the matches anew: those of one reference word by module, then by hypothesis word. O(hypothesis · reference).
    void collect(std::span<const TokenId> hypothesis, std::span<const TokenId> reference);

    /// The matches that begin at a reference word. O(1).
    std::span<const MeteorMatch> at(std::size_t reference_start) const {
        return {sorted_.data() + begins_[reference_start], begins_[reference_start + 1] - begins_[reference_start]};
    }

    /// All matches. O(1).
    std::span<const MeteorMatch> all() const { return sorted_; }

private:
    using Word = MeteorLexicon::Word;

    void collect_words(MeteorModule module, std::uint8_t number);
    void collect_phrases(std::uint8_t number);
    bool match(MeteorModule module, const Word& hypothesis, const Word& reference) const;
    template <class Add>
    void pair_phrases(std::span<const PhraseOccurrence> from, std::span<const PhraseOccurrence> to, Add&& add);
    void sort(std::size_t reference_words);

    const MeteorLexicon& lexicon_;
    const Paraphrases* paraphrases_;
    std::span<const MeteorModule> modules_;
    std::vector<const Word*> hypothesis_;
    std::vector<const Word*> reference_;
    std::vector<PhraseOccurrence> hypothesis_phrases_;
    std::vector<PhraseOccurrence> reference_phrases_;
    std::vector<PhraseOccurrence> by_phrase_;
    std::vector<std::uint64_t> marks_ = std::vector<std::uint64_t>(1024);
    std::vector<MeteorMatch> found_;
    std::vector<MeteorMatch> sorted_;
    std::vector<std::size_t> begins_;
};

}  // namespace bakeoff
