#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/bag_distance.hpp"
#include "bakeoff/edit_distance.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::Tokens;

namespace {

std::vector<bakeoff::TokenId> interned(const Texts& words, bakeoff::Vocabulary& vocabulary) {
    std::vector<bakeoff::TokenId> ids;
    ids.reserve(words.size());
    for (const std::string_view word : words.views()) ids.push_back(vocabulary.intern(word));
    return ids;
}

std::string edit_operations(const TextSequence& hypothesis, const TextSequence& reference) {
    const Texts hypothesis_words(hypothesis);
    const Texts reference_words(reference);
    nb::gil_scoped_release release;
    bakeoff::Vocabulary vocabulary;
    const auto hypothesis_ids = interned(hypothesis_words, vocabulary);
    const auto reference_ids = interned(reference_words, vocabulary);
    std::string letters;
    for (const bakeoff::Edit edit : bakeoff::EditDistance{}.align(hypothesis_ids, reference_ids)) {
        letters.push_back(static_cast<char>(edit));
    }
    return letters;
}

Matrix<std::int64_t> edit_distances(const Tokens& hypothesis, const Tokens& reference, std::int64_t threads) {
    const unsigned count = thread_count(threads);
    return computed_matrix(1, [&] { return bakeoff::edit_distances(hypothesis, reference, count); });
}

Matrix<double> word_error_statistics(const Tokens& hypothesis, const TokensSequence& references, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const unsigned count = thread_count(threads);
    return computed_matrix(bakeoff::word_error_columns,
                           [&] { return bakeoff::word_error_statistics(hypothesis, tokens, count); });
}

Matrix<double> bag_error_statistics(const Tokens& hypothesis, const TokensSequence& references, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const unsigned count = thread_count(threads);
    return computed_matrix(bakeoff::bag_error_columns, [&] { return bakeoff::bag_error_statistics(hypothesis, tokens, count); });
}

}  // namespace

void bind_edits(nb::module_& m) {
    m.def("edit_operations", &edit_operations, "hypothesis"_a, "reference"_a,
          "The alignment of two sequences of words from left to right: = match, S substitution, D deletion, I insertion.");
    m.def("edit_distances", &edit_distances, "hypothesis"_a, "reference"_a, nb::kw_only(), "threads"_a = 1,
          "Fewest substitutions, deletions and insertions in each segment, as a column.");
    m.def("word_error_statistics", &word_error_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "threads"_a = 1,
          "For each segment substitutions, deletions, insertions and words of the reference with the fewest errors, then the "
          "mean length of all references.");
    m.def("bag_error_statistics", &bag_error_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "threads"_a = 1,
          "For each segment matches, hypothesis words, words of the reference with the fewest errors and surplus words, then "
          "the mean length of all references.");
}
