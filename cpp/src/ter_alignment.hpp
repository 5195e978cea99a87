#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bakeoff::ter {

/// Words are numbered within a segment: reference words from 1, all words that the reference lacks are 0.
using Word = std::uint32_t;
using Words = std::span<const Word>;

/// A shift, seen from either side: the blocks [first, middle) and [middle, last) of the hypothesis change places.
struct Swap {
    int first, middle, last;
};

/// What happens to a word; hypothesis words are inserted, reference words are deleted.
enum class Operation : std::uint8_t { match, substitution, insertion, deletion };

/// The cheapest way from hypothesis to reference, in the form that the shift search reads.
struct Alignment {
    int edits = 0;
    int insertions = 0;
    int deletions = 0;
    int substitutions = 0;
    /// For each reference word the hypothesis word next to it; for a deleted one the last that was passed, -1 at the start.
    std::vector<int> position;
    /// Wrong words up to each word, so that a span holds an error where two entries differ.
    std::vector<int> hypothesis_errors;
    std::vector<int> reference_errors;
};

/// Follows the operations back from the ends of both texts and fills `alignment`. O(hypothesis + reference).
template <class OperationAt>
void trace(int hypothesis, int reference, OperationAt&& operation_at, Alignment& alignment) {
    alignment.insertions = alignment.deletions = alignment.substitutions = 0;
    alignment.position.assign(static_cast<std::size_t>(reference), -1);
    alignment.hypothesis_errors.assign(static_cast<std::size_t>(hypothesis) + 1, 0);
    alignment.reference_errors.assign(static_cast<std::size_t>(reference) + 1, 0);
    int* const wrong_hypothesis = alignment.hypothesis_errors.data();
    int* const wrong_reference = alignment.reference_errors.data();
    int* const position = alignment.position.data();
    int j = hypothesis;
    int i = reference;
    while (j > 0 || i > 0) {
        const Operation operation = operation_at(j, i);
        if (operation == Operation::insertion) {
            ++alignment.insertions;
            wrong_hypothesis[j--] = 1;
            continue;
        }
        position[i - 1] = j - 1;
        if (operation == Operation::deletion) {
            ++alignment.deletions;
            wrong_reference[i--] = 1;
            continue;
        }
        const bool wrong = operation == Operation::substitution;
        alignment.substitutions += wrong;
        wrong_hypothesis[j--] = wrong;
        wrong_reference[i--] = wrong;
    }
    for (int k = 1; k <= hypothesis; ++k) wrong_hypothesis[k] += wrong_hypothesis[k - 1];
    for (int k = 1; k <= reference; ++k) wrong_reference[k] += wrong_reference[k - 1];
    alignment.edits = alignment.insertions + alignment.deletions + alignment.substitutions;
}

}  // namespace bakeoff::ter
