#pragma once

#include <cstddef>
#include <vector>

#include "bakeoff/ngrams.hpp"
#include "bakeoff/parallel.hpp"
#include "bakeoff/references.hpp"

namespace bakeoff {

/// For each segment what its matches of order 1, 2, … weigh, by the function that `weights_of(segment)` gives, the hypothesis's
/// n-grams of order 1, 2, …, and the length that `length_of(segment, texts of the references)` gives.
/// Expected O(orders × total length).
template <class WeightsOf, class LengthOf>
std::vector<double> ngram_rows(const Tokens& hypothesis, References references, std::size_t orders, unsigned threads,
                               WeightsOf&& weights_of, LengthOf&& length_of) {
    require_comparable(hypothesis, references);
    const std::size_t columns = 2 * orders + 1;
    std::vector<double> rows(hypothesis.size() * columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, matcher = NgramMatcher{}, texts = std::vector<Symbols>(references.size())](std::size_t segment) mutable {
            for (std::size_t r = 0; r < references.size(); ++r) texts[r] = (*references[r])[segment];
            double* const row = rows.data() + segment * columns;
            matcher.match(hypothesis[segment], texts, {row, orders}, weights_of(segment));
            for (std::size_t order = 1; order <= orders; ++order)
                row[orders + order - 1] = static_cast<double>(ngrams_of(hypothesis.length(segment), order));
            row[2 * orders] = static_cast<double>(length_of(segment, texts));
        };
    });
    return rows;
}

}  // namespace bakeoff
