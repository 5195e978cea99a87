#include "meteor_matches.hpp"

#include <algorithm>

#include "bakeoff/hash_factor.hpp"

namespace bakeoff {

void MeteorMatches::Side::look_up(std::span<const TokenId> ids, const MeteorLexicon& lexicon) {
    hashes.clear();
    stems.clear();
    with_synsets.clear();
    for (std::uint32_t place = 0; place < ids.size(); ++place) {
        const Word& word = lexicon[ids[place]];
        hashes.push_back(word.hash);
        stems.push_back(word.stem);
        if (word.synsets_begin != word.synsets_end) with_synsets.emplace_back(place, &word);
    }
}

void MeteorMatches::collect(std::span<const TokenId> hypothesis, std::span<const TokenId> reference) {
    hypothesis_.look_up(hypothesis, lexicon_);
    reference_.look_up(reference, lexicon_);
    found_.clear();
    const bool identical = hypothesis_.hashes == reference_.hashes;
    for (std::size_t m = 0; m < (identical ? std::min<std::size_t>(1, modules_.size()) : modules_.size()); ++m) {
        const auto number = static_cast<std::uint8_t>(m);
        switch (modules_[m]) {
            case MeteorModule::exact: collect_equal(number); break;
            case MeteorModule::stem: collect_stems(number); break;
            case MeteorModule::synonym: collect_synonyms(number); break;
            case MeteorModule::paraphrase:
                if (!paraphrases_) break;
                paraphrases_->find(hypothesis, hypothesis_phrases_);
                paraphrases_->find(reference, reference_phrases_);
                collect_phrases(number);
        }
    }
    sort(reference.size());
}

void MeteorMatches::collect_equal(std::uint8_t number) {
    for (std::uint32_t r = 0; r < reference_.hashes.size(); ++r) {
        const std::uint32_t hash = reference_.hashes[r];
        for (std::uint32_t h = 0; h < hypothesis_.hashes.size(); ++h) {
            if (hypothesis_.hashes[h] == hash) found_.push_back({h, 1, r, 1, number});
        }
    }
}

void MeteorMatches::collect_stems(std::uint8_t number) {
    for (std::uint32_t r = 0; r < reference_.stems.size(); ++r) {
        const std::uint32_t stem = reference_.stems[r];
        for (std::uint32_t h = 0; h < hypothesis_.stems.size(); ++h) {
            if (hypothesis_.stems[h] == stem && hypothesis_.hashes[h] != reference_.hashes[r]) {
                found_.push_back({h, 1, r, 1, number});
            }
        }
    }
}

void MeteorMatches::collect_synonyms(std::uint8_t number) {
    for (const auto& [r, word] : reference_.with_synsets) {
        for (const auto& [h, other] : hypothesis_.with_synsets) {
            if (other->hash != word->hash && lexicon_.are_synonyms(*other, *word)) found_.push_back({h, 1, r, 1, number});
        }
    }
}

/// Calls `add` for every phrase of `from`, in order, and each of its paraphrases in `to`: in the order of the
/// table, then from left to right.
template <class Add>
void MeteorMatches::pair_phrases(std::span<const PhraseOccurrence> from, std::span<const PhraseOccurrence> to, Add&& add) {
    const std::size_t bits = 64 * marks_.size();
    const auto place = [&](std::uint32_t phrase) { return (phrase * hash_factor >> 32) & (bits - 1); };
    std::fill(marks_.begin(), marks_.end(), 0);
    by_phrase_.assign(to.begin(), to.end());
    std::stable_sort(by_phrase_.begin(), by_phrase_.end(), [](const auto& a, const auto& b) { return a.phrase < b.phrase; });
    for (const PhraseOccurrence& each : to) marks_[place(each.phrase) / 64] |= std::uint64_t{1} << place(each.phrase) % 64;
    for (const PhraseOccurrence& each : from) {
        for (const std::uint32_t partner : paraphrases_->of(each.phrase)) {
            // Nearly all paraphrases end here: they do not occur in the segment.
            if ((marks_[place(partner) / 64] >> place(partner) % 64 & 1) == 0) continue;
            auto other = std::lower_bound(by_phrase_.begin(), by_phrase_.end(), partner,
                                          [](const PhraseOccurrence& o, std::uint32_t phrase) { return o.phrase < phrase; });
            for (; other != by_phrase_.end() && other->phrase == partner; ++other) add(each, *other);
        }
    }
}

/// The table is used twice, from the reference and from the hypothesis: a pair that it holds in both directions makes two
/// matches, as in METEOR, where this keeps the pair from being taken beforehand.
void MeteorMatches::collect_phrases(std::uint8_t number) {
    const auto add = [&](const PhraseOccurrence& hypothesis, const PhraseOccurrence& reference) {
        found_.push_back({hypothesis.start, hypothesis.length, reference.start, reference.length, number});
    };
    pair_phrases(reference_phrases_, hypothesis_phrases_, [&](const auto& reference, const auto& hypothesis) { add(hypothesis, reference); });
    pair_phrases(hypothesis_phrases_, reference_phrases_, add);
}

void MeteorMatches::sort(std::size_t reference_words) {
    begins_.assign(reference_words + 2, 0);
    for (const MeteorMatch& match : found_) ++begins_[match.reference_start + 2];
    for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    sorted_.resize(found_.size());
    for (const MeteorMatch& match : found_) sorted_[begins_[match.reference_start + 1]++] = match;
}

}  // namespace bakeoff
