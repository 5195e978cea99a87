#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bakeoff/bit_columns.hpp"
#include "bakeoff/token_index.hpp"
#include "bakeoff/references.hpp"
#include "bakeoff/tokens.hpp"

namespace bakeoff {

/// What turns a reference into a hypothesis, word by word: a deletion is a reference word without a counterpart in the
/// hypothesis, an insertion a hypothesis word without one in the reference.
enum class Edit : char { match = '=', substitution = 'S', deletion = 'D', insertion = 'I' };

struct EditCounts {
    std::size_t substitutions = 0;
    std::size_t deletions = 0;
    std::size_t insertions = 0;

    /// All of them. O(1).
    std::size_t errors() const { return substitutions + deletions + insertions; }
};

/// Levenshtein distance of token sequences by bit-parallel columns. Among the alignments with the fewest errors it takes that
/// of rapidfuzz and jiwer: the common start and end are matched first; the rest is read from the end, a deletion where one is
/// optimal, else an insertion where it costs less to have been there than on the diagonal, else the diagonal. One object
/// serves pair after pair; its buffers only grow.
class EditDistance {
public:
    using Words = std::span<const TokenId>;

    /// Fewest errors. O(longer · ⌈shorter / 64⌉) time, O(distinct tokens · ⌈shorter / 64⌉) memory.
    std::size_t distance(Words hypothesis, Words reference);

    /// Errors by kind. O(hypothesis · ⌈reference / 64⌉) time and memory.
    EditCounts count(Words hypothesis, Words reference);

    /// The complete alignment from left to right. O(hypothesis · ⌈reference / 64⌉) time and memory.
    std::vector<Edit> align(Words hypothesis, Words reference);

private:
    struct Trimmed {
        Words hypothesis, reference;
        std::size_t before = 0, after = 0;
    };

    static Trimmed trim(Words hypothesis, Words reference);
    std::size_t fill(Words hypothesis, Words reference, bool keep);
    std::ptrdiff_t fill_narrow(Words hypothesis, std::size_t step);
    std::ptrdiff_t fill_wide(Words hypothesis, std::size_t step);
    template <class Visit>
    void trace(const Trimmed& pair, Visit&& visit) const;

    TokenIndex tokens_;
    ReferenceBits bits_;
    std::vector<Differences> columns_;
};

/// Distance of each pair of segments. The reference must be comparable. O(sum over segments of `distance`).
std::vector<std::int64_t> edit_distances(const Tokens& hypothesis, const Tokens& reference, unsigned threads);

/// Columns of `word_error_statistics`.
inline constexpr std::size_t word_error_columns = 5;

/// For each segment, against the reference with the fewest errors (the first of equals): substitutions, deletions,
/// insertions, words of that reference; then the mean length of all references. The references must be comparable.
/// O(sum over segments and references of `count`).
std::vector<double> word_error_statistics(const Tokens& hypothesis, References references, unsigned threads);

}  // namespace bakeoff
