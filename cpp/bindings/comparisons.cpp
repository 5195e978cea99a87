#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/count_resampling.hpp"
#include "bakeoff/trueskill.hpp"
#include "options.hpp"

using namespace nb::literals;

namespace {

bakeoff::Samples samples_from(std::uint64_t key, std::uint64_t first, std::int64_t samples) {
    if (samples < 0) throw std::invalid_argument("expected 0 samples or more, found " + std::to_string(samples));
    return {key, first, static_cast<std::size_t>(samples)};
}

/// Throws unless all numbers are of [0, limit). O(numbers).
void check_numbers(std::span<const std::int32_t> numbers, std::int64_t limit, const char* name) {
    for (const std::int32_t number : numbers) {
        if (number < 0 || number >= limit) {
            throw std::invalid_argument(std::string("expected ") + name + " below " + std::to_string(limit) + ", found " +
                                        std::to_string(number));
        }
    }
}

Matrix<double> trueskill_means(const GivenColumn<std::int32_t>& first, const GivenColumn<std::int32_t>& second,
                               const GivenColumn<std::int8_t>& outcome, std::int64_t systems, double prior_deviation,
                               double deviation, double tie_margin, bool resampled, std::uint64_t key, std::int64_t runs,
                               std::int64_t threads) {
    if (first.size() != second.size() || first.size() != outcome.size()) {
        throw std::invalid_argument("expected columns of one length");
    }
    if (first.size() >= std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("expected fewer than 2^32 rows");
    check_numbers(span_of(first), systems, "systems");
    check_numbers(span_of(second), systems, "systems");
    if (std::ranges::any_of(span_of(outcome), [](std::int8_t o) { return o < -1 || o > 1; })) {
        throw std::invalid_argument("expected outcomes -1, 0 and 1");
    }
    const bakeoff::Comparisons comparisons{span_of(first), span_of(second), span_of(outcome), static_cast<std::size_t>(systems)};
    const unsigned count = thread_count(threads);
    const bakeoff::Samples drawn = samples_from(key, 0, runs);
    const auto rows = resampled ? bakeoff::RunRows::resampled : bakeoff::RunRows::given;
    return computed_matrix(comparisons.systems, [&] {
        return bakeoff::trueskill_means(comparisons, prior_deviation, {deviation, tie_margin}, rows, drawn, count);
    });
}

Matrix<std::int64_t> resampled_counts(const GivenColumn<std::int64_t>& starts, const GivenColumn<std::int32_t>& cells,
                                      std::int64_t columns, std::uint64_t key, std::uint64_t first, std::int64_t samples,
                                      std::int64_t threads) {
    const auto begins = span_of(starts);
    if (begins.empty() || begins.front() != 0 || begins.back() != static_cast<std::int64_t>(cells.size()) ||
        !std::ranges::is_sorted(begins)) {
        throw std::invalid_argument("expected starts that rise from 0 to the number of cells");
    }
    if (begins.size() > std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("expected fewer than 2^32 units");
    check_numbers(span_of(cells), columns, "cells");
    const bakeoff::SparseUnits units{begins, span_of(cells), static_cast<std::size_t>(columns)};
    const unsigned count = thread_count(threads);
    const bakeoff::Samples drawn = samples_from(key, first, samples);
    return computed_matrix(units.columns, [&] { return bakeoff::resampled_counts(units, drawn, count); });
}

}  // namespace

void bind_comparisons(nb::module_& m) {
    m.def("trueskill_means", &trueskill_means, "first"_a, "second"_a, "outcome"_a, nb::kw_only(), "systems"_a,
          "prior_deviation"_a, "deviation"_a, "tie_margin"_a, "resampled"_a, "key"_a, "runs"_a, "threads"_a = 1,
          "For each run of TrueSkill, over a sample of the comparisons or over all of them, the mean skill of every system: "
          "(runs × systems).");
    m.def("resampled_counts", &resampled_counts, "starts"_a, "cells"_a, nb::kw_only(), "columns"_a, "key"_a, "first"_a,
          "samples"_a, "threads"_a = 1,
          "For each sample of units, drawn with replacement, how often every cell occurs in them: (samples × columns).");
}
