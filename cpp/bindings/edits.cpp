#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/bag_distance.hpp"
#include "bakeoff/edit_distance.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::Tokens;

namespace {

using References = std::vector<const Tokens*>;

void require_same_segments(const Tokens& hypothesis, const References& references) {
    if (references.empty()) throw std::invalid_argument("expected at least one reference, found none");
    for (const Tokens* reference : references) {
        if (!reference) throw nb::type_error("expected the tokens of each reference, found None");
        if (reference->size() == hypothesis.size()) continue;
        throw std::invalid_argument("expected " + std::to_string(hypothesis.size()) +
                                    " segments as in the hypothesis, found " + std::to_string(reference->size()) +
                                    " in a reference");
    }
}

std::vector<bakeoff::TokenId> interned(const Texts& words, bakeoff::Vocabulary& vocabulary) {
    std::vector<bakeoff::TokenId> ids;
    ids.reserve(words.size());
    for (const std::string_view word : words.views()) ids.push_back(vocabulary.intern(word));
    return ids;
}

std::string edit_operations(nb::handle hypothesis, nb::handle reference) {
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

Matrix<std::int64_t> edit_distances(const Tokens& hypothesis, const Tokens& reference, unsigned threads) {
    require_same_segments(hypothesis, {&reference});
    std::vector<std::int64_t> distances;
    {
        nb::gil_scoped_release release;
        distances = bakeoff::edit_distances(hypothesis, reference, threads);
    }
    return as_matrix(std::move(distances), 1);
}

Matrix<double> word_error_statistics(const Tokens& hypothesis, const References& references, unsigned threads) {
    require_same_segments(hypothesis, references);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::word_error_statistics(hypothesis, references, threads);
    }
    return as_matrix(std::move(rows), bakeoff::word_error_columns);
}

Matrix<double> bag_error_statistics(const Tokens& hypothesis, const References& references, unsigned threads) {
    require_same_segments(hypothesis, references);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows = bakeoff::bag_error_statistics(hypothesis, references, threads);
    }
    return as_matrix(std::move(rows), bakeoff::bag_error_columns);
}

}  // namespace

void bind_edits(nb::module_& m) {
    m.def("edit_operations", &edit_operations, "hypothesis"_a, "reference"_a,
          nb::sig("def edit_operations(hypothesis: collections.abc.Sequence[str], reference: collections.abc.Sequence[str]) -> str"),
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
