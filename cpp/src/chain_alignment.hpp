#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment_costs.hpp"
#include "bakeoff/word_network.hpp"

namespace bakeoff {

/// Aligns words without alternatives. All costs are whole numbers, so integers give the sums that floats would. One object
/// serves pair after pair; its buffers only grow.
class ChainAlignment {
public:
    explicit ChainAlignment(const WordForms& forms) : forms_(forms) {}

    /// Whether a network is a chain of real words. O(words).
    static bool serves(const NetworkView& network, const WordForms& forms) {
        return network.is_chain() &&
               std::none_of(network.forms.begin(), network.forms.end(), [&](FormId form) { return forms.marks(form).null; });
    }

    /// Calls `walk` with the moves of the best alignment, last first. O(reference · hypothesis) time, a quarter of it in bytes.
    template <class Walk>
    void align(std::span<const FormId> reference, std::span<const FormId> hypothesis, Walk& walk) {
        const Marks marks = prepare(reference, hypothesis);
        if (!marks.optional) {
            // Where all gaps cost the same, equal words at the end are paired: no other way is cheaper, and a pair goes first.
            while (!reference.empty() && !hypothesis.empty() && forms_.equal(reference.back(), hypothesis.back())) {
                reference = reference.first(reference.size() - 1);
                hypothesis = hypothesis.first(hypothesis.size() - 1);
                walk.pair(reference.size(), hypothesis.size());
            }
        }
        marks.fragment ? fill<true>(reference, hypothesis) : fill<false>(reference, hypothesis);
        trace(reference.size(), hypothesis.size(), walk);
    }

private:
    /// Whether any word is of such a kind.
    struct Marks {
        bool fragment = false, optional = false;
    };

    Marks prepare(std::span<const FormId> reference, std::span<const FormId> hypothesis) {
        Marks marks;
        const auto look = [&](FormId id) {
            const FormMarks form = forms_.marks(id);
            marks.fragment |= form.fragment;
            marks.optional |= form.optional;
            return form;
        };
        for (const FormId id : reference) look(id);
        tokens_.resize(hypothesis.size());
        insertions_.resize(hypothesis.size());
        for (std::size_t h = 0; h < hypothesis.size(); ++h) {
            const FormMarks form = look(hypothesis[h]);
            tokens_[h] = form.token;
            insertions_[h] = form.optional ? optional_cost : gap_cost;
        }
        return marks;
    }

    template <bool fragments>
    void fill(std::span<const FormId> reference, std::span<const FormId> hypothesis) {
        const std::size_t width = hypothesis.size();
        row_bytes_ = (width + 3) / 4;
        moves_.resize(reference.size() * row_bytes_);
        row_.resize(width + 1);
        row_[0] = 0;
        for (std::size_t h = 0; h < width; ++h) row_[h + 1] = row_[h] + insertions_[h];
        for (std::size_t r = 0; r < reference.size(); ++r) {
            const FormMarks form = forms_.marks(reference[r]);
            const int deletion = form.optional ? optional_cost : gap_cost;
            std::uint8_t* const moves = moves_.data() + r * row_bytes_;
            int diagonal = row_[0];
            int left = row_[0] += deletion;
            unsigned packed = 0;
            for (std::size_t h = 0; h < width; ++h) {
                bool equal = tokens_[h] == form.token;
                if constexpr (fragments) equal = equal || forms_.equal(reference[r], hypothesis[h]);
                const int pair = diagonal + (equal ? 0 : substitution_cost);
                const int deleted = row_[h + 1] + deletion;
                const int inserted = left + insertions_[h];
                diagonal = row_[h + 1];
                const int gap = std::min(deleted, inserted);
                const Move gap_move = deleted < inserted ? Move::deletion : Move::insertion;
                const Move move = pair <= gap ? Move::pair : gap_move;
                left = row_[h + 1] = std::min(pair, gap);
                packed |= static_cast<unsigned>(move) << 2 * (h % 4);
                if (h % 4 == 3) {
                    moves[h / 4] = static_cast<std::uint8_t>(packed);
                    packed = 0;
                }
            }
            if (width % 4) moves[width / 4] = static_cast<std::uint8_t>(packed);
        }
    }

    template <class Walk>
    void trace(std::size_t r, std::size_t h, Walk& walk) const {
        while (r > 0 && h > 0) {
            const unsigned packed = moves_[(r - 1) * row_bytes_ + (h - 1) / 4];
            switch (static_cast<Move>(packed >> 2 * ((h - 1) % 4) & 3)) {
                case Move::pair: walk.pair(--r, --h); break;
                case Move::deletion: walk.deletion(--r); break;
                case Move::insertion: walk.insertion(--h); break;
            }
        }
        while (r > 0) walk.deletion(--r);
        while (h > 0) walk.insertion(--h);
    }

    const WordForms& forms_;
    std::vector<TokenId> tokens_;
    std::vector<int> insertions_, row_;
    std::vector<std::uint8_t> moves_;  // four to a byte
    std::size_t row_bytes_ = 0;
};

}  // namespace bakeoff
