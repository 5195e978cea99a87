#include "bakeoff/score_pairs.hpp"

#include <nanobind/stl/pair.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/swapped_margins.hpp"
#include "options.hpp"

using namespace nb::literals;

namespace {

using Table = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Stack = nb::ndarray<const double, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::int32_t, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

bakeoff::ScoreGroups groups_of(const Table& table) {
    return {{table.data(), table.size()}, table.shape(0), table.shape(1)};
}

void check_shapes(const Table& human, std::size_t groups, std::size_t size) {
    if (human.shape(0) != groups || human.shape(1) != size) throw std::invalid_argument("expected tables of one shape");
}

Matrix<std::int64_t> count_score_pairs(const Table& human, const Table& metric, std::int64_t threads) {
    check_shapes(human, metric.shape(0), metric.shape(1));
    const unsigned count = thread_count(threads);
    return computed_matrix(5, [&] { return bakeoff::count_score_pairs(groups_of(human), groups_of(metric), count); });
}

std::pair<double, double> best_tie_threshold(const Table& human, const Table& metric, const GivenColumn<double>& weights) {
    check_shapes(human, metric.shape(0), metric.shape(1));
    if (weights.size() != human.shape(0)) throw std::invalid_argument("expected a weight for each group");
    bakeoff::TieThreshold best;
    {
        nb::gil_scoped_release release;
        best = bakeoff::best_tie_threshold(groups_of(human), groups_of(metric), span_of(weights));
    }
    return {best.threshold, best.right};
}

std::vector<bakeoff::MetricPair> metric_pairs(const Places& pairs, std::size_t metrics) {
    if (pairs.shape(1) != 2) throw std::invalid_argument("expected two metrics in each row of pairs");
    std::vector<bakeoff::MetricPair> compared(pairs.shape(0));
    for (std::size_t row = 0; row < compared.size(); ++row) {
        compared[row] = {pairs(row, 0), pairs(row, 1)};
        for (const std::int32_t place : {compared[row].first, compared[row].second}) {
            if (place < 0 || static_cast<std::size_t>(place) >= metrics) {
                throw std::invalid_argument("expected metrics below " + std::to_string(metrics) + ", found " +
                                            std::to_string(place));
            }
        }
    }
    return compared;
}

Matrix<float> swap_effects(const Table& human, const Stack& metrics, const GivenColumn<double>& thresholds, const Places& pairs,
                           bool count_human_ties, std::int64_t threads) {
    check_shapes(human, metrics.shape(1), metrics.shape(2));
    if (thresholds.size() != metrics.shape(0)) throw std::invalid_argument("expected a threshold for each metric");
    const std::vector<bakeoff::MetricPair> compared = metric_pairs(pairs, metrics.shape(0));
    const unsigned count = thread_count(threads);
    const auto ties = count_human_ties ? bakeoff::HumanTies::count : bakeoff::HumanTies::skip;
    return computed_matrix(compared.size(), [&] {
        return bakeoff::swap_effects(groups_of(human), {{metrics.data(), metrics.size()}, span_of(thresholds)}, compared, ties,
                                     count);
    });
}

Matrix<std::int32_t> count_orders_after_swap(const Stack& all, const Stack& swapped, const Places& pairs, double rounding,
                                             std::int64_t threads) {
    for (const std::size_t axis : {0, 1, 2}) {
        if (all.shape(axis) != swapped.shape(axis)) throw std::invalid_argument("expected stacks of one shape");
    }
    if (all.shape(2) > std::numeric_limits<std::int32_t>::max()) throw std::invalid_argument("expected fewer than 2^31 signs");
    const std::vector<bakeoff::MetricPair> compared = metric_pairs(pairs, all.shape(0));
    const unsigned count = thread_count(threads);
    const std::size_t systems = all.shape(1);
    const bakeoff::SwappedSums sums{{all.data(), all.size()}, {swapped.data(), swapped.size()}, systems, all.shape(2)};
    const std::size_t margins = systems < 2 ? 0 : systems * (systems - 1) / 2;
    return computed_matrix(2 * margins, [&] { return bakeoff::count_orders_after_swap(sums, compared, rounding, count); });
}

}  // namespace

void bind_score_pairs(nb::module_& m) {
    m.def("count_score_pairs", &count_score_pairs, "human"_a, "metric"_a, nb::kw_only(), "threads"_a = 1,
          "For each group (row) its pairs that are ordered as by people, the other way round, tied by people alone, by the metric "
          "alone, by both. NaN in `human`: no score.");
    m.def("best_tie_threshold", &best_tie_threshold, "human"_a, "metric"_a, "weights"_a,
          "The smallest difference up to which ties of the metric make most pairs of all groups (rows) right, and the sum of the "
          "weights of those.");
    m.def("swap_effects", &swap_effects, "human"_a, "metrics"_a, "thresholds"_a, "pairs"_a, nb::kw_only(), "count_human_ties"_a,
          "threads"_a = 1,
          "What swapping the scores of two metrics in cells changes in the right pairs of the first less those of the second: for "
          "each group a constant, an effect of each cell and of each pair of cells; a column for each pair of metrics.");
    m.def("count_orders_after_swap", &count_orders_after_swap, "all"_a, "swapped"_a, "pairs"_a, nb::kw_only(), "rounding"_a,
          "threads"_a = 1,
          "For how many vectors of signs the signed difference of two systems is at least the plain one once two metrics swapped "
          "their scores in cells: all pairs of systems by the first metric, then by the second; a row for each pair of metrics.");
}
