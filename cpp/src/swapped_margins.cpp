#include "bakeoff/swapped_margins.hpp"

#include <utility>

#include "bakeoff/parallel.hpp"
#include "wide.hpp"

namespace bakeoff {

namespace {

/// Wide counters, as wide as what is compared: the compiler compares several numbers at once.
BAKEOFF_WIDE std::int32_t count_at_least(const double* kept, const double* received, std::size_t size) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < size; ++i) count += kept[i] >= received[i] ? 1 : 0;
    return static_cast<std::int32_t>(count);
}

}  // namespace

std::vector<std::int32_t> count_orders_after_swap(const SwappedSums& sums, std::span<const MetricPair> pairs, double rounding,
                                                  unsigned threads) {
    const std::size_t systems = sums.systems, signs = sums.signs, margins = systems < 2 ? 0 : systems * (systems - 1) / 2;
    const std::size_t metrics = systems * signs == 0 ? 0 : sums.all.size() / (systems * signs);
    std::vector<std::pair<std::size_t, std::size_t>> compared;
    for (std::size_t i = 0; i < systems; ++i) {
        for (std::size_t j = i + 1; j < systems; ++j) compared.emplace_back(i, j);
    }
    std::vector<std::int32_t> counts(pairs.size() * 2 * margins);
    // One pair of systems at a time: its margins by all metrics stay in the cache while all pairs of metrics are compared.
    auto make_worker = [&] {
        return [&, kept = std::vector<double>(metrics * signs), received = std::vector<double>(metrics * signs)](
                   std::size_t margin) mutable {
            const auto [i, j] = compared[margin];
            for (std::size_t metric = 0; metric < metrics; ++metric) {
                const std::size_t first = (metric * systems + i) * signs, second = (metric * systems + j) * signs;
                for (std::size_t sign = 0; sign < signs; ++sign) {
                    const double swapped = sums.swapped[first + sign] - sums.swapped[second + sign];
                    kept[metric * signs + sign] = (sums.all[first + sign] - sums.all[second + sign]) - swapped;
                    received[metric * signs + sign] = -swapped - rounding;
                }
            }
            for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
                const std::size_t a = static_cast<std::size_t>(pairs[pair].first) * signs;
                const std::size_t b = static_cast<std::size_t>(pairs[pair].second) * signs;
                std::int32_t* row = counts.data() + pair * 2 * margins;
                row[margin] = count_at_least(kept.data() + a, received.data() + b, signs);
                row[margins + margin] = count_at_least(kept.data() + b, received.data() + a, signs);
            }
        };
    };
    for_each_index(margins, threads, make_worker, 1);
    return counts;
}

}  // namespace bakeoff
