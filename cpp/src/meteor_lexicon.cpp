#include <algorithm>
#include <stdexcept>

#include "bakeoff/hash_factor.hpp"
#include "bakeoff/meteor.hpp"
#include "unicode.hpp"

namespace bakeoff {

std::uint32_t java_hash(std::string_view word) {
    std::uint32_t hash = 0;
    const auto add = [&](char32_t unit) { hash = 31 * hash + static_cast<std::uint32_t>(unit); };
    for (std::size_t at = 0; at < word.size();) {
        const auto [code, length] = unicode::decode_at(word, at);
        at += length;
        if (code < 0x10000) {
            add(code);
        } else {  // UTF-16 has two units for it
            add(0xD800 + ((code - 0x10000) >> 10));
            add(0xDC00 + (code & 0x3FF));
        }
    }
    return hash;
}

std::vector<TokenId> MeteorLexicon::unknown(const Tokens& tokens) const {
    if (tokens.vocabulary() != vocabulary_) throw std::invalid_argument("the tokens belong to another vocabulary");
    std::vector<bool> asked_for;
    for (const TokenId id : tokens.ids()) {
        if (id < words_.size() && words_[id].known) continue;
        if (id >= asked_for.size()) asked_for.resize(std::max<std::size_t>(id + 1, 2 * asked_for.size()));
        asked_for[id] = true;
    }
    std::vector<TokenId> ids;
    for (std::size_t id = 0; id < asked_for.size(); ++id) {
        if (asked_for[id]) ids.push_back(static_cast<TokenId>(id));
    }
    return ids;
}

void MeteorLexicon::add(std::span<const TokenId> ids, std::span<const std::string_view> words,
                        std::span<const bool> are_function_words, std::span<const std::string_view> stems,
                        std::span<const std::int64_t> synset_starts, std::span<const std::int32_t> synsets) {
    if (words.size() != ids.size() || are_function_words.size() != ids.size() || (!stems.empty() && stems.size() != ids.size()) ||
        (!synset_starts.empty() && synset_starts.size() != ids.size() + 1)) {
        throw std::invalid_argument("expected a text, a kind, a stem and a start of synsets for each id");
    }
    for (std::size_t i = 0; i < synset_starts.size(); ++i) {
        const std::int64_t before = i == 0 ? 0 : synset_starts[i - 1];
        if (synset_starts[i] < before || synset_starts[i] > static_cast<std::int64_t>(synsets.size())) {
            throw std::invalid_argument("expected ascending starts of synsets");
        }
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] >= words_.size()) words_.resize(std::max<std::size_t>(ids[i] + 1, 2 * words_.size()));
        Word& word = words_[ids[i]];
        if (word.known) continue;
        word.known = true;
        word.hash = java_hash(words[i]);
        word.stem = stems.empty() ? word.hash : java_hash(stems[i]);
        word.is_function_word = are_function_words[i];
        word.synsets_begin = synsets_.size();
        if (!synset_starts.empty()) {
            const auto first = static_cast<std::size_t>(synset_starts[i]);
            const auto last = static_cast<std::size_t>(synset_starts[i + 1]);
            synsets_.insert(synsets_.end(), synsets.begin() + static_cast<std::ptrdiff_t>(first),
                            synsets.begin() + static_cast<std::ptrdiff_t>(last));
        }
        const auto own = synsets_.begin() + static_cast<std::ptrdiff_t>(word.synsets_begin);
        std::sort(own, synsets_.end());
        synsets_.erase(std::unique(own, synsets_.end()), synsets_.end());
        word.synsets_end = synsets_.size();
        for (std::size_t s = word.synsets_begin; s < word.synsets_end; ++s) {
            const std::uint64_t bit = static_cast<std::uint64_t>(synsets_[s]) * hash_factor >> 54;
            word.synset_marks[bit / 64] |= std::uint64_t{1} << bit % 64;
        }
    }
}

void MeteorLexicon::require_known(const Tokens& tokens) const {
    if (tokens.vocabulary() != vocabulary_) throw std::invalid_argument("the tokens belong to another vocabulary");
    const auto known = [&](TokenId id) { return id < words_.size() && words_[id].known; };
    if (!std::all_of(tokens.ids().begin(), tokens.ids().end(), known)) {
        throw std::invalid_argument("a token is not in the lexicon");
    }
}

bool MeteorLexicon::share_synset(const Word& a, const Word& b) const {
    std::size_t i = a.synsets_begin;
    std::size_t j = b.synsets_begin;
    while (i < a.synsets_end && j < b.synsets_end) {
        if (synsets_[i] == synsets_[j]) return true;
        if (synsets_[i] < synsets_[j]) ++i;
        else ++j;
    }
    return false;
}

}  // namespace bakeoff
